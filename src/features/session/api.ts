import { z } from 'zod';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http } from '@/lib/http';
import { parseResponse } from '@/lib/parse-response';
import { loadSupabase } from '@/lib/supabase';
import { rememberAskedLink } from './links/asked-links';
import type { AuthTokens, MailedLink } from './links/auth-callback';

export type SessionUser = { id: string; email: string };
export type StaffRole = 'owner' | 'editor';
/** What a member has to do before the database grants staff access. */
export type StaffObstacle = 'code' | 'password' | 'enrol';
export type Credentials = { email: string; password: string };
export type NewAccount = Credentials & { fullName?: string | undefined };
export type AuthChange = { event: string; user: SessionUser | null };

const ROLE_TIMEOUT_MS = 10_000;
const SIGN_IN_FAILED = 'Login failed. Please try again.';
const SIGN_UP_FAILED = 'Sign up failed. Please try again.';
const LINK_FAILED = 'The link could not be opened';
const RESEND_FAILED = 'The email could not be sent. Please try again.';
const PASSWORD_FAILED = 'The password could not be saved. Please try again.';
/** Error code: the password is in a list of leaked passwords. */
export const PASSWORD_LEAKED = 'password_leaked';

/** Listens to changes of the session in this tab and, through supabase-js, in others. */
export async function listenToAuth(onChange: (change: AuthChange) => void): Promise<void> {
  const supabase = await loadSupabase();
  supabase.auth.onAuthStateChange((event, session) => {
    const user = session ? { id: session.user.id, email: session.user.email ?? '' } : null;
    onChange({ event, user });
  });
}

/** @param connect called before the request, so that the store receives the new session */
export async function signInWithPassword(
  credentials: Credentials,
  captchaToken: string | undefined,
  connect: () => Promise<void>,
): Promise<void> {
  try {
    await connect();
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.signInWithPassword({
      ...credentials,
      options: withToken(captchaToken),
    });
    if (error) throw error;
  } catch (error) {
    throw withServerMessage(error, SIGN_IN_FAILED);
  }
}

/** @param connect as for signInWithPassword */
export async function signUpWithPassword(
  { fullName, ...credentials }: NewAccount,
  captchaToken: string | undefined,
  connect: () => Promise<void>,
): Promise<{ isConfirmationPending: boolean }> {
  try {
    await connect();
    const supabase = await loadSupabase();
    rememberAskedLink(credentials.email);
    const { data, error } = await supabase.auth.signUp({
      ...credentials,
      options: {
        emailRedirectTo: siteRoot(),
        ...withToken(captchaToken),
        ...(fullName !== undefined && { data: { full_name: fullName } }),
      },
    });
    if (error) throw error;
    return { isConfirmationPending: data.session === null };
  } catch (error) {
    throw withServerMessage(error, SIGN_UP_FAILED);
  }
}

/** Sends the confirmation email of a sign-up again. */
export async function resendConfirmation(email: string, captchaToken?: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    rememberAskedLink(email);
    const { error } = await supabase.auth.resend({
      type: 'signup',
      email,
      options: { emailRedirectTo: siteRoot(), ...withToken(captchaToken) },
    });
    if (error) throw error;
  } catch (error) {
    throw withServerMessage(error, RESEND_FAILED);
  }
}

/** Sends a link for a new password. The result does not reveal whether the account exists. */
export async function requestNewPassword(email: string, captchaToken?: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    rememberAskedLink(email);
    const { error } = await supabase.auth.resetPasswordForEmail(email, {
      redirectTo: siteRoot(),
      ...withToken(captchaToken),
    });
    // This error occurs only for existing accounts, so showing it would reveal the account.
    if (error && error.code !== 'over_email_send_rate_limit') throw error;
  } catch (error) {
    throw withServerMessage(error, RESEND_FAILED);
  }
}

export type NewPassword = {
  password: string;
  /** Required by the Auth service, except after an emailed link or for an account without a password. */
  currentPassword?: string;
  /** From the email of requestPasswordCode, for sessions older than a day. */
  code?: string;
};

