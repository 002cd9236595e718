import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { http } from '@/lib/http';
import { isSource, isTarget, sourceOf } from './addresses';

/** Short, so that a slow backend does not delay the 404 page. */
const LOOKUP_TIMEOUT_MS = 3000;

/** The target of this address; null without a redirect. */
export async function findTarget(pathname: string, signal: AbortSignal): Promise<string | null> {
  const source = sourceOf(pathname);
  if (!isSource(source)) return null;
  const { body } = await http(`${getEnv().supabaseUrl}/rest/v1/rpc/list_redirects`, {
    query: { source },
    headers: visitorHeaders(),
    timeoutMs: LOOKUP_TIMEOUT_MS,
    signal,
  });
  const row: unknown = Array.isArray(body) ? body[0] : undefined;
  if (typeof row !== 'object' || row === null || !('to_path' in row)) return null;
  // Checked here too, so that no answer can lead to another site.
  return typeof row.to_path === 'string' && isTarget(row.to_path) ? row.to_path : null;
}
