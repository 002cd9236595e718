import { queryOptions } from '@tanstack/react-query';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { http } from '@/lib/http';
import { isSource, isTarget, sourceOf } from './addresses';

/** Who stands before a missing page is not kept waiting for a slow backend. */
const LOOKUP_TIMEOUT_MS = 3000;

/** Where staff send visitors of this address; null for nowhere. */
async function findTarget(pathname: string, signal: AbortSignal): Promise<string | null> {
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

export function redirectLookup(pathname: string) {
  return queryOptions({
    queryKey: ['redirects', 'lookup', sourceOf(pathname)] as const,
    queryFn: ({ signal }) => findTarget(pathname, signal),
    retry: false,
  });
}
