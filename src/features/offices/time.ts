import type { Office } from '@/content/offices';
import { parseOfficeHours } from '@contracts/office-hours';
import { officeZone } from '@/lib/site-zone';
import { inZone } from '@/lib/time-zones';

const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The local time of an office, such as '3:05 pm'. */
export function officeTime(now: Date, timeZone: string): string {
  const there = inZone(now, officeZone(timeZone));
  const hour = there.getHours();
  const minute = String(there.getMinutes()).padStart(2, '0');
  return `${hour % 12 || 12}:${minute} ${hour < 12 ? 'am' : 'pm'}`;
}

export type OpeningState = {
  isOpen: boolean;
  /** What happens next. */
  text: string;
  /** When it next closes or opens. */
  changesAt: Date;
  /** Of today, on which it is closed. */
  holiday?: string | undefined;
};

export type OpeningTimes = Pick<Office, 'timeZone' | 'hours'> & Pick<Office, 'holidays'>;

/** By the hours that are shown; null for hours that cannot be read. */
export function openingState(
  now: Date,
  { timeZone, hours, holidays = [] }: OpeningTimes,
): OpeningState | null {
  const week = parseOfficeHours(hours);
  if (week === null) return null;
  const zone = officeZone(timeZone);
  const there = inZone(now, zone);
  const minute = there.getHours() * 60 + there.getMinutes();
  const holidayOn = (date: Date) => holidays.find((line) => line.startsWith(isoDay(date)));
  const hoursOn = (date: Date) => (holidayOn(date) ? null : (week[date.getDay()] ?? null));
  const today = hoursOn(there);
  if (today && minute >= today.opens && minute < today.closes) {
    return {
      isOpen: true,
      text: `closes in ${duration(today.closes - minute)}`,
      changesAt: atMinute(now, zone, 0, today.closes),
    };
  }
  let daysAhead = today && minute < today.opens ? 0 : 1;
  let next = hoursOn(atMinute(now, zone, daysAhead, 0));
  while (next === null) {
    daysAhead += 1;
    next = hoursOn(atMinute(now, zone, daysAhead, 0));
  }
  const changesAt = atMinute(now, zone, daysAhead, next.opens);
  const time = spokenTime(Math.floor(next.opens / 60), next.opens % 60);
  const day =
    ['today', 'tomorrow'][daysAhead] ??
    (daysAhead < 7 ? weekdayName(changesAt) : `on ${monthDay(changesAt, zone)}`);
  const holiday = week[there.getDay()] ? holidayOn(there)?.slice('2026-12-24 '.length) : undefined;
  return { isOpen: false, text: `opens ${day} at ${time}`, changesAt, holiday };
}

/** What visitors read of it; null for hours that cannot be read. */
export function openingWords(now: Date, office: OpeningTimes) {
  const opening = openingState(now, office);
  if (opening === null) return null;
  const { isOpen, text, changesAt, holiday } = opening;
  const note = isOpen ? null : visitorNote(changesAt, office.timeZone);
  return {
    state: isOpen ? 'Open' : 'Closed',
    next: `${holiday === undefined ? '' : ` for ${holiday}`} · ${text}${note === null ? '' : ` (${note})`}`,
  };
}

/**
 * An office's hour in the visitor's zone, or null if both zones have the same time.
 *
 * @param visitorZone defaults to the zone of the device
 */
export function visitorNote(at: Date, timeZone: string, visitorZone?: string): string | null {
  const there = inZone(at, officeZone(timeZone));
  const here = inZone(at, visitorZone);
  const isSameDay = here.getDate() === there.getDate();
  const isSameTime =
    here.getHours() === there.getHours() && here.getMinutes() === there.getMinutes();
  if (isSameDay && isSameTime) return null;
  const day = isSameDay ? '' : `${weekdayName(here)} `;
  return `${day}${spokenTime(here.getHours(), here.getMinutes())} your time`;
}

/** A minute of the day, some days after `date`. */
function atMinute(date: Date, zone: string, daysAhead: number, minute: number): Date {
  // Without date-fns, which visitors do not download.
  const there = inZone(date, zone);
  there.setDate(there.getDate() + daysAhead);
  there.setHours(Math.floor(minute / 60), minute % 60, 0, 0);
  return there;
}

function isoDay(date: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

const monthDay = (at: Date, timeZone: string) =>
  new Intl.DateTimeFormat('en', { month: 'long', day: 'numeric', timeZone }).format(at.getTime());

function weekdayName(date: Date): string {
  return WEEKDAYS[date.getDay()] ?? '';
}

function duration(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

function spokenTime(hour: number, minute: number): string {
  const minutes = minute === 0 ? '' : `:${String(minute).padStart(2, '0')}`;
  return `${hour % 12 || 12}${minutes} ${hour < 12 ? 'am' : 'pm'}`;
}
