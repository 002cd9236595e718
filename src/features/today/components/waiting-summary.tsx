import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Skeleton } from '@/components/ui/skeleton';
import { LISTED_MAX } from '../api';

export type WaitingFigure = {
  label: string;
  to: string;
  /** Undefined while it is counted, null if it could not be. */
  count: number | null | undefined;
  /** A count other than 0 is a warning. */
  isWarning?: boolean;
  /** About the first of them; what it means if there are none. */
  detail: ReactNode;
};

/** What waits for staff, as figures that lead to the lists. */
export function WaitingSummary({ figures }: { figures: readonly WaitingFigure[] }) {
  return (
    <ul className="grid grid-cols-2 overflow-hidden rounded-control border border-line bg-raised desktop:flex">
      {figures.map(({ label, to, count, detail, isWarning }) => (
        <li key={label} className="-mb-px -ms-px min-w-0 flex-1 border-s border-b border-line">
          <Link
            to={to}
            className="group flex h-full flex-col px-4 py-3.5 -outline-offset-2 transition-colors duration-control hover:bg-sunken tablet:px-5"
          >
            <span className="text-small font-semibold group-hover:underline">{label}</span>
            {count === undefined ? (
              <Skeleton className="mt-1.5 h-8 w-12" />
            ) : (
              <span
                className={clsx(
                  'font-display text-h2 leading-tight tabular-figures',
                  toneOf(count, isWarning),
                )}
              >
                {count === null ? '–' : count >= LISTED_MAX ? `${LISTED_MAX}+` : count}
              </span>
            )}
            <span className="mt-0.5 line-clamp-2 text-small text-muted">
              {count === null ? 'Could not be counted' : detail}
            </span>
          </Link>
        </li>
      ))}
    </ul>
  );
}

function toneOf(count: number | null, isWarning = false): string {
  if (!count) return 'text-muted';
  return isWarning ? 'text-warning' : 'text-ink';
}
