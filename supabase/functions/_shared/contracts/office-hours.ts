// Opening hours of an office, written as visitors read them: '9 am to 5 pm, Monday to Friday', with '; ' between days
// that differ. The database reads them too (private.office_week in migrations/*_page_texts.sql); tests/database compares.

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const MINUTES = 24 * 60;

/** Minutes since midnight, in local time. */
export type DayHours = { opens: number; closes: number };

/** By day of the week, from Sunday as `Date.getDay()`; null on days without hours. */
export type OfficeWeek = readonly (DayHours | null)[];

export const HOURS_EXAMPLE = '9 am to 5 pm, Monday to Friday; 10 am to 2 pm, Saturday';

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
