import { expect, test, vi } from 'vitest';
import { offices } from '@brand/texts/offices';
import { officeTime, openingState, openingWords, visitorNote } from '@/features/offices/time';
import { stateOf } from '../../support/offices';
import { ANSWERING_OFFICE } from '@contracts/agency';
import { officeZone } from '@/lib/site-zone';
import { specified } from '../../support/specified';

const systemZones = ['Pacific/Auckland', 'America/St_Johns'];

function inSystemZone(zone: string) {
  vi.stubEnv('TZ', zone);
  return () => vi.unstubAllEnvs();
}

const stateAt = (instant: string, timeZone: string) => stateOf(new Date(instant), timeZone);
const textAt = (instant: string, timeZone: string) => stateAt(instant, timeZone).text;

test('OFFICE-9: EST is New York', () => {
  expect(officeZone('EST')).toBe('America/New_York');
});

test('OFFICE-10: PST is Los Angeles', () => {
  expect(officeZone('PST')).toBe('America/Los_Angeles');
});

test.each(['CET', 'GMT', '', 'constructor'])(
  'OFFICE-11: any other label (%j) is the office that answers',
  (label) => {
    expect(officeZone(label)).toBe(ANSWERING_OFFICE.zone);
  },
);

specified('OFFICE-11: the office that answers is Skopje', () => {
  expect(ANSWERING_OFFICE.zone).toBe('Europe/Skopje');
});

test.each(['Europe/Lisbon', 'Asia/Kolkata'])('%s is a zone itself', (zone) => {
  expect(officeZone(zone)).toBe(zone);
});

test.each(systemZones)('the process runs in the time zone %s', (zone) => {
  const restore = inSystemZone(zone);
  expect(Intl.DateTimeFormat().resolvedOptions().timeZone).toBe(zone);
  restore();
});

test.each(
  systemZones.flatMap((zone) =>
    [
      ['2026-01-15T17:05:00Z', 'EST', '12:05 pm'],
      ['2026-01-15T05:00:00Z', 'EST', '12:00 am'],
      ['2026-07-15T17:05:00Z', 'EST', '1:05 pm'],
      ['2026-01-15T17:05:00Z', 'PST', '9:05 am'],
      ['2026-07-15T17:05:00Z', 'PST', '10:05 am'],
      ['2026-01-15T17:05:00Z', 'Europe/Skopje', '6:05 pm'],
      ['2026-07-15T17:05:00Z', 'Europe/Skopje', '7:05 pm'],
      // New York changes its clocks from 2 to 3 am in spring and from 2 to 1 am in autumn.
      ['2026-03-08T06:59:00Z', 'EST', '1:59 am'],
      ['2026-03-08T07:00:00Z', 'EST', '3:00 am'],
      ['2026-11-01T05:59:00Z', 'EST', '1:59 am'],
      ['2026-11-01T06:00:00Z', 'EST', '1:00 am'],
    ].map(([instant, label, time]) => [zone, instant, label, time] as const),
  ),
)('OFFICE-8, OFFICE-9, OFFICE-10: seen from %s, %s is for %s %s', (zone, instant, label, time) => {
  const restore = inSystemZone(zone);
  expect(officeTime(new Date(instant ?? ''), label ?? '')).toBe(time);
  restore();
});

test.each(
  systemZones.flatMap((zone) =>
    [
      ['2026-01-15T20:00:00Z', 'closes in 2 h'],
      ['2026-01-15T20:20:00Z', 'closes in 1 h 40 min'],
      ['2026-01-15T21:35:00Z', 'closes in 25 min'],
      ['2026-01-15T21:59:59Z', 'closes in 1 min'],
      ['2026-01-15T22:00:00Z', 'opens tomorrow at 9 am'],
      ['2026-01-15T13:59:59Z', 'opens today at 9 am'],
      ['2026-01-15T14:00:00Z', 'closes in 8 h'],
      // Thursday turns to Friday.
      ['2026-01-16T04:59:00Z', 'opens tomorrow at 9 am'],
      ['2026-01-16T05:00:00Z', 'opens today at 9 am'],
      // Friday evening, Saturday, Sunday.
      ['2026-01-16T22:00:00Z', 'opens Monday at 9 am'],
      ['2026-01-17T05:00:00Z', 'opens Monday at 9 am'],
      ['2026-01-18T04:59:00Z', 'opens Monday at 9 am'],
      ['2026-01-18T05:00:00Z', 'opens tomorrow at 9 am'],
      ['2026-01-19T04:59:00Z', 'opens tomorrow at 9 am'],
      ['2026-01-19T05:00:00Z', 'opens today at 9 am'],
    ].map(([instant, text]) => [zone, instant, text] as const),
  ),
)('OFFICE-15: seen from %s, New York at %s is "%s"', (zone, instant, text) => {
  const restore = inSystemZone(zone);
  expect(textAt(instant ?? '', 'EST')).toBe(text);
  restore();
});

test('the weekend begins in Skopje while Los Angeles is still open', () => {
  const instant = '2026-01-16T23:30:00Z';
  expect(textAt(instant, 'Europe/Skopje')).toBe('opens Monday at 9 am');
  expect(textAt(instant, 'PST')).toBe('closes in 1 h 30 min');
});

