// The embedded Auth has no password verification hook: the launcher writes failed sign-ins to the log.

/**
 * Writes a failed sign-in to the security log, within the caps of the database. Never fails: a log that is
 * away must not change what Auth answers.
 *
 * @param {{ query: (sql: string, params?: unknown[]) => Promise<unknown> }} sql the database as its owner
 * @param {{ email: unknown }} attempt the address as it was typed
 * @param {(line: string) => void} [log]
 */
export async function noteFailedSignIn(sql, { email }, log = () => {}) {
  // Postgres holds no NUL.
  const address = typeof email === 'string' ? email.replaceAll('\0', '') : '';
  try {
    await sql.query('select private.note_failed_sign_in(null, $1)', [address]);
  } catch (error) {
    log(`security log: a failed sign-in was not written: ${error}`);
  }
}
