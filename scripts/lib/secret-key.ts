/** A key that skips row-level security: `sb_secret_…`, or the older JWT of the role service_role. */
export function isSecretKey(key: string): boolean {
  if (key.startsWith('sb_secret_')) return true;
  try {
    const [, claims = ''] = key.split('.');
    return JSON.parse(atob(claims.replace(/-/g, '+').replace(/_/g, '/'))).role === 'service_role';
  } catch {
    // Not a JWT.
    return false;
  }
}
