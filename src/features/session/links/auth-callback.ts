/** The result of an Auth link, read from the address of the page. */
export type AuthCallback =
  | { kind: 'link'; link: MailedLink }
  | { kind: 'tokens'; tokens: AuthTokens }
  | { kind: 'problem'; message: string };

export type AuthTokens = { accessToken: string; refreshToken: string; type: string | null };

/** Of a mail (supabase/templates): its token is still to be used. */
export type MailedLink = { tokenHash: string; type: string };

// The limit after which supabase-js warns when it reads the address itself.
const STALE_AFTER_SECONDS = 120;

/**
 * Reads a mailed link, or the result of one that Auth has opened, and removes it from the address. If supabase-js
 * did it, the tokens would stay in the browser history, reach the router as a hash, and sign in
 * without a confirmation.
 */
export function takeAuthCallback(): AuthCallback | null {
  const hash = new URLSearchParams(location.hash.slice(1));
  const query = new URLSearchParams(location.search);
  const answer = [hash, query].find(
    (params) =>
      params.has('access_token') ||
      params.has('token_hash') ||
      params.has('error_code') ||
      params.has('error'),
  );
  if (!answer) return null;

  const callback = read(answer);
  for (const name of ['error', 'error_code', 'error_description', 'sb']) query.delete(name);
  const search = query.size > 0 ? `?${query}` : '';
  history.replaceState(history.state, '', location.pathname + search);
  return callback;
}

function read(answer: URLSearchParams): AuthCallback {
  const code = answer.get('error_code') ?? answer.get('error');
  if (code !== null) return { kind: 'problem', message: linkProblemOf(code) };
  const tokenHash = answer.get('token_hash');
  if (tokenHash) return { kind: 'link', link: { tokenHash, type: answer.get('type') ?? '' } };
  const accessToken = answer.get('access_token');
  const refreshToken = answer.get('refresh_token');
  const expiresIn = Number(answer.get('expires_in'));
  if (!accessToken || !refreshToken || !expiresIn || !answer.get('token_type')) {
    return {
      kind: 'problem',
      message: 'It is not complete. Please open it again from the email, or sign in.',
    };
  }
  const issuedAt = Number(answer.get('expires_at')) - expiresIn;
  if (issuedAt > 0 && Date.now() / 1000 - issuedAt >= STALE_AFTER_SECONDS) {
    console.warn('The session in the address was issued over 120 s ago; the link may be stale.');
  }
  return { kind: 'tokens', tokens: { accessToken, refreshToken, type: answer.get('type') } };
}

/** @param code of the Auth service */
export function linkProblemOf(code: string): string {
  if (code === 'otp_expired') {
    return 'It has expired or was used before. Sign in, or ask for a new one there: "Forgot your password?" works for every account.';
  }
  // The description in the address is not shown: any website can make a link with any text.
  return 'Please try again, or sign in.';
}
