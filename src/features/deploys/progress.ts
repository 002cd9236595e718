import { DEPLOY_PAUSE_SECONDS, type DeployState } from '@contracts/deploys';
import type { DeployStatus } from './api';

export type DeployProgress =
  | { phase: 'quiet' }
  /** `minutes` until all visitors see what was published. */
  | { phase: 'building'; minutes: number }
  /** What visitors get has it. */
  | { phase: 'live' }
  /** `minutes` since the host accepted the call; the site is still an older one. */
  | { phase: 'late'; minutes: number }
  | { phase: 'failed'; reason: string }
  /** The build that would have it left the page out. */
  | { phase: 'left-out'; reason: string };

const MINUTE_MS = 60_000;
/** How often as long as usual a build may take. */
const LATE_FACTOR = 3;
const LATE_MINUTES_MIN = 10;
/** How long the line says that a build is live. */
const LIVE_SHOWN_MINUTES = 10;

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

/**
 * Whether the site was built after all changes.
 *
 * @param builtAt of the site that visitors get; null where it does not say
 */
export function isSiteLive(
  { pending, lastCall }: DeployState,
  builtAt: string | null,
): boolean | null {
  if (pending > 0) return false;
  if (builtAt === null || lastCall === null) return null;
  // A build reads the content after the call.
  return Date.parse(builtAt) >= Date.parse(lastCall.requestedAt);
}

/**
 * The state in words of the screen; always 'quiet' without a deploy hook.
 *
 * @param isLive whether visitors get what was published; null where that cannot be known
 */
export function progressOf(
  { isConfigured, minutes, pending, lastCall }: DeployState,
  isLive: boolean | null,
  now: number,
): DeployProgress {
  if (!isConfigured) return { phase: 'quiet' };
  const passed = lastCall ? (now - Date.parse(lastCall.requestedAt)) / MINUTE_MS : Infinity;
  if (isLive) return { phase: passed < LIVE_SHOWN_MINUTES ? 'live' : 'quiet' };
  if (pending > 0) {
    if (lastCall?.outcome === 'failed') {
      return { phase: 'failed', reason: lastCall.reason ?? 'The host refused the call' };
    }
    const pause = lastCall ? pauseAfter(lastCall.requestedAt, now) : 0;
    return { phase: 'building', minutes: Math.ceil(minutes + pause / MINUTE_MS) };
  }
  if (lastCall === null || lastCall.outcome === 'failed') return { phase: 'quiet' };
  if (passed < minutes) return { phase: 'building', minutes: Math.ceil(minutes - passed) };
  if (isLive === null) return { phase: 'quiet' };
  return passed < Math.max(LATE_MINUTES_MIN, LATE_FACTOR * minutes)
    ? { phase: 'building', minutes: 1 }
    : { phase: 'late', minutes: Math.floor(passed) };
}

/** The same for the page of one document, which was fetched to see whether it has it. */
export function pageProgressOf(
  { state, builtAt, leftOut }: DeployStatus,
  page: { path: string; isLive: boolean },
  now: number,
): DeployProgress {
  const progress = progressOf(state, page.isLive, now);
  if (progress.phase === 'quiet' || page.isLive || !isSiteLive(state, builtAt)) return progress;
  const omitted = leftOut.find(({ what }) => what === page.path);
  return omitted ? { phase: 'left-out', reason: omitted.why } : progress;
}
