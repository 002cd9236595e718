import { expect, test } from 'vitest';
import type { DeployState } from '@contracts/deploys';
import { isDeployDue, isSiteLive, pageProgressOf, progressOf } from '@/features/deploys/progress';

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
  expect(progressOf(given, isSiteLive(given, builtAt), NOW)).toEqual(progress);
});

test.for<[string, DeployState, boolean, object, (string | null)?]>([
  ['a page that has it', state({ lastCall: accepted(90) }), true, { phase: 'live' }],
  [
    'a page that has it, while changes of others wait',
    state({ pending: 1, lastCall: accepted(90) }),
    true,
    { phase: 'live' },
  ],
  [
    'an old page in a new build',
    state({ lastCall: accepted(90) }),
    false,
    { phase: 'building', minutes: 1 },
    ago(60),
  ],
  [
    'an old page long after a new build',
    state({ lastCall: accepted(660) }),
    false,
    { phase: 'late', minutes: 11 },
    ago(600),
  ],
  ['an old page without any call', state(), false, { phase: 'quiet' }],
])('of one document: %s', ([, given, isLive, progress, builtAt = null]) => {
  const status = { state: given, builtAt, leftOut: [{ what: '/blog/another', why: 'No title' }] };
  expect(pageProgressOf(status, { path: '/blog/a-post', isLive }, NOW)).toEqual(progress);
});

test('a page is left out only by a build after the change', () => {
  const leftOut = [{ what: '/blog/a-post', why: 'the page could not be rendered' }];
  const given = state({ lastCall: accepted(90) });
  const page = { path: '/blog/a-post', isLive: false };
  expect(pageProgressOf({ state: given, builtAt: ago(60), leftOut }, page, NOW)).toEqual({
    phase: 'left-out',
    reason: 'the page could not be rendered',
  });
  expect(pageProgressOf({ state: given, builtAt: ago(120), leftOut }, page, NOW)).toEqual({
    phase: 'building',
    minutes: 1,
  });
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
