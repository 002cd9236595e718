import { expect, test } from 'vitest';
import { answerTime } from '@/features/enquiries/answer-by';

const SKOPJE = { zone: 'Europe/Skopje', city: 'Skopje' };
// Skopje is one hour ahead of UTC in winter, two in summer.
const DUE = new Date('2026-11-24T09:00:00Z');

test.for([
  ['2026-11-23T12:00:00Z', 'later', 'Tue 10:00 (Skopje)'],
  ['2026-11-23T22:59:00Z', 'later', 'Tue 10:00 (Skopje)'],
  ['2026-11-23T23:00:00Z', 'near', 'Tue 10:00 (Skopje)'],
  ['2026-11-24T09:00:00Z', 'missed', 'Tue 10:00 (Skopje)'],
  ['2026-12-24T09:00:00Z', 'missed', 'Nov 24, 10:00 (Skopje)'],
] as const)('at %s the time is %s: %s', ([now, state, text]) => {
  expect(answerTime(DUE, new Date(now), SKOPJE)).toEqual({ state, text });
});

test('the local time follows daylight saving', () => {
  const due = new Date('2026-07-01T08:00:00Z');
  expect(answerTime(due, new Date('2026-06-30T08:00:00Z'), SKOPJE).text).toBe('Wed 10:00 (Skopje)');
});
