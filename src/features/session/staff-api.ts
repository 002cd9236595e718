import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { AppError, toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';

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
