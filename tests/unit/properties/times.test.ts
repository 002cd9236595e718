import fc from 'fast-check';
import { expect, test } from 'vitest';
import { officeTime, visitorNote } from '@/features/offices/time';
import { parseTimestamp } from '@/lib/dates';
import { officeZone } from '@/lib/site-zone';
import { stateOf } from '../../support/offices';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** Twelve years around now: all clock changes, leap days, ends of years. */
const moment = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2032-01-01T00:00:00Z') })
  .filter((date) => !Number.isNaN(date.getTime()));
const office = fc.constantFrom('EST', 'PST', 'Europe/Skopje');

test('a time of the backend is the same moment in both formats and any time zone', () => {
  const offset = fc.integer({ min: -14, max: 14 });
  fc.assert(
    fc.property(moment, offset, (at, hours) => {
      const there = new Date(at.getTime() + hours * 60 * MINUTE_MS).toISOString().slice(0, -1);
      const zone = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}`;
      for (const written of [
        `${there.replace('T', ' ')}${zone}`,
        `${there}${zone}:00`,
        at.toISOString(),
      ]) {
        expect([written, parseTimestamp(written).getTime()]).toEqual([written, at.getTime()]);
      }
    }),
  );
});

test('OFFICE-15: an office opens and closes exactly at the shown times', () => {
  fc.assert(
    fc.property(moment, office, (now, zone) => {
      const state = stateOf(now, zone);
      const ahead = state.changesAt.getTime() - now.getTime();
      expect(ahead).toBeGreaterThan(0);
      // From Friday evening to Monday morning, and an hour more when the clocks go back.
      expect(ahead).toBeLessThanOrEqual(64 * 60 * MINUTE_MS + 60 * MINUTE_MS);
      expect(stateOf(state.changesAt, zone).isOpen).toBe(!state.isOpen);
      const justBefore = new Date(state.changesAt.getTime() - 1000);
      expect(stateOf(justBefore, zone).isOpen).toBe(state.isOpen);
    }),
    { numRuns: 300 },
  );
});

test('OFFICE-15: an office is open for eight hours on five days of a week', () => {
  const monday = fc
    .integer({ min: 0, max: 600 })
    .map((week) => Date.UTC(2020, 0, 6) + week * 7 * DAY_MS);
  fc.assert(
    fc.property(monday, office, (from, zone) => {
      let hours = 0;
      for (let hour = 0; hour < 7 * 24; hour += 1) {
        if (stateOf(new Date(from + hour * 60 * MINUTE_MS), zone).isOpen) hours += 1;
      }
      expect(hours).toBe(40);
    }),
    { numRuns: 20 },
  );
});

test('OFFICE-8: the shown time is that of the time zone', () => {
  fc.assert(
    fc.property(moment, office, (now, zone) => {
      const shown = now
        .toLocaleTimeString('en-US', {
          timeZone: officeZone(zone),
          hour: 'numeric',
          minute: '2-digit',
        })
        .toLowerCase()
        .replace(/\s/g, ' ');
      expect(officeTime(now, zone)).toBe(shown);
    }),
  );
});

test('an hour is converted only for visitors in a time zone with another time', () => {
  const zones = fc.constantFrom('Asia/Kolkata', 'Pacific/Chatham', 'UTC', 'America/St_Johns');
  fc.assert(
    fc.property(moment, office, zones, (at, zone, visitor) => {
      expect(visitorNote(at, zone, officeZone(zone))).toBeNull();
      expect(visitorNote(at, zone, visitor)).toMatch(
        /^(?:\w+day )?\d{1,2}(?::\d\d)? [ap]m your time$/,
      );
    }),
  );
});
