import { useEffect, useState } from 'react';
import { clsx } from 'clsx';
import { History } from 'lucide-react';
import { locale } from '@brand/agency';
import { AppError } from '@/lib/errors';
import { Button } from './button';

/** The part of a react-query result that this component uses. */
export type AgingQuery = {
  data: unknown;
  error: Error | null;
  /** The error of the last attempt, while a retry is pending. */
  failureReason?: Error | null;
  dataUpdatedAt?: number;
  isFetching: boolean;
  refetch: () => unknown;
};

export type StaleNoteProps = { query: AgingQuery; className?: string };

/** Whether the data on screen is the last good copy, because the backend could not be reached. */
export function isLastGoodCopy({ data, error, failureReason, dataUpdatedAt }: AgingQuery): boolean {
  const failure = error ?? failureReason;
  return (
    data !== undefined &&
    dataUpdatedAt !== undefined &&
    failure instanceof AppError &&
    failure.kind === 'offline'
  );
}

/** Shows the age of the last good copy; renders nothing while the data is current. */
export function StaleNote({ query, className }: StaleNoteProps) {
  if (!isLastGoodCopy(query)) return null;
  return (
    <div
      role="status"
      className={clsx('flex flex-wrap items-center gap-x-6 text-small text-muted', className)}
    >
      <p className="flex gap-2">
        <History aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
        <span>
          Shown as of <Age since={query.dataUpdatedAt ?? 0} />, the server cannot be reached.
        </span>
      </p>
      <Button
        size="small"
        variant="quiet"
        className="-mx-3"
        isPending={query.isFetching}
        onClick={() => query.refetch()}
      >
        Try again
      </Button>
    </div>
  );
}

const MINUTE = 60_000;
const units = [
  ['day', 24 * 60 * MINUTE],
  ['hour', 60 * MINUTE],
  ['minute', MINUTE],
] as const;
const relative = new Intl.RelativeTimeFormat(locale);

function Age({ since }: { since: number }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), MINUTE);
    return () => clearInterval(timer);
  }, []);
  const age = now - since;
  const [unit, length] = units.find(([, size]) => age >= size) ?? [];
  if (!unit) return 'a moment ago';
  return (
    <time dateTime={new Date(since).toISOString()}>
      {relative.format(-Math.floor(age / length), unit)}
    </time>
  );
}
