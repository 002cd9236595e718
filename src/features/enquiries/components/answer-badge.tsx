import { clsx } from 'clsx';
import { CircleAlert, Clock } from 'lucide-react';
import { useMinute } from '@/hooks/use-minute';
import { answerTime } from '../answer-by';

const tones = {
  later: 'text-muted',
  near: 'font-medium text-warning',
  missed: 'font-medium text-danger',
};

export type AnswerBadgeProps = {
  answerBy: Date;
  /** Nothing before the last day. */
  isUrgentOnly?: boolean;
};

/** Until when the client is to be answered. */
export function AnswerBadge({ answerBy, isUrgentOnly = false }: AnswerBadgeProps) {
  const now = useMinute();
  if (now === null) return null;
  const { state, text } = answerTime(answerBy, now);
  if (isUrgentOnly && state === 'later') return null;
  const Icon = state === 'missed' ? CircleAlert : Clock;
  return (
    <span className={clsx('inline-flex items-center gap-1.5', tones[state])}>
      <Icon aria-hidden="true" className="size-4 shrink-0" />
      {state === 'missed' ? `Answer was due ${text}` : `Answer by ${text}`}
    </span>
  );
}
