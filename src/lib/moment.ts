import { format, isThisYear, isToday, isYesterday } from 'date-fns';

/** 'at 14:05', with the day in front unless it is today: 'on Oct 14 at 14:05'. */
export function momentOf(time: number | string): string {
  const clock = `at ${format(time, 'HH:mm')}`;
  return isToday(time) ? clock : `${dayOf(time)} ${clock}`;
}

/** 'today at 14:05' */
export function dayAndTimeOf(time: number | string): string {
  return `${isToday(time) ? 'today' : dayOf(time)} at ${format(time, 'HH:mm')}`;
}

/** As a heading: 'Today', 'Yesterday', 'Saturday, November 21'. */
export function dayHeading(time: number | string): string {
  if (isToday(time)) return 'Today';
  return isYesterday(time) ? 'Yesterday' : format(time, 'EEEE, MMMM d');
}

function dayOf(time: number | string): string {
  if (isYesterday(time)) return 'yesterday';
  return `on ${format(time, isThisYear(time) ? 'MMM d' : 'MMM d, yyyy')}`;
}
