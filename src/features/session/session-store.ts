import { AppError, toAppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  adoptTokens,
  fetchStanding,
  listenToAuth,
  renewSession,
  revokeSessions,
  signInWithPassword,
  signUpWithPassword,
  type AuthChange,
  type Credentials,
  type SessionUser,
  type StaffObstacle,
  type StaffRole,
} from './api';
import { takeAuthCallback, type AuthTokens } from './auth-callback';
import { beginPasswordChoice, endPasswordChoice, leadsToPasswordChoice } from './password-choice';
import { logSignIn, logSignInFailure } from './security-events';

/**
 * Who is at the screen.
 * - `loading` with a user: signed in, the question about the role is on its way.
 * - `signed-out` with `ended`: this person's session ended without being asked to.
 * - `waiting`: signed in, not approved as staff.
 * - `unfinished`: a member who has yet to enter the code of the second factor, or choose a password.
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
/** Signing out waits no longer for the server: the person wants to leave. */
export const SIGN_OUT_TIMEOUT_MS = 5000;

export const LOADING: SessionState = { status: 'loading', user: null, role: null };

let state: SessionState = LOADING;
const listeners = new Set<() => void>();
let hasStarted = false;
let connection: Promise<void> | undefined;
/** Who was signed in when the page was loaded, as the browser remembers it. */
let remembered: SessionUser | null = null;
/** The last answer about a role: a hiccup of the backend does not throw that person out. */
let lastAnswer: { userId: string; role: StaffRole } | null = null;
let question = 0;
let isLeaving = false;
let isAdopting = false;

export function getSession(): SessionState {
  return state;
}

