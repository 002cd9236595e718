import type { ReactNode } from 'react';
import { Badge } from '@/components/ui/badge';
import { dayAndTimeOf } from '@/lib/moment';
import type { ClientComment } from '../model';

export type CommentItemProps = {
  comment: ClientComment;
  /** Shows the words beside which it was written. */
  hasQuote?: boolean;
  /** Beside the name, such as whom a note is for. */
  about?: ReactNode;
  actions?: ReactNode;
};

export function CommentItem({ comment, hasQuote = false, about, actions }: CommentItemProps) {
  const { authorName, quote, text, asksChange, isDone, isOutdated, answer, createdAt } = comment;
  return (
    <li className="grid gap-1.5 border-s-2 border-line ps-4">
      <p className="flex flex-wrap items-baseline gap-x-3 gap-y-1 text-small text-muted">
        <bdi className="font-semibold text-ink">{authorName}</bdi>
        {about}
        <time dateTime={createdAt.toISOString()}>{dayAndTimeOf(createdAt.getTime())}</time>
        {asksChange && <Badge tone="warning">Asks for a change</Badge>}
        {isDone && <Badge tone="success">Done</Badge>}
        {isOutdated && <Badge>The words have changed since</Badge>}
      </p>
      {hasQuote && quote !== null && (
        <p dir="auto" className="max-w-measure text-small text-muted">
          <q className="line-clamp-2">{quote}</q>
        </p>
      )}
      <p dir="auto" className="max-w-measure text-base whitespace-pre-line">
        {text}
      </p>
      {answer && (
        <div className="mt-1 grid gap-1 ps-4">
          <p className="text-small text-muted">
            Answered{' '}
            <time dateTime={answer.at.toISOString()}>{dayAndTimeOf(answer.at.getTime())}</time>
          </p>
          <p dir="auto" className="max-w-measure text-base whitespace-pre-line">
            {answer.text}
          </p>
        </div>
      )}
      {actions}
    </li>
  );
}
