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

function dayOf(time: number | string): string {
  return isYesterday(time) ? 'yesterday' : `on ${format(time, 'MMM d, yyyy')}`;
}
