import { format } from 'date-fns';
import { answeringOffice } from '@brand/offices';
import { inZone } from '@/lib/time-zones';

export type AnswerTime = {
  /** near: the time ends today; missed: it is over. */
  state: 'later' | 'near' | 'missed';
  /** 'Tue 10:00 (city of the office)', with the date if it is not within a week. */
  text: string;
};

const DAY_MS = 24 * 60 * 60 * 1000;

/** In the local time of the office that answers, wherever the member is. */
export function answerTime(
  answerBy: Date,
  now: Date,
  { zone, city }: { zone: string; city: string } = answeringOffice,
): AnswerTime {
  const end = inZone(answerBy, zone);
  const isNear = format(end, 'yyyy-MM-dd') === format(inZone(now, zone), 'yyyy-MM-dd');
  const isThisWeek = Math.abs(answerBy.getTime() - now.getTime()) < 6 * DAY_MS;
  return {
    state: now >= answerBy ? 'missed' : isNear ? 'near' : 'later',
    text: `${format(end, isThisWeek ? 'EEE HH:mm' : 'MMM d, HH:mm')} (${city})`,
  };
}