export function subscribeToSession(listener: () => void): () => void {
  startSession();
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * Finds out who is signed in; the browser only, once, best before the router reads the address
 * (tokens of a confirmation link are taken out of it here). supabase-js is downloaded only when a
 * session is stored or the address carries one.
 */
export function startSession() {
  if (hasStarted) return;
  hasStarted = true;
  window.addEventListener('storage', handleStorage);
  window.addEventListener('online', handleOnline);
  const callback = takeAuthCallback();
  if (callback?.kind === 'problem') sayProblem(callback.message);
  remembered = readStoredUser();
  if (callback?.kind === 'tokens' && isForSomeoneElse(callback.tokens, remembered)) {
    // A link must not quietly put another account in the place of the one at work here.
    sayProblem('It belongs to another account. Log out first, then open it again.');
    void open();
  } else if (callback?.kind === 'tokens' && remembered && !isCurrent(callback.tokens)) {
    // Of an expired token nobody checks whose it is: supabase-js would exchange the refresh token beside
    // it, which may be anybody's.
    sayProblem('It is too old. Log out first, or ask for a new one.');
    void open();
  } else if (callback?.kind === 'tokens') {
    // Before the router reads the address: the link itself may name the site's root only.
    if (leadsToPasswordChoice(callback.tokens.type)) {
      history.replaceState(history.state, '', paths.newPassword);
    }
    void adopt(callback.tokens);
  } else if (callback?.kind === 'code' || hasStoredSession()) void open();
  else publish({ status: 'signed-out', user: null, role: null, ended: null });
}

/** @throws AppError with the server's message, or what spec §8 says in its place */
export async function signIn(credentials: Credentials): Promise<void> {
  startSession();
  try {
    await signInWithPassword(credentials, connect);
  } catch (error) {
    logSignInFailure(credentials.email, error);
    throw error;
  }
  logSignIn('password', credentials.email);
}

/** @returns whether a confirmation mail is on its way; otherwise the person is signed in already */
export async function signUp(
  credentials: Credentials,
): Promise<{ isConfirmationPending: boolean }> {
  startSession();
  return signUpWithPassword(credentials, connect);
}

/** Ends every session of this person. Never fails: what the server says against it is logged. */
export async function signOut(): Promise<void> {
  isLeaving = true;
  try {
    await within(SIGN_OUT_TIMEOUT_MS, revokeSessions());
  } catch (error) {
    console.error('The server could not end the session', error);
  } finally {
    // supabase-js keeps the session when the server cannot be reached.
    forgetStoredSession();
    leave({ isDeliberate: true });
    isLeaving = false;
  }
}

/** The person whose session ended decides not to sign in again. */
export function dismissEndedSession() {
  if (state.status === 'signed-out') publish({ ...state, ended: null });
}

/**
 * Asks again who this is: after an approval, an outage or an answer 401 somewhere else.
 *
 * @returns what went wrong, where the state alone does not tell
 */
export async function recheckSession(): Promise<AppError | null> {
  if (state.user) return askRole(state.user);
  // Within a minute supabase-js answers a second try from memory; a new page really tries.
  if (state.status === 'unknown') location.reload();
  return null;
}

function publish(next: SessionState) {
  if (isSame(state, next)) return;
  state = next;
  listeners.forEach((listener) => listener());
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

function connect(): Promise<void> {
  connection ??= listenToAuth(handleAuthChange).catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

async function open() {
  publish(LOADING);
  const watchdog = setTimeout(() => {
    if (state.status === 'loading' && !state.user) publishUnknown();
  }, SESSION_TIMEOUT_MS);
  try {
    await connect();
  } catch (error) {
    clearTimeout(watchdog);
    console.error('The session could not be opened', error);
    publishUnknown();
  }
}

async function adopt(tokens: AuthTokens) {
  isAdopting = true;
  const reader = claimsOf(tokens.accessToken).sub;
  if (leadsToPasswordChoice(tokens.type) && typeof reader === 'string') beginPasswordChoice(reader);
  await open();
  try {
    await adoptTokens(tokens);
    logSignIn('link');
    if (tokens.type === 'signup') {
      notify({
        type: 'success',
        title: 'Your e-mail address is confirmed',
        description: 'Choose your password once more, and you are done.',
      });
    }
  } catch (error) {
    console.error('The session of the link could not be opened', error);
    endPasswordChoice();
    sayProblem('The link could not be used. Please sign in, or try the link once more.');
    if (!state.user && !hasStoredSession()) leave({ isDeliberate: true });
  } finally {
    isAdopting = false;
  }
}

/** Called by supabase-js, which must not be awaited in here: it may be waiting for this to return. */
function handleAuthChange({ event, user }: AuthChange) {
  if (user) acceptUser(user);
  else if (event === 'SIGNED_OUT') leave({ isDeliberate: isLeaving });
  else if (hasStoredSession()) publishUnknown();
  else if (!isAdopting) leave({ isDeliberate: false });
}

/** The same person again (a refocused tab, a fresh token) changes nothing on the screen. */
function acceptUser(user: SessionUser) {
  if (state.user && state.user.id === user.id && state.status !== 'unknown') {
    publish({ ...state, user });
    return;
  }
  if (lastAnswer?.userId === user.id) {
    publish({ status: 'staff', user, role: lastAnswer.role });
  } else {
    publish({ status: 'loading', user, role: null });
  }
  void askRole(user);
}

async function askRole(user: SessionUser): Promise<AppError | null> {
  question += 1;
  const current = question;
  try {
    const standing = await askStandingOnceRenewed();
    if (current !== question) return null;
    if (standing === 'session-refused') {
      forgetStoredSession();
      leave({ isDeliberate: false });
      return null;
    }
    const known = state.user?.id === user.id ? state.user : user;
    const isStaff = standing === 'owner' || standing === 'editor';
    lastAnswer = isStaff ? { userId: user.id, role: standing } : null;
    if (isStaff) publish({ status: 'staff', user: known, role: standing });
    else if (standing === null) publish({ status: 'waiting', user: known, role: null });
    else publish({ status: 'unfinished', user: known, role: null, obstacle: standing });
    return null;
  } catch (error) {
    if (current !== question) return null;
    const failure = toAppError(error, 'We could not find out whether you are staff');
    const isKnown = ['staff', 'waiting', 'unfinished'].includes(state.status);
    if (!isKnown) publish({ status: 'unknown', user, role: null, error: failure });
    return failure;
  }
}

/** A token may be refused before its time (new keys, a session ended elsewhere): renew it, ask once more. */
async function askStandingOnceRenewed(): Promise<
  StaffRole | StaffObstacle | null | 'session-refused'
> {
  try {
    return await fetchStanding();
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  if (!(await renewSession())) return 'session-refused';
  try {
    return await fetchStanding();
  } catch (error) {
    if (isRefusal(error)) return 'session-refused';
    throw error;
  }
}

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && error.kind === 'signed-out';
}

function leave({ isDeliberate }: { isDeliberate: boolean }) {
  question += 1;
  if (isDeliberate) {
    lastAnswer = null;
    remembered = null;
    endPasswordChoice();
  } else if (state.status === 'signed-out') {
    // The same end is heard twice: from supabase-js and from the storage.
    return;
  }
  const ended = isDeliberate ? null : (state.user ?? remembered);
  publish({ status: 'signed-out', user: null, role: null, ended });
}

function publishUnknown() {
  const error = new AppError('offline', 'The server cannot be reached right now.');
  publish({ status: 'unknown', user: null, role: null, error });
}

function sayProblem(message: string) {
  notify({
    type: 'error',
    title: 'This link did not work',
    description: message,
    duration: 15_000,
  });
}

/** Other tabs: covers those that have not loaded supabase-js and ends that it does not announce. */
function handleStorage(event: StorageEvent) {
  if (event.key !== SESSION_STORAGE_KEY && event.key !== null) return;
  if (!hasStoredSession()) {
    if (state.user || state.status === 'unknown') leave({ isDeliberate: false });
    return;
  }
  const user = readStoredUser();
  if (!user) return;
  if (connection) acceptUser(user);
  else connect().catch((error: unknown) => console.error('The session could not be opened', error));
}

function handleOnline() {
  if (state.status === 'unknown' && state.user) void askRole(state.user);
}

function isForSomeoneElse({ accessToken }: AuthTokens, user: SessionUser | null): boolean {
  return user !== null && claimsOf(accessToken).sub !== user.id;
}

function isCurrent({ accessToken }: AuthTokens): boolean {
  const { exp } = claimsOf(accessToken);
  return typeof exp === 'number' && exp > Date.now() / 1000;
}

/** What the token says of itself; nobody has checked its signature. */
function claimsOf(accessToken: string): { sub?: unknown; exp?: unknown } {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}

function readStoredSession(): string | null {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY);
  } catch {
    // Storage is blocked: supabase-js then keeps the session for as long as the page lives.
    return null;
  }
}

function hasStoredSession(): boolean {
  return readStoredSession() !== null;
}

function forgetStoredSession() {
  try {
    localStorage.removeItem(SESSION_STORAGE_KEY);
  } catch {
    // Nothing is stored where storage is blocked.
  }
}

function readStoredUser(): SessionUser | null {
  try {
    const stored: unknown = JSON.parse(readStoredSession() ?? 'null');
    if (typeof stored !== 'object' || stored === null || !('user' in stored)) return null;
    const { user } = stored;
    if (typeof user !== 'object' || user === null) return null;
    if (!('id' in user) || typeof user.id !== 'string') return null;
    const email = 'email' in user && typeof user.email === 'string' ? user.email : '';
    return { id: user.id, email };
  } catch {
    return null;
  }
}

async function within<Value>(milliseconds: number, work: Promise<Value>): Promise<Value> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const tooLong = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error('timed out')), milliseconds);
  });
  try {
    return await Promise.race([work, tooLong]);
  } finally {
    clearTimeout(timer);
  }
}
