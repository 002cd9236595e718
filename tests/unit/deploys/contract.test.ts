import { deployReplySchema, deployStateSchema, type DeployState } from '@contracts/deploys';
import { expect, test } from 'vitest';

const STATE: DeployState = {
  isConfigured: true,
  builder: null,
  problem: null,
  minutes: 2,
  pending: 0,
  changedAt: '2026-11-20T10:00:00+01:00',
  lastCall: { requestedAt: '2026-11-20T09:00:00Z', outcome: 'running', reason: null },
};

test('the state of the builds is parsed from the response of the function', () => {
  expect(deployReplySchema.parse({ data: STATE })).toEqual({ data: STATE });
  const untouched = { ...STATE, changedAt: null, lastCall: null };
  expect(deployStateSchema.parse(untouched)).toEqual(untouched);
});

test.for<[string, object]>([
  ['a build that takes no time', { minutes: 0 }],
  ['less than no change', { pending: -1 }],
  ['half a change', { pending: 0.5 }],
  ['a time that is none', { changedAt: 'yesterday' }],
  ['a call without a time', { lastCall: { outcome: 'running', reason: null } }],
  ['a call with an unknown end', { lastCall: { ...STATE.lastCall, outcome: 'lost' } }],
  ['nothing about the hook', { isConfigured: undefined }],
])('%s is refused as state of the builds', ([, fields]) => {
  expect(deployReplySchema.safeParse({ data: { ...STATE, ...fields } }).success).toBe(false);
});

test('a response without the data wrapper is refused', () => {
  expect(deployReplySchema.safeParse(STATE).success).toBe(false);
});
