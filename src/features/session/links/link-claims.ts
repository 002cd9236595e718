export type LinkClaims = { userId: string | null; email: string | null; isCurrent: boolean };

/**
 * Reads the access token of a link without checking its signature. supabase-js checks a current token
 * with the Auth service before it stores the session. With an expired one it uses the refresh token,
 * which may belong to another account. So only links with a current token may be used.
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
