// Asks for one address: HEAD, and GET where the answer to that is no answer to a visitor.
import { findPrivateHost, UNKNOWN_NAME, type Resolve } from '../_shared/public-host.ts';

export const LINK_TIMEOUT_MS = 8000;
const REDIRECTS_MAX = 5;

/** `problem` completes 'https://…'; null when it answers. `isGone`: the host itself says so. */
export type LinkResult = { url: string; problem: string | null; is_gone: boolean };

export type LinkDeps = {
  send: typeof fetch;
  resolve: Resolve;
  /** Names us to the host. */
  userAgent: string;
};

export async function checkLink(url: string, deps: LinkDeps): Promise<LinkResult> {
  try {
    const first = await ask(url, 'HEAD', deps);
    // Some hosts answer HEAD with an error.
    const answer = typeof first === 'number' && first >= 400 ? await ask(url, 'GET', deps) : first;
    if (typeof answer === 'string') {
      return { url, problem: answer, is_gone: answer !== UNKNOWN_NAME };
    }
    const isGone = answer === 404 || answer === 410;
    // Others, like 401, 403 and 429, are for programs: visitors may well read the page.
    const problem = isGone || answer >= 500 ? `answers with ${answer}` : null;
    return { url, problem, is_gone: isGone };
  } catch (error) {
    const isTimeout = error instanceof DOMException && error.name === 'TimeoutError';
    return { url, problem: isTimeout ? 'does not answer' : 'cannot be reached', is_gone: false };
  }
}

/** @returns the status, or why the address is not asked for */
async function ask(address: string, method: 'HEAD' | 'GET', deps: LinkDeps) {
  let url = new URL(address);
  for (let hop = 0; hop <= REDIRECTS_MAX; hop += 1) {
    const refusal = await findPrivateHost(url, deps.resolve);
    if (refusal !== null) return refusal;
    const reply = await deps.send(url, {
      method,
      // Each address of the way is compared with the private ones.
      redirect: 'manual',
      headers: { 'user-agent': deps.userAgent },
      signal: AbortSignal.timeout(LINK_TIMEOUT_MS),
    });
    await reply.body?.cancel();
    const to = reply.headers.get('location');
    if (reply.status < 300 || reply.status > 399 || to === null) return reply.status;
    if (!URL.canParse(to, url)) return 'redirects to no address';
    url = new URL(to, url);
  }
  return 'redirects without end';
}

/** One request at a time per host. */
export async function checkLinks(urls: readonly string[], deps: LinkDeps): Promise<LinkResult[]> {
  const hosts = new Map<string, string[]>();
  for (const url of urls) {
    const host = URL.canParse(url) ? new URL(url).host : '';
    hosts.set(host, [...(hosts.get(host) ?? []), url]);
  }
  const ofHosts = await Promise.all(
    [...hosts.values()].map(async (ofHost) => {
      const results: LinkResult[] = [];
      for (const url of ofHost) results.push(await checkLink(url, deps));
      return results;
    }),
  );
  return ofHosts.flat();
}
