import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  describeState,
  describeWaitingChanges,
  inState,
  scheduledOrWithheld,
  stateOf,
  storedStateOf,
  type PublicationState,
} from '@/documents/publication';
import { describePublishing, describePublishTime } from '@/documents/publish-time';
import type { WorkingCopy } from '@/documents/staff-api';
import { offices } from '@brand/offices';
import { officeZone } from '@/lib/site-zone';
import { inZone } from '@/lib/time-zones';

// The zone of the device cannot be chosen in every kind of process that runs this.
vi.mock('@/lib/time-zones', async (load) => ({ ...(await load<object>()), inZone: vi.fn() }));

const NOW = '2026-11-21T10:00:00.000Z';

beforeEach(() => vi.useFakeTimers({ now: new Date(NOW), toFake: ['Date'] }));
afterEach(() => vi.useRealTimers());

test.for<[string, string, PublicationState, string]>([
  ['draft', '', 'draft', 'Back to draft'],
  ['draft', '2099-01-01T00:00:00.000Z', 'draft', 'Back to draft'],
  ['published', '', 'published', 'Published'],
  ['published', '2020-01-01T00:00:00.000Z', 'published', 'Published'],
  ['published', NOW, 'published', 'Published'],
  ['published', '2026-11-21T10:00:00.001Z', 'scheduled', 'Scheduled'],
])('status %s with the date %j is %s', ([status, publishedAt, state, words]) => {
  expect(stateOf({ status, publishedAt })).toBe(state);
  expect(describeState({ status, publishedAt })).toBe(words);
});

test.for<[string, string | null, PublicationState]>([
  ['draft', null, 'draft'],
  ['published', null, 'withheld'],
  ['published', '2026-11-21 10:00:00+00', 'published'],
  ['published', '2026-11-21 10:00:00.001+00', 'scheduled'],
])('a stored row of status %s that is public from %s is %s', ([status, public_from, state]) => {
  expect(storedStateOf({ status, public_from })).toBe(state);
});

/** At nine in the zone of the device. */
const nine = new Date(2026, 11, 3, 9).toISOString();

test('lists say what becomes of waiting changes', () => {
  expect(describeWaitingChanges({ publishAt: null, publishFailure: null })).toBe('changes waiting');
  expect(describeWaitingChanges({ publishAt: nine, publishFailure: null })).toBe(
    'changes go live Dec 3, 09:00',
  );
  expect(describeWaitingChanges({ publishAt: nine, publishFailure: 'No' })).toBe(
    'changes could not be published',
  );
});

/** Collects the filters of a request. */
function filtersOf(state: PublicationState | undefined) {
  const filters: string[] = [];
  const request = {
    eq: (column: string, value: string) => (filters.push(`${column} = ${value}`), request),
    is: (column: string, value: null) => (filters.push(`${column} is ${value}`), request),
    gt: (column: string, value: string) => (filters.push(`${column} > ${value}`), request),
    lte: (column: string, value: string) => (filters.push(`${column} <= ${value}`), request),
  };
  inState(request, state);
  return filters;
}

test('a state is asked for by the clock of the database', () => {
  expect(filtersOf(undefined)).toEqual([]);
  expect(filtersOf('draft')).toEqual(['status = draft']);
  expect(filtersOf('scheduled')).toEqual(['status = published', 'public_from > now']);
  expect(filtersOf('published')).toEqual(['status = published', 'public_from <= now']);
  expect(filtersOf('withheld')).toEqual(['status = published', 'public_from is null']);
});

test('a publish time names the first office whose clock shows the same, or the device', () => {
  const [, second] = offices;
  const hourLater = (at: Date) => new Date(at.getTime() + 60 * 60 * 1000);
  vi.mocked(inZone).mockImplementation(hourLater);
  expect(describePublishTime(nine)).toBe('on Dec 3, 2026 at 09:00 (your time)');
  vi.mocked(inZone).mockImplementation((at, zone) =>
    zone === officeZone(second.timeZone) ? at : hourLater(at),
  );
  expect(describePublishTime(nine)).toBe(`on Dec 3, 2026 at 09:00 (${second.city})`);
});

test('it is said what publishes at the time', () => {
  const copy: WorkingCopy = {
    version: 4,
    baseVersion: 3,
    content: null,
    savedBy: null,
    savedAt: NOW,
    publishAt: NOW,
    publishFailure: null,
    hasSchedule: true,
  };
  expect(describePublishing(copy)).toContain('within a minute');
  expect(describePublishing({ ...copy, hasSchedule: false })).toContain('next build');
});

test('what is published and not seen by visitors has a later date, or no approval', () => {
  const filters: string[] = [];
  const request = {
    eq: (column: string, value: string) => (filters.push(`${column} = ${value}`), request),
    or: (either: string) => (filters.push(either), request),
  };
  scheduledOrWithheld(request);
  expect(filters).toEqual(['status = published', 'public_from.gt.now,public_from.is.null']);
});
