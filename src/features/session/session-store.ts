import { createStore } from '@/lib/create-store';
import { AppError } from '@/lib/errors';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import type { SessionUser, StaffObstacle, StaffRole } from './api';
import type * as SessionKeeper from './session-keeper';
import { hasStoredSession } from './stored-session';

/**
 * Who is at the screen.
 * - `loading` with a user: signed in, the question about the role is on its way.
 * - `signed-out` with `ended`: this person's session ended without being asked to.
 * - `waiting`: signed in, not approved as staff.
 * - `unfinished`: a member who has yet to enter the code of the second factor, choose a password, or
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

/** After this long without an answer the screen says so instead of turning on. */
export const SESSION_TIMEOUT_MS = 10_000;

export const LOADING: SessionState = { status: 'loading', user: null, role: null };

const store = createStore<SessionState>(LOADING);
let started: Promise<void> | undefined;
let keeper: typeof SessionKeeper | undefined;

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
 * Finds out who is signed in; the browser only. Whoever keeps the session (session-keeper.ts) is
 * downloaded only when one is stored, or a mailed link stands in the address.
 *
 * @returns once the router may read the address: tokens of a link are then taken out of it
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

/** Whether the Auth service may have answered in the address; auth-callback.ts reads what it says. */
export function isMailedLink(): boolean {
  return /[#?&](?:access_token|error|error_code)\b/.test(location.search + location.hash);
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
 * Asks again who this is: after an approval, an outage or an answer 401 somewhere else.
 *
 * @returns what went wrong, where the state alone does not tell
 */
export async function recheckSession(): Promise<AppError | null> {
  const { user, status } = store.get();
  // Within a minute supabase-js answers a second try from memory; a new page really tries.
  if (!user && status === 'unknown') location.reload();
  if (!user) return null;
  return (await loadKeeper()).askRole(user);
}

/** The person whose session ended decides not to sign in again. */
export function dismissEndedSession() {
  const state = store.get();
  if (state.status === 'signed-out') publish({ ...state, ended: null });
}

/** Other tabs: covers those that have not loaded supabase-js and ends that it does not announce. */
function handleStorage({ key }: StorageEvent) {
  if (key !== SESSION_STORAGE_KEY && key !== null) return;
  const { user, status } = store.get();
  const isSomeoneHere = user !== null || status === 'unknown';
  if (!isSomeoneHere && !hasStoredSession()) return;
  if (keeper) keeper.followOtherTab();
  else void openLate();
}

async function openLate() {
  try {
    (await loadKeeper()).followOtherTab();
  } catch (error) {
    // The next page load finds what is stored.
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
