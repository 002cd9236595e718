import { AppError } from '@/lib/errors';
import { logFailedLogin, logSecurityEvent } from '@/lib/security-log';

const WINDOW_MS = 15 * 60_000;

/**
 * When sign-ins failed, by address. In memory only: the addresses are neither stored nor logged, not
 * even as a hash, which a list of known addresses would undo.
 */
const failuresByAddress = new Map<string, number[]>();

/** Logs what the Auth service refused; a server that is away or out of order refused nobody. */
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
      description: 'Someone tried to sign in to a locked account',
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
    description: method === 'password' ? 'Signed in' : 'Signed in by a mailed link',
    metadata: { method },
  });
}

/** A wrong code of the second factor: whoever enters it knows the password. */
export function logCodeFailure(error: unknown) {
  if (!(error instanceof AppError) || error.kind !== 'invalid') return;
  logSecurityEvent({
    type: 'failed_login',
    severity: 'high',
    description: 'The password was right, the code of the second factor was not',
    metadata: { reason: error.code },
  });
}

export function logPasswordChange(origin: 'account' | 'link') {
  logSecurityEvent({
    type: 'password_change',
    severity: 'medium',
    description:
      origin === 'account' ? 'Changed the password' : 'Chose a password by a mailed link',
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