/** Saves a new password and ends the user's other sessions; `areOthersOut` tells whether that worked. */
export async function savePassword({
  password,
  currentPassword,
  code,
}: NewPassword): Promise<{ areOthersOut: boolean }> {
  try {
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.updateUser({
      password,
      ...(currentPassword !== undefined && { current_password: currentPassword }),
      ...(code !== undefined && { nonce: code }),
    });
    if (error) throw error;
    const others = await supabase.auth.signOut({ scope: 'others' });
    return { areOthersOut: others.error === null };
  } catch (error) {
    throw withServerMessage(error, PASSWORD_FAILED);
  }
}

/** Requests an emailed code, with which an old session may change the password. */
export async function requestPasswordCode(): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error } = await supabase.auth.reauthenticate();
    if (error) throw error;
  } catch (error) {
    throw withServerMessage(error, RESEND_FAILED);
  }
}

const openedLinkSchema = z.union([
  z.object({ access_token: z.string(), refresh_token: z.string() }),
  z.object({ msg: z.string() }),
]);

/**
 * Uses up the token of a mailed link. Not with supabase-js, which would sign in before the user has agreed to the account.
 *
 * @returns null for the first of the two links of a change of address
 */
export async function openMailedLink({ tokenHash, type }: MailedLink): Promise<AuthTokens | null> {
  try {
    const { body } = await http(`${getEnv().supabaseUrl}/auth/v1/verify`, {
      method: 'POST',
      headers: visitorHeaders(),
      body: { type, token_hash: tokenHash },
    });
    const opened = parseResponse(openedLinkSchema, body, LINK_FAILED);
    if (!('access_token' in opened)) return null;
    return { accessToken: opened.access_token, refreshToken: opened.refresh_token, type };
  } catch (error) {
    throw toAppError(error, LINK_FAILED);
  }
}

export async function adoptTokens(tokens: {
  accessToken: string;
  refreshToken: string;
}): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.setSession({
    access_token: tokens.accessToken,
    refresh_token: tokens.refreshToken,
  });
  if (error) throw error;
}

/** Null if the user is not a member. Read from the database each time, never stored. */
export async function fetchStanding(): Promise<StaffRole | StaffObstacle | null> {
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .rpc('current_staff_role')
      .abortSignal(AbortSignal.timeout(ROLE_TIMEOUT_MS));
    if (error) throw { ...error, status };
    return isStanding(data) ? data : null;
  } catch (error) {
    throw toAppError(error, 'We could not check whether you are staff');
  }
}

const STANDINGS: readonly unknown[] = ['owner', 'editor', 'code', 'password', 'enrol'] satisfies (
  | StaffRole
  | StaffObstacle
)[];

function isStanding(value: unknown): value is StaffRole | StaffObstacle {
  return STANDINGS.includes(value);
}

/**
 * Exchanges a refused token for a new one.
 *
 * @returns false when that is refused as well: the session has ended
 */
export async function renewSession(): Promise<boolean> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.refreshSession();
  if (!error) return true;
  const failure = toAppError(error, 'We could not renew your session');
  if (failure.kind === 'offline') throw failure;
  return false;
}

/** Ends all sessions of the user. supabase-js treats 401, 403 and 404 as success. */
export async function revokeSessions(): Promise<void> {
  const supabase = await loadSupabase();
  const { error } = await supabase.auth.signOut({ scope: 'global' });
  if (error) throw error;
}

function withToken(captchaToken?: string) {
  return captchaToken === undefined ? {} : { captchaToken };
}

function siteRoot(): string {
  return new URL('/', location.origin).href;
}

/** The server's message if it answered; without an answer supabase-js sets a message of its own. */
function withServerMessage(error: unknown, fallback: string): AppError {
  if (isLeakedPassword(error)) {
    return new AppError('invalid', 'This password is known from a data leak. Choose another one.', {
      cause: error,
      code: PASSWORD_LEAKED,
    });
  }
  const { kind, code } = toAppError(error, fallback);
  const answered =
    error instanceof Error && error.name.startsWith('Auth') && error.name !== 'AuthUnknownError';
  const message = kind !== 'offline' && answered && error.message ? error.message : fallback;
  return new AppError(kind, message, { cause: error, ...(code === null ? {} : { code }) });
}

function isLeakedPassword(error: unknown): boolean {
  return (
    error instanceof Error &&
    'reasons' in error &&
    Array.isArray(error.reasons) &&
    error.reasons.includes('pwned')
  );
}
