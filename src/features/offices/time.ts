export const OPENS_AT_HOUR = 9;
export const CLOSES_AT_HOUR = 17;

const MINUTE_MS = 60_000;
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

/** The IANA zone, with daylight saving, of an office's label. */
export function officeZone(timeZone: string): string {
  switch (timeZone) {
    case 'EST':
      return 'America/New_York';
    case 'PST':
      return 'America/Los_Angeles';
    default:
      return 'Europe/Skopje';
  }
}

/** The local time of an office, such as '3:05 pm'. */
export function officeTime(now: Date, timeZone: string): string {
  const { hour, minute } = wallClock(now, officeZone(timeZone));
  return `${hour % 12 || 12}:${String(minute).padStart(2, '0')} ${hour < 12 ? 'am' : 'pm'}`;
}

export type OpeningState = {
  isOpen: boolean;
  text: string;
  /** When it next closes or opens. */
  changesAt: Date;
};

export function openingState(now: Date, timeZone: string): OpeningState {
  const zone = officeZone(timeZone);
  const wall = wallClock(now, zone);
  const isWorkday = isWeekday(wall, 0);
  if (isWorkday && wall.hour >= OPENS_AT_HOUR && wall.hour < CLOSES_AT_HOUR) {
    const left = CLOSES_AT_HOUR * 60 - (wall.hour * 60 + wall.minute);
    return {
      isOpen: true,
      text: `Open, closes in ${duration(left)}`,
      changesAt: instantOf(wall, 0, CLOSES_AT_HOUR, zone),
    };
  }
  let daysAhead = isWorkday && wall.hour < OPENS_AT_HOUR ? 0 : 1;
  while (!isWeekday(wall, daysAhead)) daysAhead += 1;
  const time = spokenTime(OPENS_AT_HOUR, 0);
  const day = daysAhead === 1 ? 'tomorrow' : weekdayName(wall, daysAhead);
  return {
    isOpen: false,
    text: daysAhead === 0 ? `Closed, opens today ${time}` : `Opens ${day} ${time}`,
    changesAt: instantOf(wall, daysAhead, OPENS_AT_HOUR, zone),
  };
}

/**
 * An office's hour in the visitor's zone, or null if both zones have the same time.
 *
 * @param visitorZone defaults to the zone of the device
 */
export function visitorNote(at: Date, timeZone: string, visitorZone?: string): string | null {
  const there = wallClock(at, officeZone(timeZone));
  const here = wallClock(at, visitorZone);
  const isSameDay = here.day === there.day;
  if (isSameDay && here.hour === there.hour && here.minute === there.minute) return null;
  const day = isSameDay ? '' : `${weekdayName(here, 0)} `;
  return `that is ${day}${spokenTime(here.hour, here.minute)} for you`;
}

type WallClock = { year: number; month: number; day: number; hour: number; minute: number };

const formatters = new Map<string, Intl.DateTimeFormat>();

function formatterFor(zone: string | undefined): Intl.DateTimeFormat {
  const known = formatters.get(zone ?? '');
  // Without a name it is the zone of the device, which can change while the page is open.
  if (known && zone !== undefined) return known;
  const formatter = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  });
  if (zone !== undefined) formatters.set(zone, formatter);
  return formatter;
}

function wallClock(at: Date, zone: string | undefined): WallClock {
  const parts = formatterFor(zone).formatToParts(at);
  const read = (type: Intl.DateTimeFormatPartTypes) =>
    Number(parts.find((part) => part.type === type)?.value);
  return {
    year: read('year'),
    month: read('month'),
    day: read('day'),
    hour: read('hour'),
    minute: read('minute'),
  };
}

function weekdayOf({ year, month, day }: WallClock, daysAhead: number): number {
  return new Date(Date.UTC(year, month - 1, day + daysAhead)).getUTCDay();
}

function isWeekday(wall: WallClock, daysAhead: number): boolean {
  const weekday = weekdayOf(wall, daysAhead);
  return weekday >= 1 && weekday <= 5;
}

function weekdayName(wall: WallClock, daysAhead: number): string {
  return WEEKDAYS[weekdayOf(wall, daysAhead)] ?? '';
}

/** The instant of a full hour in the zone, some days after the given date. */
function instantOf(wall: WallClock, daysAhead: number, hour: number, zone: string): Date {
  const asUtc = Date.UTC(wall.year, wall.month - 1, wall.day + daysAhead, hour);
  // Near a daylight-saving change the first offset can be an hour off; the second one is right.
  const guess = asUtc - offsetAt(asUtc, zone);
  return new Date(asUtc - offsetAt(guess, zone));
}

function offsetAt(instant: number, zone: string): number {
  const { year, month, day, hour, minute } = wallClock(new Date(instant), zone);
  const shown = Date.UTC(year, month - 1, day, hour, minute);
  return shown - Math.floor(instant / MINUTE_MS) * MINUTE_MS;
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
