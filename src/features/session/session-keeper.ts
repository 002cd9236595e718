import { AppError, toAppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import {
  adoptTokens,
  fetchStanding,
  listenToAuth,
  openMailedLink,
  renewSession,
  revokeSessions,
  signInWithPassword,
  signUpWithPassword,
  type AuthChange,
  type Credentials,
  type NewAccount,
  type SessionUser,
  type StaffObstacle,
  type StaffRole,
} from './api';
import { forgetAskedLink, wasLinkAsked } from './links/asked-links';
import {
  linkProblemOf,
  takeAuthCallback,
  type AuthTokens,
  type MailedLink,
} from './links/auth-callback';
import { readLinkClaims } from './links/link-claims';
import {
  beginPasswordChoice,
  endPasswordChoice,
  leadsToPasswordChoice,
} from './password/password-choice';
import { logSignIn, logSignInFailure } from './security-events';
import { getSession, LOADING, publish, publishUnknown, startSession } from './session-store';
import {
  forgetStoredSession,
  hasStoredSession,
  isSessionOnItsWay,
  readStoredSession,
} from './stored-session';
import {
  askForTypedPassword,
  endTypedPassword,
  expectTypedPassword,
  forgetTypedPassword,
  holdTypedPassword,
} from './password/typed-password';

/** Signing out continues without the server's answer after this time. */
export const SIGN_OUT_TIMEOUT_MS = 5000;

let connection: Promise<void> | undefined;
/** The stored user at page load. */
let remembered: SessionUser | null = null;
/** The last known role, so that a failed request does not close the staff area. */
let lastRole: { userId: string; role: StaffRole } | null = null;
let lastRequest = 0;
let isLeaving = false;
let isAdopting = false;
/** A mailed link before its button is pressed. Mail scanners open links, so opening one uses nothing up. */
let waitingLink: MailedLink | null = null;
/** A link that this browser did not request; used only after a confirmation. */
let offered: { tokens: AuthTokens; email: string } | null = null;

/** Opens the session of a link in the address, or the stored one. */
export function openSession() {
  const callback = takeAuthCallback();
  remembered = readStoredUser();
  if (callback?.kind === 'tokens') {
    openLink(callback.tokens);
    return;
  }
  if (callback?.kind === 'link') {
    waitingLink = callback.link;
    showPage(paths.continueAs);
  } else if (callback) {
    notifyLinkProblem(callback.message);
  }
  openWithoutLink();
}

function openLink(tokens: AuthTokens) {
  const verdict = judgeLink(tokens);
  if (verdict === 'adopt') {
    // Set before the router reads the address: Auth links can lead to the site root only.
    if (leadsToPasswordChoice(tokens.type)) showPage(paths.newPassword);
    void adopt(tokens);
    return;
  }
  if (verdict === 'ask') showPage(paths.continueAs);
  openWithoutLink();
}

/** Whether the session of a link may be used; `ask` keeps it until the user agrees, and the user hears of a refusal. */
function judgeLink(tokens: AuthTokens): 'adopt' | 'ask' | 'refuse' {
  const { userId, email, isCurrent } = readLinkClaims(tokens.accessToken);
  const present = getSession().user ?? remembered;
  if (present && userId !== present.id) {
    // A link must not replace the signed-in account without notice.
    notifyLinkProblem('It belongs to another account. Log out first, then ask for a new one.');
    return 'refuse';
  }
  if (!isCurrent || email === null) {
    notifyLinkProblem(
      present
        ? 'It is too old. Log out first, or ask for a new one.'
        : 'It is too old, or the clock of this device is wrong. Please ask for a new one.',
    );
    return 'refuse';
  }
  if (present || wasLinkAsked(email)) return 'adopt';
  // The link may have the session of its sender, so it needs a confirmation.
  offered = { tokens, email };
  return 'ask';
}

/** What the mail is for (signup, recovery, invite, magiclink, email_change); null without a waiting link. */
export function getWaitingLinkType(): string | null {
  return waitingLink?.type ?? null;
}

/**
 * Uses the waiting link up. Never throws: a refused link shows a toast.
 *
 * @returns whether the link in another mailbox has to be opened too
 */
export async function openWaitingLink(): Promise<{ needsOther: boolean }> {
  const link = waitingLink;
  if (!link) return { needsOther: false };
  try {
    const tokens = await openMailedLink(link);
    waitingLink = null;
    if (tokens === null) return { needsOther: true };
    if (judgeLink(tokens) === 'adopt') await adopt(tokens);
  } catch (error) {
    const { kind } = toAppError(error, 'The link could not be opened');
    // Only a refusal uses the link up.
    const isRefused = kind !== 'offline' && kind !== 'unexpected';
    if (isRefused) waitingLink = null;
    notifyLinkProblem(
      isRefused ? linkProblemOf('otp_expired') : 'The server could not open it. Please try again.',
    );
  }
  return { needsOther: false };
}

function openWithoutLink() {
  if (hasStoredSession()) void open();
  else publish({ status: 'signed-out', user: null, role: null, ended: null });
}

function showPage(path: string) {
  history.replaceState(history.state, '', path);
}

/** The email in the token of the offered link; null without one. */
export function getOfferedAddress(): string | null {
  return offered?.email ?? null;
}

/** Signs in with the offered link. Never throws: a refused link shows a toast. */
export async function acceptOfferedLink(): Promise<void> {
  const link = offered;
  offered = null;
  // Keep the account of another tab that has signed in meanwhile.
  if (link && !hasStoredSession()) await adopt(link.tokens);
}

export function declineOfferedLink() {
  offered = null;
}

/**
 * @param captchaToken of useCaptcha
 * @throws AppError with the server's message, or the text of AUTH-19
 */
export async function signIn(credentials: Credentials, captchaToken?: string): Promise<void> {
  void startSession();
  try {
    await signInWithPassword(credentials, captchaToken, connect);
  } catch (error) {
    logSignInFailure(credentials.email, error);
    throw error;
  }
  logSignIn('password', credentials.email);
}

/** @returns whether the email has to be confirmed; otherwise the user is signed in already */
export async function signUp(
  account: NewAccount,
  captchaToken?: string,
): Promise<{ isConfirmationPending: boolean }> {
  void startSession();
  const result = await signUpWithPassword(account, captchaToken, connect);
  if (result.isConfirmationPending) holdTypedPassword(account);
  return result;
}

/** Ends every session of the user. Never throws: a refusal of the server is logged. */
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
  // Only where the link was requested can another tab hold what was typed at sign-up.
  const isTypedHere =
    tokens.type === 'signup' && userId !== null && email !== null && wasLinkAsked(email);
  if (isTypedHere) expectTypedPassword();
  await open();
  try {
    await adoptTokens(tokens);
    if (email !== null) forgetAskedLink(email);
    logSignIn('link');
  } catch (error) {
    console.error('The session of the link could not be opened', error);
    endPasswordChoice();
    endTypedPassword();
    notifyLinkProblem('The link could not be used. Please sign in, or try the link again.');
    if (!getSession().user && !hasStoredSession()) leave({ isDeliberate: true });
    return;
  } finally {
    isAdopting = false;
  }
  if (tokens.type !== 'signup') return;
  const isSaved = isTypedHere && (await askForTypedPassword({ id: userId, email }));
  notify({
    type: 'success',
    title: 'Your email address is confirmed',
    description: isSaved
      ? 'The password you typed when you signed up is set.'
      : 'Choose your password again to finish.',
  });
}

