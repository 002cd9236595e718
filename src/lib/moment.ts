import { format, isToday, isYesterday } from 'date-fns';

/** 'at 14:05', with the day in front unless it is today. */
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
  return isYesterday(time) ? 'yesterday' : `on ${format(time, 'MMM d, yyyy')}`;
}
