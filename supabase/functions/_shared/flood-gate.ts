// Keeps bursts from one sender away from the database.
import { createQueue } from './queue.ts';

/** `isRemembered`: refused from memory, without asking the database, and logged already. */
type Limited = {
  outcome: 'limited';
  retryAfter: number;
  isFull?: boolean;
  isRemembered?: boolean;
};

export type FloodGateOptions = {
  /** The number of concurrent database calls; others wait. */
  concurrency: number;
  /** How long a refusal is remembered. Short, so that a repeated request of a stored form is answered soon. */
  rememberMs: number;
  now?: () => number;
};

const MOST_REMEMBERED = 1000;

/** Runs `work` unless it has just refused this sender, also while waiting in the queue. */
export function createFloodGate({ concurrency, rememberMs, now = Date.now }: FloodGateOptions) {
  const refusals = new Map<string, Limited & { until: number }>();
  const enqueue = createQueue(concurrency);

  function remembered(sender: string): Limited | null {
    const refusal = refusals.get(sender);
    if (!refusal) return null;
    if (refusal.until > now()) {
      return { outcome: 'limited', retryAfter: refusal.retryAfter, isRemembered: true };
    }
    refusals.delete(sender);
    return null;
  }

  function remember(sender: string, { outcome, retryAfter }: Limited) {
    if (refusals.size >= MOST_REMEMBERED) refusals.clear();
    refusals.set(sender, { outcome, retryAfter, until: now() + rememberMs });
  }

  return async function pass<Kept extends { outcome: 'kept' | 'not-offered' }>(
    sender: string,
    work: () => Promise<Kept | Limited>,
  ): Promise<Kept | Limited> {
    const refusal = remembered(sender);
    if (refusal) return refusal;
    return enqueue(async () => {
      const meanwhile = remembered(sender);
      if (meanwhile) return meanwhile;
      const result = await work();
      if (result.outcome === 'limited' && !result.isFull) remember(sender, result);
      return result;
    });
  };
}
