// The embedded Auth has no password verification hook: the backend logs failed sign-ins itself.

/**
 * Writes a failed sign-in to the security log, within the limits of the database. Never fails: a
 * broken log must not change the response of Auth.
 *
 * @param sql the database as its owner
 * @param attempt the address as it was typed
 */
export async function noteFailedSignIn(
  sql: { query: (sql: string, params?: unknown[]) => Promise<unknown> },
  { email }: { email: unknown },
) {
  // Postgres cannot store NUL.
  const address = typeof email === 'string' ? email.replaceAll('\0', '') : '';
  try {
    await sql.query('select private.note_failed_sign_in(null, $1)', [address]);
  } catch {
    // The sign-in has failed either way.
  }
}
