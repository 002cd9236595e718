import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { http } from '@/lib/http';
import { isSource, isTarget, sourceOf } from './addresses';

/** A visitor of a missing page is not kept waiting for a slow backend. */
const LOOKUP_TIMEOUT_MS = 3000;

/** Where staff send visitors of this address; null for nowhere. */
export async function findTarget(pathname: string, signal: AbortSignal): Promise<string | null> {
  const source = sourceOf(pathname);
  if (!isSource(source)) return null;
  const { body } = await http(`${getEnv().supabaseUrl}/rest/v1/redirects`, {
    query: { select: 'to_path', from_path: `eq.${source}` },
    headers: visitorHeaders(),
    timeoutMs: LOOKUP_TIMEOUT_MS,
    signal,
  });
  const row: unknown = Array.isArray(body) ? body[0] : undefined;
  if (typeof row !== 'object' || row === null || !('to_path' in row)) return null;
  // Whatever the answer says: never to another site.
  return typeof row.to_path === 'string' && isTarget(row.to_path) ? row.to_path : null;
}
