import { AppError, toAppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
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
import { forgetAskedLink, wasLinkAsked } from './asked-links';
import { takeAuthCallback, type AuthTokens } from './auth-callback';
import { readLinkClaims } from './link-claims';
import { beginPasswordChoice, endPasswordChoice, leadsToPasswordChoice } from './password-choice';
import { logSignIn, logSignInFailure } from './security-events';
import { getSession, LOADING, publish, publishUnknown, startSession } from './session-store';
import { forgetStoredSession, hasStoredSession, readStoredSession } from './stored-session';

/** Signing out waits no longer for the server: the person wants to leave. */
export const SIGN_OUT_TIMEOUT_MS = 5000;

let connection: Promise<void> | undefined;
/** Who was signed in when the page was loaded, as the browser remembers it. */
let remembered: SessionUser | null = null;
/** The last answer about a role: a hiccup of the backend does not throw that person out. */
let lastAnswer: { userId: string; role: StaffRole } | null = null;
let question = 0;
let isLeaving = false;
let isAdopting = false;
/** A link that this browser did not ask for: used only if the person at the screen says so. */
let offered: { tokens: AuthTokens; email: string } | null = null;

/** Finds out who is signed in: by a link in the address, or by what the browser has stored. */
export function openSession() {
  const callback = takeAuthCallback();
  remembered = readStoredUser();
  if (callback?.kind === 'tokens') {
    openLink(callback.tokens);
    return;
  }
  if (callback) sayProblem(callback.message);
  goOnWithoutLink();
}

function openLink(tokens: AuthTokens) {
  const { userId, email, isCurrent } = readLinkClaims(tokens.accessToken);
  if (remembered && userId !== remembered.id) {
    // A link must not quietly put another account in the place of the one at work here.
    sayProblem('It belongs to another account. Log out first, then open it again.');
    goOnWithoutLink();
  } else if (!isCurrent || email === null) {
    sayProblem(
      remembered
        ? 'It is too old. Log out first, or ask for a new one.'
        : 'It is too old, or the clock of this device is wrong. Please ask for a new one.',
    );
    goOnWithoutLink();
  } else if (remembered || wasLinkAsked(email)) {
    // Before the router reads the address: the link itself may name the site's root only.
    if (leadsToPasswordChoice(tokens.type)) showPage(paths.newPassword);
    void adopt(tokens);
  } else {
    // The link may carry the session of the person who sent it, so it signs in only after a question.
    offered = { tokens, email };
    showPage(paths.continueAs);
    goOnWithoutLink();
  }
}

function goOnWithoutLink() {
  if (hasStoredSession()) void open();
  else publish({ status: 'signed-out', user: null, role: null, ended: null });
}

function showPage(path: string) {
  history.replaceState(history.state, '', path);
}

/** The address of a link that waits for an answer, as its token says; null when there is none. */
export function getOfferedAddress(): string | null {
  return offered?.email ?? null;
}

/** Signs in by the link that waits. Never fails: a link that is refused is told in a message. */
export async function acceptOfferedLink(): Promise<void> {
  const link = offered;
  offered = null;
  // Another tab may have signed in meanwhile: that account stays.
  if (link && !hasStoredSession()) await adopt(link.tokens);
}

export function declineOfferedLink() {
  offered = null;
}

/** @throws AppError with the server's message, or the text of AUTH-19 and AUTH-20 in its place */
export async function signIn(credentials: Credentials): Promise<void> {
  void startSession();
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
  void startSession();
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

function connect(): Promise<void> {
  connection ??= listenToAuth(handleAuthChange).catch((error: unknown) => {
    connection = undefined;
    throw error;
  });
  return connection;
}

async function open() {
  publish(LOADING);
  try {
    await connect();
  } catch (error) {
    console.error('The session could not be opened', error);
    publishUnknown();
  }
}

async function adopt(tokens: AuthTokens) {
  isAdopting = true;
  const { userId, email } = readLinkClaims(tokens.accessToken);
  if (leadsToPasswordChoice(tokens.type) && userId !== null) beginPasswordChoice(userId);
  await open();
  try {
    await adoptTokens(tokens);
    if (email !== null) forgetAskedLink(email);
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
    if (!getSession().user && !hasStoredSession()) leave({ isDeliberate: true });
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
  const state = getSession();
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

/** Asks the database what this person may do, and says so to the screen. */
export async function askRole(user: SessionUser): Promise<AppError | null> {
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
    const { user: present } = getSession();
    const known = present?.id === user.id ? present : user;
    const isStaff = standing === 'owner' || standing === 'editor';
    lastAnswer = isStaff ? { userId: user.id, role: standing } : null;
    if (isStaff) publish({ status: 'staff', user: known, role: standing });
    else if (standing === null) publish({ status: 'waiting', user: known, role: null });
    else publish({ status: 'unfinished', user: known, role: null, obstacle: standing });
    return null;
  } catch (error) {
    if (current !== question) return null;
    const failure = toAppError(error, 'We could not find out whether you are staff');
    const isKnown = ['staff', 'waiting', 'unfinished'].includes(getSession().status);
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
  const state = getSession();
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

function sayProblem(message: string) {
  notify({
    type: 'error',
    title: 'This link did not work',
    description: message,
    duration: 15_000,
  });
}

/** Another tab has stored a session, or removed it. */
export function followOtherTab() {
  const { user: present, status } = getSession();
  if (!hasStoredSession()) {
    if (present || status === 'unknown') leave({ isDeliberate: false });
    return;
  }
  const user = readStoredUser();
  if (!user) return;
  if (connection) acceptUser(user);
  else connect().catch((error: unknown) => console.error('The session could not be opened', error));
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
