import { createStore } from '@/lib/create-store';
import { AppError } from '@/lib/errors';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import type { SessionUser, StaffObstacle, StaffRole } from './api';
import { isMailedLink } from './links/mailed-link';
import { hasStoredSession } from './stored-session';

/**
 * The session of this browser.
 * - `loading` with a user: signed in, the role is being loaded.
 * - `signed-out` with `ended`: the session of this user expired.
 * - `waiting`: signed in, not approved as staff.
 * - `unfinished`: a member who still has to enter the code of the second factor, choose a password, or
 *   (an owner) add a second factor.
 * - `unknown`: the server did not answer. `user` is null when not even the session could be restored.
 */
export type SessionState =
  | { status: 'loading'; user: SessionUser | null; role: null }
  | { status: 'signed-out'; user: null; role: null; ended: SessionUser | null }
  | { status: 'waiting'; user: SessionUser; role: null }
  | { status: 'unfinished'; user: SessionUser; role: null; obstacle: StaffObstacle }
  | { status: 'staff'; user: SessionUser; role: StaffRole }
  | { status: 'unknown'; user: SessionUser | null; role: null; error: AppError };

/** Without an answer for this long, the screen shows an error instead of the spinner. */
export const SESSION_TIMEOUT_MS = 10_000;

export const LOADING: SessionState = { status: 'loading', user: null, role: null };

const store = createStore<SessionState>(LOADING);
let started: Promise<void> | undefined;
/** What of session-keeper.ts is called here. */
let keeper:
  | {
      openSession: () => void;
      followOtherTab: () => void;
      loadRole: (user: SessionUser) => Promise<AppError | null>;
    }
  | undefined;

export const getSession = store.get;

export function subscribeToSession(listener: () => void): () => void {
  void startSession();
  return store.subscribe(listener);
}

export function publish(next: SessionState) {
  if (!isSame(store.get(), next)) store.set(next);
}

export function publishUnknown() {
  const error = new AppError('offline', 'The server cannot be reached right now.');
  publish({ status: 'unknown', user: null, role: null, error });
}

/**
 * Opens the session; in browsers only. Loads session-keeper.ts only if a session is stored or the
 * address has an emailed link.
 *
 * @returns when the router may read the address: tokens of a link are removed by then
 */
export function startSession(): Promise<void> {
  started ??= start();
  return started;
}

async function start() {
  window.addEventListener('storage', handleStorage);
  window.addEventListener('online', handleOnline);
  if (isMailedLink()) await openSession();
  else if (hasStoredSession()) void openSession();
  else publish({ status: 'signed-out', user: null, role: null, ended: null });
}

async function openSession() {
  setTimeout(() => {
    const { status, user } = store.get();
    if (status === 'loading' && !user) publishUnknown();
  }, SESSION_TIMEOUT_MS);
  try {
    (await loadKeeper()).openSession();
  } catch (error) {
    console.error('The session could not be opened', error);
    publishUnknown();
  }
}

/**
 * Checks the role again: after an approval, an outage or a 401 of another request.
 *
 * @returns the error, which the state does not always contain
 */
export async function recheckSession(): Promise<AppError | null> {
  const { user, status } = store.get();
  // supabase-js caches the failure for a minute, so a new try needs a new page.
  if (!user && status === 'unknown') location.reload();
  if (!user) return null;
  return (await loadKeeper()).loadRole(user);
}

/** Called when the user of an expired session does not sign in again. */
export function dismissEndedSession() {
  const state = store.get();
  if (state.status === 'signed-out') publish({ ...state, ended: null });
}

/** Changes in other tabs that supabase-js does not report, or that happen before it is loaded. */
function handleStorage({ key }: StorageEvent) {
  if (key !== SESSION_STORAGE_KEY && key !== null) return;
  const { user, status } = store.get();
  const hasSession = user !== null || status === 'unknown';
  if (!hasSession && !hasStoredSession()) return;
  if (keeper) keeper.followOtherTab();
  else void openLate();
}

async function openLate() {
  try {
    (await loadKeeper()).followOtherTab();
  } catch (error) {
    // The next page load opens the stored session.
    console.error('The session could not be opened', error);
  }
}

async function loadKeeper() {
  keeper ??= await import('./session-keeper');
  return keeper;
}

function handleOnline() {
  const { user, status } = store.get();
  if (status === 'unknown' && user) void recheckSession();
}

function isSame(a: SessionState, b: SessionState): boolean {
  if (a.status === 'unknown' || b.status === 'unknown') return false;
  const endedOf = (session: SessionState) =>
    session.status === 'signed-out' ? session.ended?.id : undefined;
  const obstacleOf = (session: SessionState) =>
    session.status === 'unfinished' ? session.obstacle : undefined;
  return (
    a.status === b.status &&
    a.role === b.role &&
    a.user?.id === b.user?.id &&
    a.user?.email === b.user?.email &&
    endedOf(a) === endedOf(b) &&
    obstacleOf(a) === obstacleOf(b)
  );
}
