// Asks for links of published documents, for the scheduler with a secret key.
//
//   POST …  asks for the next ones; the answer does not wait for theirs
import { jsonReply } from '../_shared/http.ts';
import type { LinkResult } from './links.ts';

export type LinkCheckDeps = {
  /** @param key the `apikey` of the request */
  isOperator: (key: string) => Promise<boolean>;
  claim: () => Promise<string[]>;
  check: (urls: readonly string[]) => Promise<LinkResult[]>;
  settle: (results: LinkResult[]) => Promise<void>;
  /** Runs work after the response. */
  afterwards: (work: () => Promise<unknown>) => void;
  logError: (error: unknown) => void;
};

export async function handleLinkCheck(request: Request, deps: LinkCheckDeps): Promise<Response> {
  if (request.method !== 'POST') return refused(405, 'Method not allowed', { allow: 'POST' });
  if (!(await deps.isOperator(request.headers.get('apikey') ?? ''))) {
    return refused(401, 'This call needs a secret key');
  }
  try {
    const urls = await deps.claim();
    if (urls.length > 0) deps.afterwards(async () => deps.settle(await deps.check(urls)));
    return jsonReply(200, { data: { links: urls.length }, error: null });
  } catch (error) {
    deps.logError(error);
    return refused(500, 'The links could not be read');
  }
}

function refused(status: number, message: string, headers: HeadersInit = {}): Response {
  return jsonReply(status, { data: null, error: { message } }, headers);
}
