import type { LeaveOut } from './build-info.ts';

/** The function list_redirects returns no more. */
const PAGE = 1000;
const TIMEOUT_MS = 20_000;

// Repeats the rules of the table, because a host's file could interpret other text differently.
const FROM = /^(?:\/(?:[a-z0-9._~-]|%(?!2[ef]|5c|7f|[01])[0-9a-f]{2})+)+$/;
const TO = /^\/(?!\/)[A-Za-z0-9._~%/-]*(?:\?[A-Za-z0-9._~%=&+-]*)?(?:#[A-Za-z0-9._~%-]*)?$/;

/**
 * The redirects, read like a visitor: addresses of published studies and posts are not among them.
 *
 * @param source of the Supabase project, and its publishable key
 * @param leaveOut called for rows that a host's file would interpret differently
 * @returns by `from`
 */
export async function readRedirects(
  { url, key }: { url: string; key: string },
  leaveOut: LeaveOut,
): Promise<{ from: string; to: string }[]> {
  const all: { from: string; to: string }[] = [];
  let last = '';
  for (;;) {
    const address = `${url}/rest/v1/rpc/list_redirects`;
    const response = await fetch(`${address}?${new URLSearchParams({ after: last })}`, {
      headers: { apikey: key },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok) throw new Error(`${address} answered ${response.status}`);
    const rows: { from_path: string; to_path: string }[] = await response.json();
    for (const { from_path: from, to_path: to } of rows) {
      if (FROM.test(from) && TO.test(to)) all.push({ from, to });
      else leaveOut(from, `the redirect is left out: its addresses mean something else to hosts`);
      last = from;
    }
    if (rows.length < PAGE) return all;
  }
}
