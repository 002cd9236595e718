import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Skeleton } from './skeleton';

export type Figure = {
  label: string;
  /** '50+' for a count that ends there; undefined while it is counted, null if it could not be. */
  count: number | string | null | undefined;
  /** A count other than 0 is a warning. */
  isWarning?: boolean;
  /** What the number means, or the first of what it counts. */
  detail: ReactNode;
  /** The list behind it. */
  to?: string;
  /** That list is shown. */
  isChosen?: boolean;
};

export type FiguresProps = { figures: readonly Figure[]; className?: string };

/** Numbers side by side in one frame; those with an address lead to their list. */
export function Figures({ figures, className }: FiguresProps) {
  return (
    <ul
      className={clsx(
        'flex overflow-hidden rounded-control border border-line bg-raised max-tablet:flex-col',
        // Two by two where four would be too narrow for their words.
        figures.length > 3 && 'tablet:max-desktop:grid tablet:max-desktop:grid-cols-2',
        className,
      )}
    >
      {figures.map((figure) => (
        <li
          key={figure.label}
          className="-mb-px -ms-px min-w-0 flex-1 border-s border-b border-line"
        >
          {figure.to === undefined ? (
            <div className={CELL}>
              <Content {...figure} />
            </div>
          ) : (
            <Link
              to={figure.to}
              aria-current={figure.isChosen ? 'true' : undefined}
              className={clsx(
                CELL,
                'group h-full -outline-offset-2 transition-colors duration-control hover:bg-sunken aria-[current]:bg-sunken dark:hover:bg-line dark:aria-[current]:bg-line aria-[current]:shadow-[inset_3px_0_var(--accent)] tablet:aria-[current]:shadow-[inset_0_-3px_var(--accent)]',
              )}
            >
              <Content {...figure} />
            </Link>
          )}
        </li>
      ))}
    </ul>
  );
}

/** The number, and beside it the words. */
const CELL = 'grid grid-cols-[auto_minmax(0,1fr)] items-center gap-x-3 px-4 py-3 desktop:px-5';

function Content({ label, count, isWarning = false, detail }: Figure) {
  return (
    <>
      {count === undefined ? (
        <Skeleton className="h-8 w-10" />
      ) : (
        <span
          className={clsx(
            'min-w-8 font-display text-h2 leading-none tabular-figures',
            !count ? 'text-muted' : isWarning ? 'text-warning' : 'text-ink',
          )}
        >
          {typeof count === 'number' ? count.toLocaleString('en') : (count ?? '–')}
        </span>
      )}
      {/* On a phone short words share a line. */}
      <span className="text-small max-tablet:flex max-tablet:flex-wrap max-tablet:items-baseline max-tablet:gap-x-2">
        <span className="block font-semibold decoration-line-strong underline-offset-4 group-hover:underline">
          {label}
        </span>
        <span className="line-clamp-2 text-muted">
          {count === null ? 'Could not be counted' : detail}
        </span>
      </span>
    </>
  );
}
