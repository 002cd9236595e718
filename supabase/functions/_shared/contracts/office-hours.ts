// Opening hours of an office, written as visitors read them: '9 am to 5 pm, Monday to Friday', with '; ' between days
// that differ. The database reads them too (private.office_week in migrations/*_page_texts.sql); tests/database compares,
// also the days on which an office is closed (private.closed_days there).

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MINUTES = 24 * 60;

/** Minutes since midnight, in local time. */
export type DayHours = { opens: number; closes: number };

/** By day of the week, from Sunday as `Date.getDay()`; null on days without hours. */
export type OfficeWeek = readonly (DayHours | null)[];

/** @returns null for a text that has not this form */
export function parseOfficeHours(text: string): OfficeWeek | null {
  const week = DAYS.map((): DayHours | null => null);
  for (const part of text.trim().split('; ')) {
    const comma = part.indexOf(', ');
    const [opens, closes, ...more] = part.slice(0, comma).split(' to ').map(minutesOf);
    const days = daysOf(part.slice(comma + 2));
    if (comma < 0 || opens == null || closes == null || more.length > 0) return null;
    if (days.length === 0) return null;
    const hours = { opens, closes: closes === 0 ? MINUTES : closes };
    if (hours.closes <= opens) return null;
    for (const day of days) {
      if (week[day] !== null) return null;
      week[day] = hours;
    }
  }
  return week;
}

function minutesOf(time: string): number | null {
  const [, hour = '', minute = '0', half] =
    /^(1[0-2]|[1-9])(?::([0-5]\d))? (am|pm)$/i.exec(time) ?? [];
  if (half === undefined) return null;
  return ((Number(hour) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0)) * 60 + Number(minute);
}

/** Of 'Monday to Friday', or of a list such as 'Monday, Tuesday and Friday'; empty if one of them is no day. */
function daysOf(text: string): number[] {
  const isRange = text.includes(' to ');
  const days = text.split(isRange ? ' to ' : /, | and /).map((day) => DAYS.indexOf(day));
  if (days.includes(-1)) return [];
  const [first = 0, last = 0] = days;
  if (!isRange) return days;
  if (days.length !== 2) return [];
  return Array.from({ length: ((last - first + 7) % 7) + 1 }, (_, place) => (first + place) % 7);
}

/** The inverse of parseOfficeHours: days with the same hours share a part, and three in a row are a range. */
export function writeOfficeHours(week: OfficeWeek): string {
  const parts = new Map<string, number[]>();
  // From Monday, as people read a week.
  for (const day of [1, 2, 3, 4, 5, 6, 0]) {
    const hours = week[day];
    if (!hours) continue;
    const times = `${writeTime(hours.opens)} to ${writeTime(hours.closes)}`;
    parts.set(times, [...(parts.get(times) ?? []), day]);
  }
  return [...parts].map(([times, days]) => `${times}, ${writeDays(days)}`).join('; ');
}

function writeTime(minutes: number): string {
  const hour = Math.floor(minutes / 60) % 24;
  const rest = minutes % 60 === 0 ? '' : `:${String(minutes % 60).padStart(2, '0')}`;
  return `${hour % 12 || 12}${rest} ${hour < 12 ? 'am' : 'pm'}`;
}

function writeDays(days: readonly number[]): string {
  const names = days.map((day) => DAYS[day] ?? '');
  const isInRow = days.every((day, at) => at === 0 || day === ((days[at - 1] ?? 0) + 1) % 7);
  if (isInRow && days.length > 2) return `${names[0]} to ${names.at(-1)}`;
  return [names.slice(0, -1).join(', '), names.at(-1)].filter(Boolean).join(' and ');
}

const CLOSED_DAY = /^(20\d\d-\d\d-\d\d) \S.{0,99}$/u;

/**
 * What is wrong with the days on which an office is closed, one per line: '2026-12-24 Winter break'.
 * Not imported by pages of visitors: they only look for a date.
 */
export function closedDaysProblem(text: string): string | null {
  const days = text === '' ? [] : text.split('\n').map((line) => CLOSED_DAY.exec(line)?.[1]);
  if (!days.every((day) => day !== undefined && isDate(day)))
    return 'Each day needs a date and a name';
  return new Set(days).size < days.length ? 'A day stands twice' : null;
}

function isDate(day: string): boolean {
  const time = Date.parse(`${day}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(day);
}
