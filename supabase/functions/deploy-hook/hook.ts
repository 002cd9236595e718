// The host's deploy hook: a secret address that starts a build.
import {
  buildRunsSchema,
  DEPLOY_MINUTES_DEFAULT,
  type DeployState,
} from '../_shared/contracts/deploys.ts';

export const HOOK_TIMEOUT_MS = 10_000;

export type DeploySettings = { hookUrl: URL | null; problem: string | null; minutes: number };

/** DEPLOY_HOOK_URL is optional: without it the site is built manually. */
export function readDeploySettings(get: (name: string) => string | undefined): DeploySettings {
  const minutes = Number(get('DEPLOY_MINUTES') || DEPLOY_MINUTES_DEFAULT);
  const hook = readHookUrl(get('DEPLOY_HOOK_URL')?.trim() ?? '', get('SUPABASE_URL') ?? '');
  if (minutes > 0 && minutes <= 240) return { ...hook, minutes };
  return {
    ...hook,
    problem: hook.problem ?? 'DEPLOY_MINUTES must be a number of minutes',
    minutes: DEPLOY_MINUTES_DEFAULT,
  };
}

function readHookUrl(address: string, ownUrl: string): Omit<DeploySettings, 'minutes'> {
  if (address === '') return { hookUrl: null, problem: null };
  const hookUrl = parse(address);
  // The hook may be on localhost only when the backend is too (development).
  const isLocal = isLoopback(parse(ownUrl)) && isLoopback(hookUrl);
  if (hookUrl?.protocol === 'https:' || (hookUrl?.protocol === 'http:' && isLocal)) {
    return { hookUrl, problem: null };
  }
  return { hookUrl: null, problem: 'DEPLOY_HOOK_URL must be an https address' };
}

function parse(address: string): URL | null {
  return URL.canParse(address) ? new URL(address) : null;
}

function isLoopback(url: URL | null): boolean {
  return url !== null && ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname);
}

/** @returns null when the host accepted the call, otherwise the error, without the secret address */
export async function callHook(
  hookUrl: URL,
  send: typeof fetch = fetch,
  timeoutMs = HOOK_TIMEOUT_MS,
): Promise<string | null> {
  try {
    const reply = await send(hookUrl, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: '{}',
      // Hooks do not redirect, and a redirect could lead to an address that was not configured.
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    });
    await reply.body?.cancel();
    return reply.ok ? null : `The host refused the call (${reply.status || 'a redirect'})`;
  } catch (error) {
    return error instanceof DOMException && error.name === 'TimeoutError'
      ? `The host did not answer within ${timeoutMs / 1000} seconds`
      : 'The host could not be reached';
  }
}

const BUILDER_TIMEOUT_MS = 3000;

/**
 * The last builds of `npm run builder`, whose hook is below /builder/ (docs/deployment.md). Hooks of hosts are not asked:
 * some start a build on GET too.
 */
export async function readBuilder(
  hookUrl: URL | null,
  send: typeof fetch = fetch,
): Promise<DeployState['builder']> {
  if (!hookUrl?.pathname.includes('/builder/')) return null;
  try {
    const reply = await send(hookUrl, {
      redirect: 'manual',
      signal: AbortSignal.timeout(BUILDER_TIMEOUT_MS),
    });
    return reply.ok ? buildRunsSchema.parse(await reply.json()) : { builds: null };
  } catch {
    return { builds: null };
  }
}
