import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { Link } from 'react-router-dom';
import { Skeleton } from './skeleton';

export type Figure = {
  label: string;
  /** Undefined while it is counted, null if it could not be. */
  count: number | null | undefined;
  /** From this count on the number is shown as '50+'. */
  limit?: number;
  /** A count other than 0 is a warning. */
  isWarning?: boolean;
  /** What the number means, or the first of what it counts. */
  detail: ReactNode;
  /** The list behind it. */
  to?: string;
};

export type FiguresProps = { figures: readonly Figure[]; className?: string };

/** Numbers side by side in one frame; those with an address lead to their list. */
export function Figures({ figures, className }: FiguresProps) {
  return (
    <ul
      className={clsx(
        'grid grid-cols-2 overflow-hidden rounded-control border border-line bg-raised desktop:flex',
        className,
      )}
    >
      {figures.map((figure) => (
        <li
          key={figure.label}
          className="-mb-px -ms-px min-w-0 flex-1 border-s border-b border-line max-desktop:odd:last:col-span-2"
        >
          {figure.to === undefined ? (
            <div className={CELL}>
              <Content {...figure} />
            </div>
          ) : (
            <Link
              to={figure.to}
              className={clsx(
                CELL,
                'group h-full -outline-offset-2 transition-colors duration-control hover:bg-sunken',
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

/** Number and words side by side; on phones, where two cells share the width, below each other. */
const CELL =
  'grid content-start gap-x-4 px-4 py-3 tablet:grid-cols-[auto_minmax(0,1fr)] tablet:grid-rows-[auto_1fr] tablet:px-5';

function Content({ label, count, limit = Infinity, isWarning = false, detail }: Figure) {
  return (
    <>
      <span className="text-small font-semibold group-hover:underline tablet:order-1">{label}</span>
      {count === undefined ? (
        <Skeleton className="h-8 w-12 tablet:row-span-2" />
      ) : (
        <span
          className={clsx(
            'font-display text-h2 leading-tight tabular-figures tablet:row-span-2 tablet:min-w-[1ch] tablet:leading-none',
            !count ? 'text-muted' : isWarning ? 'text-warning' : 'text-ink',
          )}
        >
          {count === null ? '–' : count >= limit ? `${limit}+` : count.toLocaleString('en')}
        </span>
      )}
      <span className="line-clamp-2 text-small text-muted tablet:order-1">
        {count === null ? 'Could not be counted' : detail}
      </span>
    </>
  );
}
