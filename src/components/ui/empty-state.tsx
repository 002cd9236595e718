import type { ReactNode } from 'react';
import { clsx } from 'clsx';

export type EmptyStateProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The next step, if there is one. */
  action?: ReactNode;
  icon?: ReactNode;
  headingLevel?: 2 | 3;
  className?: string;
};

export function EmptyState({
  title,
  description,
  action,
  icon,
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div
      className={clsx(
        'flex flex-col items-start rounded-control border border-line px-6 py-12 tablet:px-12',
        className,
      )}
    >
      <div className="mb-5 text-muted [&_.lucide]:size-9 [&_.lucide]:stroke-[1.25]">
        {icon ?? <EmptySky />}
      </div>
      <Heading className="font-display text-h3">{title}</Heading>
      {description !== undefined && (
        <p className="mt-2 max-w-measure text-body text-muted">{description}</p>
      )}
      {action !== undefined && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
    </div>
  );
}

function EmptySky() {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 48 32"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-9"
    >
      <path d="M8 24h24a6.5 6.5 0 0 0 1-12.9A9.5 9.5 0 0 0 14.6 10 7 7 0 0 0 8 24Z" />
      <path d="M37 24h5M10 29h14M29 29h2" />
    </svg>
  );
}
