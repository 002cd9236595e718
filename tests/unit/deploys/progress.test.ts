import { expect, test } from 'vitest';
import type { DeployState } from '@contracts/deploys';
import { isDeployDue, progressOf } from '@/features/deploys/progress';

const NOW = Date.parse('2026-11-20T09:00:00Z');
const ago = (seconds: number) => new Date(NOW - seconds * 1000).toISOString();

function state(fields: Partial<DeployState> = {}): DeployState {
  return {
    isConfigured: true,
    builder: null,
    problem: null,
    minutes: 2,
    pending: 0,
    changedAt: null,
    lastCall: null,
    ...fields,
  };
}

const accepted = (seconds: number) =>
  ({ requestedAt: ago(seconds), outcome: 'accepted', reason: null }) as const;
const failed = (seconds: number) =>
  ({
    requestedAt: ago(seconds),
    outcome: 'failed',
    reason: 'The host refused the call (500)',
  }) as const;

test.for<[string, DeployState, object, string?]>([
  ['no hook', state({ isConfigured: false, pending: 3 }), { phase: 'quiet' }],
  ['nothing ever changed', state(), { phase: 'quiet' }],
  ['a change, no call yet', state({ pending: 1 }), { phase: 'building', minutes: 2 }],
  [
    'a change within the pause',
    state({ pending: 1, lastCall: accepted(15) }),
    { phase: 'building', minutes: 3 },
  ],
  ['a call just now', state({ lastCall: accepted(1) }), { phase: 'building', minutes: 2 }],
  ['a call a while ago', state({ lastCall: accepted(90) }), { phase: 'building', minutes: 1 }],
  [
    'a call long ago, of a site that does not say',
    state({ lastCall: accepted(120) }),
    { phase: 'quiet' },
  ],
  ['a slow build', state({ lastCall: accepted(300) }), { phase: 'building', minutes: 1 }, ago(900)],
  ['a stuck build', state({ lastCall: accepted(660) }), { phase: 'late', minutes: 11 }, ago(900)],
  ['a site built after the call', state({ lastCall: accepted(90) }), { phase: 'live' }, ago(60)],
  [
    'a site built before the call',
    state({ lastCall: accepted(90) }),
    { phase: 'building', minutes: 1 },
    ago(91),
  ],
  [
    'a change after the build',
    state({ pending: 1, lastCall: accepted(90) }),
    { phase: 'building', minutes: 2 },
    ago(60),
  ],
  ['a site built long ago', state({ lastCall: accepted(900) }), { phase: 'quiet' }, ago(890)],
  [
    'a call that failed',
    state({ pending: 1, lastCall: failed(5) }),
    { phase: 'failed', reason: 'The host refused the call (500)' },
  ],
  ['a failure with nothing left to do', state({ lastCall: failed(5) }), { phase: 'quiet' }],
])('%s', ([, given, progress, builtAt = null]) => {
  expect(progressOf(given, builtAt, NOW)).toEqual(progress);
});

test.for<[string, DeployState, boolean]>([
  ['no hook', state({ isConfigured: false, pending: 1 }), false],
  ['nothing waits', state(), false],
  ['something waits, nothing was called yet', state({ pending: 1 }), true],
  ['within the pause', state({ pending: 1, lastCall: accepted(59) }), false],
  ['after the pause', state({ pending: 1, lastCall: accepted(60) }), true],
  ['after a refusal, which a person looks at', state({ pending: 1, lastCall: failed(90) }), false],
])('automatic refetch: %s', ([, given, isWanted]) => {
  expect(isDeployDue(given, NOW)).toBe(isWanted);
});
