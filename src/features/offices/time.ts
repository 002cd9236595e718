import type { Holiday } from '@/content/offices';
import { OFFICE_HOURS } from '@contracts/office-hours';
import { officeZone } from '@/lib/site-zone';
import { inZone } from '@/lib/time-zones';

export const OPENS_AT_HOUR = OFFICE_HOURS.opens;
export const CLOSES_AT_HOUR = OFFICE_HOURS.closes;

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
};

/** @param holidays of the office, by ISO date */
export function openingState(
  now: Date,
  timeZone: string,
  holidays: readonly Holiday[] = [],
): OpeningState {
  const zone = officeZone(timeZone);
  const there = inZone(now, zone);
  const hour = there.getHours();
  const isWorkday = (date: Date) =>
    isWeekday(date) && !holidays.some(([day]) => day === isoDay(date));
  if (isWorkday(there) && hour >= OPENS_AT_HOUR && hour < CLOSES_AT_HOUR) {
    const left = CLOSES_AT_HOUR * 60 - (hour * 60 + there.getMinutes());
    return {
      isOpen: true,
      text: `closes in ${duration(left)}`,
      changesAt: atHour(now, zone, 0, CLOSES_AT_HOUR),
    };
  }
  let daysAhead = hour < OPENS_AT_HOUR ? 0 : 1;
  while (!isWorkday(atHour(now, zone, daysAhead, OPENS_AT_HOUR))) daysAhead += 1;
  const changesAt = atHour(now, zone, daysAhead, OPENS_AT_HOUR);
  const time = spokenTime(OPENS_AT_HOUR, 0);
  const day = ['today', 'tomorrow'][daysAhead] ?? weekdayName(changesAt);
  return {
    isOpen: false,
    text: `opens ${day} at ${time}`,
    changesAt,
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

/** A full hour, some days after `date`. */
function atHour(date: Date, zone: string, daysAhead: number, hour: number): Date {
  // Without date-fns, which visitors do not download.
  const there = inZone(date, zone);
  there.setDate(there.getDate() + daysAhead);
  there.setHours(hour, 0, 0, 0);
  return there;
}

function isWeekday(date: Date): boolean {
  return date.getDay() >= 1 && date.getDay() <= 5;
}

function isoDay(date: Date): string {
  const part = (number: number) => String(number).padStart(2, '0');
  return `${date.getFullYear()}-${part(date.getMonth() + 1)}-${part(date.getDate())}`;
}

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