test.each(systemZones)(
  'seen from %s, an office opens at nine local time before and after a clock change',
  (zone) => {
    const restore = inSystemZone(zone);
    const opening = (instant: string, label: string) =>
      stateAt(instant, label).changesAt.toISOString();
    // Friday to Monday across the Sunday on which the clocks change.
    expect(opening('2026-03-06T23:00:00Z', 'EST')).toBe('2026-03-09T13:00:00.000Z');
    expect(opening('2026-10-30T22:00:00Z', 'EST')).toBe('2026-11-02T14:00:00.000Z');
    expect(opening('2026-03-28T12:00:00Z', 'Europe/Skopje')).toBe('2026-03-30T07:00:00.000Z');
    expect(opening('2026-10-24T12:00:00Z', 'Europe/Skopje')).toBe('2026-10-26T08:00:00.000Z');
    expect(opening('2026-03-07T02:00:00Z', 'PST')).toBe('2026-03-09T16:00:00.000Z');
    // In the hour that occurs twice in New York.
    expect(opening('2026-11-01T05:30:00Z', 'EST')).toBe('2026-11-02T14:00:00.000Z');
    expect(opening('2026-11-01T06:30:00Z', 'EST')).toBe('2026-11-02T14:00:00.000Z');
    restore();
  },
);

test('an open office shows when it closes', () => {
  const state = stateAt('2026-07-15T17:05:30Z', 'EST');
  expect(state).toEqual({
    isOpen: true,
    text: 'closes in 3 h 55 min',
    changesAt: new Date('2026-07-15T21:00:00Z'),
  });
});

test.each([
  ['Europe/Berlin', '3 pm your time'],
  ['Asia/Kolkata', '7:30 pm your time'],
  ['Pacific/Auckland', 'Tuesday 3 am your time'],
  ['America/New_York', null],
  // Another zone with the same clock.
  ['America/Toronto', null],
])('nine in New York, for a visitor in %s: %s', (zone, note) => {
  expect(visitorNote(new Date('2026-01-19T14:00:00Z'), 'EST', zone)).toBe(note);
});

test('the two weeks in which New York and Berlin are an hour closer are handled', () => {
  const { changesAt } = stateAt('2026-03-16T11:00:00Z', 'EST');
  expect(visitorNote(changesAt, 'EST', 'Europe/Berlin')).toBe('2 pm your time');
});

test.each([
  ['Pacific/Auckland', 'Tuesday 3 am your time'],
  ['America/St_Johns', '10:30 am your time'],
])('without a time zone, that of the device is used: %s', (zone, note) => {
  const restore = inSystemZone(zone);
  const { changesAt } = stateAt('2026-01-19T11:00:00Z', 'EST');
  expect(visitorNote(changesAt, 'EST')).toBe(note);
  restore();
});

test('OFFICE-15: the offices have these hours', () => {
  for (const { hours } of offices) expect(hours).toBe('9 am to 5 pm, Monday to Friday');
});

// Thursday, 15 January 2026; New York is five hours behind UTC.
test.each([
  ['8 am to 3 pm, Monday to Friday', '2026-01-15T19:59:00Z', true, 'closes in 1 min'],
  ['8 am to 3 pm, Monday to Friday', '2026-01-15T21:35:00Z', false, 'opens tomorrow at 8 am'],
  ['8:30 am to 12:15 pm, Thursday', '2026-01-15T13:29:00Z', false, 'opens today at 8:30 am'],
  ['8:30 am to 12:15 pm, Thursday', '2026-01-15T17:14:00Z', true, 'closes in 1 min'],
  [
    '8:30 am to 12:15 pm, Monday and Tuesday',
    '2026-01-15T17:14:00Z',
    false,
    'opens Monday at 8:30 am',
  ],
  [
    '9 am to 5 pm, Monday to Wednesday; 10 am to 12 am, Thursday',
    ...(['2026-01-16T04:00:00Z', true, 'closes in 1 h'] as const),
  ],
  ['9 am to 5 pm, Sunday to Thursday', '2026-01-16T15:00:00Z', false, 'opens Sunday at 9 am'],
] as const)('an office that says %s is at %s open: %s, %s', (hours, instant, isOpen, text) => {
  expect(stateOf(new Date(instant), 'EST', { hours })).toMatchObject({ isOpen, text });
});

test('hours that cannot be read say neither open nor closed', () => {
  expect(openingState(new Date(), { timeZone: 'EST', hours: 'by appointment' })).toBeNull();
});

test('an office is closed on its holidays, in any IANA zone', () => {
  const holidays = ['2026-12-08 Immaculate Conception'];
  const stateIn = (instant: string) => stateOf(new Date(instant), 'Europe/Lisbon', { holidays });
  expect(stateIn('2026-12-08T10:00:00Z')).toMatchObject({
    isOpen: false,
    text: 'opens tomorrow at 9 am',
    changesAt: new Date('2026-12-09T09:00:00Z'),
  });
  expect(stateIn('2026-12-07T20:00:00Z').text).toBe('opens Wednesday at 9 am');
  expect(stateIn('2026-12-09T10:00:00Z').isOpen).toBe(true);
});

test('a closed office names its holiday, and the date on which it opens after a week or more', () => {
  const days = Array.from({ length: 12 }, (_, day) => `2026-12-${21 + day}`).filter(
    (day) => day <= '2026-12-31',
  );
  const office = {
    timeZone: 'Europe/Lisbon',
    hours: '9 am to 5 pm, Monday to Friday',
    holidays: days.map((day) => `${day} Winter break`),
  };
  const wordsAt = (instant: string) => openingWords(new Date(instant), office)?.next;
  vi.stubEnv('TZ', 'Europe/Lisbon');
  expect(wordsAt('2026-12-18T16:00:00Z')).toBe(' · closes in 1 h');
  expect(wordsAt('2026-12-21T10:00:00Z')).toBe(' for Winter break · opens on January 1 at 9 am');
  expect(wordsAt('2026-12-30T10:00:00Z')).toBe(' for Winter break · opens Friday at 9 am');
  vi.unstubAllEnvs();
});
