export type LinkClaims = { userId: string | null; email: string | null; isCurrent: boolean };

/**
 * What the access token of a link says; its signature is not checked here. supabase-js asks the Auth
 * service about a current token before it stores the session. An expired one it does not check: it
 * exchanges the refresh token beside it, which may belong to another account. So only links whose
 * token is current may be used.
 */
export function readLinkClaims(accessToken: string): LinkClaims {
  const { sub, email, exp } = decode(accessToken);
  return {
    userId: typeof sub === 'string' ? sub : null,
    email: typeof email === 'string' && email !== '' ? email : null,
    isCurrent: typeof exp === 'number' && exp > Date.now() / 1000,
  };
}

function decode(accessToken: string): { sub?: unknown; email?: unknown; exp?: unknown } {
  try {
    const payload = (accessToken.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const claims: unknown = JSON.parse(atob(payload));
    return typeof claims === 'object' && claims !== null ? claims : {};
  } catch {
    return {};
  }
}
