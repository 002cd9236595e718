import { AppError } from '@/lib/errors';
import { logFailedLogin, logSecurityEvent } from '@/lib/security-log';

const WINDOW_MS = 15 * 60_000;

/**
 * Times of failed sign-ins by address, of wrong codes by account. In memory only: addresses are not stored or logged,
 * not even as hashes, which a list of known addresses would reverse.
 */
const failuresByAddress = new Map<string, number[]>();

/** Logs sign-ins that the Auth service refused, not those that failed for other reasons. */
export function logSignInFailure(email: string, error: unknown) {
  if (!(error instanceof AppError) || error.code === null) return;
  const { code, kind } = error;
  if (code === 'over_request_rate_limit') {
    logSecurityEvent({
      type: 'rate_limit_exceeded',
      severity: 'high',
      description: 'Too many sign-ins, the Auth service refuses more for now',
      metadata: { reason: code },
    });
  } else if (code === 'user_banned') {
    logSecurityEvent({
      type: 'account_lockout',
      severity: 'high',
      description: 'Sign-in to a locked account',
      metadata: { reason: code },
    });
  } else if (kind !== 'offline' && kind !== 'unexpected') {
    logFailedLogin(countFailure(email), code);
  }
}

export function logSignIn(method: 'password' | 'link', email?: string) {
  if (email !== undefined) failuresByAddress.delete(normal(email));
  logSecurityEvent({
    type: 'authentication_success',
    severity: 'low',
    description: method === 'password' ? 'With a password' : 'With an emailed link',
    metadata: { method },
  });
}

/** Logs a wrong code of the second factor: a failed sign-in, rated like the others. */
export function logCodeFailure(userId: string, error: unknown) {
  if (!(error instanceof AppError) || error.kind !== 'invalid') return;
  const description = 'The password was right, the code of the second factor was not';
  logFailedLogin(countFailure(userId), error.code ?? '', description);
}

export function logPasswordChange(origin: 'account' | 'link') {
  logSecurityEvent({
    type: 'password_change',
    severity: 'medium',
    description:
      origin === 'account' ? 'Changed the password' : 'Chose a password with an emailed link',
    metadata: { origin },
  });
}

function countFailure(email: string): number {
  const now = Date.now();
  const earlier = failuresByAddress.get(normal(email)) ?? [];
  const recent = [...earlier.filter((at) => now - at < WINDOW_MS), now];
  failuresByAddress.set(normal(email), recent);
  return recent.length;
}

function normal(email: string): string {
  return email.trim().toLowerCase();
}
