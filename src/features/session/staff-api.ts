import { askBackend, withTimeout } from '@/lib/backend';
import { visitorHeaders } from '@/lib/backend-headers';
import { parseTimestamp } from '@/lib/dates';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';
import { loadSupabase } from '@/lib/supabase';
import { rememberAskedLink } from './links/asked-links';
import { logSignInFailure } from './security-events';

/** Limit of the database (migrations/*_staff_and_accounts.sql). */
export const ACCESS_NOTE_MAX = 300;

export type AccessRequest = { askedAt: Date; isDeclined: boolean };

/** The caller's own request; null without one. */
export async function fetchAccessRequest(userId: string): Promise<AccessRequest | null> {
  const { data } = await askBackend('We could not load your request', (supabase) =>
    supabase
      .from('staff_requests')
      .select('created_at, declined_at')
      // Owners may read the requests of others as well.
      .eq('user_id', userId)
      .abortSignal(withTimeout())
      .retry(false),
  );
  const [row] = data;
  return row
    ? { askedAt: parseTimestamp(row.created_at), isDeclined: row.declined_at !== null }
    : null;
}

/** Sends an access request; sending it again replaces the note. */
export async function askForAccess(note: string): Promise<void> {
  await askBackend('Your request could not be sent', (supabase) =>
    supabase.rpc('request_staff_access', { note }),
  );
}

/** An authenticator app. It counts only once it is verified. */
export type Factor = { id: string; name: string; isVerified: boolean; addedAt: Date };
export type Enrolment = { id: string; qrCode: string; secret: string };

/** Error code: the backend has no second factor, or it is switched off. */
export const MFA_UNAVAILABLE = 'mfa_unavailable';
const WRONG_CODE = 'mfa_verification_failed';

export async function listFactors(): Promise<Factor[]> {
  return attempt('Failed to load your authenticator apps', async (mfa) => {
    const { data, error } = await mfa.listFactors();
    if (error) throw error;
    return data.all
      .filter(({ factor_type }) => factor_type === 'totp')
      .map(({ id, friendly_name, status, created_at }) => ({
        id,
        name: friendly_name || 'Authenticator app',
        isVerified: status === 'verified',
        addedAt: parseTimestamp(created_at),
      }));
  });
}

/** Starts adding an app; it counts after verifyFactor. */
export async function enrolFactor(name: string): Promise<Enrolment> {
  return attempt('The app could not be added', async (mfa) => {
    const { data, error } = await mfa.enroll({ factorType: 'totp', friendlyName: name });
    if (error) throw error;
    return { id: data.id, qrCode: asImageAddress(data.totp.qr_code), secret: data.totp.secret };
  });
}

/** Checks a code of the app; the session has two factors afterwards. */
export async function verifyFactor({ id, code }: { id: string; code: string }): Promise<void> {
  return attempt('The code could not be checked', async (mfa) => {
    const { error } = await mfa.challengeAndVerify({ factorId: id, code });
    if (error?.code === WRONG_CODE) {
      throw new AppError('invalid', 'This code is wrong or too old. Enter the one shown now.', {
        code: WRONG_CODE,
      });
    }
    if (error) throw error;
  });
}

export async function removeFactor(id: string): Promise<void> {
  return attempt('The app could not be removed', async (mfa) => {
    const { error } = await mfa.unenroll({ factorId: id });
    if (error) throw error;
    // The current token still claims two factors.
    await (await loadSupabase()).auth.refreshSession();
  });
}

type Mfa = Awaited<ReturnType<typeof loadSupabase>>['auth']['mfa'];

async function attempt<Value>(
  sentence: string,
  work: (mfa: Mfa) => Promise<Value>,
): Promise<Value> {
  try {
    return await work((await loadSupabase()).auth.mfa);
  } catch (error) {
    if (isUnavailable(error)) {
      throw new AppError('not-found', 'Two-step sign-in is not available on this installation.', {
        cause: error,
        code: MFA_UNAVAILABLE,
      });
    }
    throw toAppError(error, sentence);
  }
}

/**
 * The feature is switched off, or the backend does not have these routes: for its 404 without JSON
 * supabase-js reports an unknown error without a status.
 */
function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = 'code' in error ? error.code : undefined;
  const status = 'status' in error ? error.status : undefined;
  return (
    error.name === 'AuthUnknownError' ||
    (typeof code === 'string' && code.endsWith('_not_enabled')) ||
    status === 405 ||
    status === 501 ||
    (status === 404 && code !== 'mfa_factor_not_found')
  );
}

/** supabase-js does not escape the SVG in the data URL, which would end at the first '#'. */
function asImageAddress(qrCode: string): string {
  const drawing = qrCode.slice(qrCode.indexOf('<'));
  return drawing.startsWith('<') ? `data:image/svg+xml,${encodeURIComponent(drawing)}` : qrCode;
}

const MOVE_FAILED = 'Your email was not changed';
/** Error code: the current password is wrong. */
export const WRONG_PASSWORD = 'invalid_credentials';
/** Error code: another account has the address. */
export const ADDRESS_TAKEN = 'email_exists';

export type AddressChange = { email: string; next: string; password: string };

/**
 * Asks Auth for the links to both addresses, and the database to move the membership once both were opened. The password is
 * proven by a session of its own, which ends at once: that of this tab may be old, or stolen.
 */
export async function changeAddress(
  { email, next, password }: AddressChange,
  captchaToken: string | undefined,
): Promise<void> {
  const proof = await signInOnce(email, password, captchaToken);
  try {
    await askBackend(MOVE_FAILED, (supabase) =>
      supabase.rpc('ask_address_change', { new_email: next }),
    );
    rememberAskedLink(email);
    rememberAskedLink(next);
    const { error } = await (
      await loadSupabase()
    ).auth.updateUser({ email: next }, { emailRedirectTo: new URL('/', location.origin).href });
    if (error) throw error;
  } catch (error) {
    throw toAppError(error, MOVE_FAILED);
  } finally {
    await endSession(proof);
  }
}

/** @returns the access token */
async function signInOnce(email: string, password: string, captchaToken: string | undefined) {
  try {
    const { body } = await http(`${getEnv().supabaseUrl}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      headers: visitorHeaders(),
      body: {
        ...{ email, password },
        ...(captchaToken !== undefined && {
          gotrue_meta_security: { captcha_token: captchaToken },
        }),
      },
    });
    return textIn(body, 'access_token');
  } catch (error) {
    if (!(error instanceof HttpError)) throw toAppError(error, MOVE_FAILED);
    const code = textIn(error.body, 'error_code') || textIn(error.body, 'code');
    const refusal = new AppError(
      error.status === 429 ? 'unexpected' : 'invalid',
      code === WRONG_PASSWORD
        ? 'This is not your current password'
        : `${MOVE_FAILED}: ${textIn(error.body, 'msg') || error.message}`,
      { cause: error, code },
    );
    logSignInFailure(email, refusal);
    throw refusal;
  }
}

async function endSession(token: string) {
  await http(`${getEnv().supabaseUrl}/auth/v1/logout?scope=local`, {
    method: 'POST',
    headers: { ...visitorHeaders(), authorization: `Bearer ${token}` },
  }).catch(() => undefined);
}

function textIn(body: unknown, name: string): string {
  const value: unknown = Object(body)[name];
  return typeof value === 'string' ? value : '';
}
