import { DEPLOY_PAUSE_SECONDS, type DeployState } from '@contracts/deploys';

export type DeployProgress =
  | { phase: 'quiet' }
  /** `minutes` until all visitors see what was published. */
  | { phase: 'building'; minutes: number }
  | { phase: 'failed'; reason: string };

const MINUTE_MS = 60_000;

/** Whether to request a build now. After a refused call, staff or the next save request the next one. */
export function isDeployDue(
  { isConfigured, pending, lastCall }: DeployState,
  now: number,
): boolean {
  if (!isConfigured || pending === 0 || lastCall?.outcome === 'failed') return false;
  return lastCall === null || pauseAfter(lastCall.requestedAt, now) === 0;
}

function pauseAfter(requestedAt: string, now: number): number {
  return Math.max(0, Date.parse(requestedAt) + DEPLOY_PAUSE_SECONDS * 1000 - now);
}

/** The state in words of the screen; always 'quiet' without a deploy hook. */
export function progressOf(state: DeployState, now: number): DeployProgress {
  const { isConfigured, minutes, pending, lastCall } = state;
  if (!isConfigured) return { phase: 'quiet' };
  if (pending > 0) {
    if (lastCall?.outcome === 'failed') {
      return { phase: 'failed', reason: lastCall.reason ?? 'The host refused the call' };
    }
    const pause = lastCall ? pauseAfter(lastCall.requestedAt, now) : 0;
    return { phase: 'building', minutes: Math.ceil(minutes + pause / MINUTE_MS) };
  }
  if (lastCall === null || lastCall.outcome === 'failed') return { phase: 'quiet' };
  const left = Date.parse(lastCall.requestedAt) + minutes * MINUTE_MS - now;
  return left > 0
    ? { phase: 'building', minutes: Math.ceil(left / MINUTE_MS) }
    : { phase: 'quiet' };
}