/** Called by supabase-js. Do not await its calls in here: they may wait for this to return. */
function handleAuthChange({ event, user }: AuthChange) {
  // The storage event follows, and with it followOtherTab.
  if (user && isSessionOnItsWay()) return;
  if (user) acceptUser(user);
  else if (event === 'SIGNED_OUT') leave({ isDeliberate: isLeaving });
  else if (hasStoredSession()) publishUnknown();
  else if (!isAdopting) leave({ isDeliberate: false });
}

/** The same user again (a refocused tab, a new token) does not change the screen. */
function acceptUser(user: SessionUser) {
  const state = getSession();
  if (state.user && state.user.id === user.id && state.status !== 'unknown') {
    publish({ ...state, user });
    return;
  }
  if (lastRole?.userId === user.id) {
    publish({ status: 'staff', user, role: lastRole.role });
  } else {
    publish({ status: 'loading', user, role: null });
  }
  void loadRole(user);
}

/** Reads the user's role from the database and publishes it. */
export async function loadRole(user: SessionUser): Promise<AppError | null> {
  lastRequest += 1;
  const current = lastRequest;
  try {
    const standing = await fetchStandingWithRenewal();
    if (current !== lastRequest) return null;
    if (standing === 'session-refused') {
      forgetStoredSession();
      leave({ isDeliberate: false });
      return null;
    }
    const { user: present } = getSession();
    const known = present?.id === user.id ? present : user;
    const isStaff = standing === 'owner' || standing === 'editor';
    lastRole = isStaff ? { userId: user.id, role: standing } : null;
    if (isStaff) publish({ status: 'staff', user: known, role: standing });
    else if (standing === null) publish({ status: 'waiting', user: known, role: null });
    else publish({ status: 'unfinished', user: known, role: null, obstacle: standing });
    return null;
  } catch (error) {
    if (current !== lastRequest) return null;
    const failure = toAppError(error, 'We could not check whether you are staff');
    const isKnown = ['staff', 'waiting', 'unfinished'].includes(getSession().status);
    if (!isKnown) publish({ status: 'unknown', user, role: null, error: failure });
    return failure;
  }
}

/** Renews a token that is refused early (new keys, a session ended elsewhere) and tries again once. */
async function fetchStandingWithRenewal(): Promise<
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
  lastRequest += 1;
  if (isDeliberate) {
    lastRole = null;
    remembered = null;
    endPasswordChoice();
    forgetTypedPassword();
  } else if (state.status === 'signed-out') {
    // The end of a session is reported twice: by supabase-js and by the storage event.
    return;
  }
  const ended = isDeliberate ? null : (state.user ?? remembered);
  publish({ status: 'signed-out', user: null, role: null, ended });
}

function notifyLinkProblem(message: string) {
  notify({
    type: 'error',
    title: 'This link did not work',
    description: message,
    duration: 15_000,
  });
}

/** Called when another tab has stored or removed a session. */
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
