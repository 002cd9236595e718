import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { http } from '@/lib/http';
import { isSource, isTarget, sourceOf } from './addresses';

/** Short, so that a slow backend does not delay the 404 page. */
const LOOKUP_TIMEOUT_MS = 3000;

/** The target of this address; null without a redirect. The backend counts an address that leads nowhere. */
export async function findTarget(pathname: string, signal: AbortSignal): Promise<string | null> {
  const source = sourceOf(pathname);
  if (!isSource(source)) return null;
  const { body } = await http(`${getEnv().supabaseUrl}/rest/v1/rpc/find_redirect`, {
    method: 'POST',
    isKeyed: true,
    body: { source },
    headers: visitorHeaders(),
    timeoutMs: LOOKUP_TIMEOUT_MS,
    signal,
  });
  // Checked here too, so that no answer can lead to another site.
  return typeof body === 'string' && isTarget(body) ? body : null;
}
