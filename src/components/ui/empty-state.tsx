import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { SceneDrawing, type Scene } from '@/components/layout/sky-shapes';

export type EmptyStateProps = {
  title: ReactNode;
  description?: ReactNode;
  /** The next step, if there is one. */
  action?: ReactNode;
  icon?: ReactNode;
  /** Under a sky beside the words, above them on a phone; instead of the icon. */
  scene?: Scene;
  headingLevel?: 2 | 3;
  className?: string;
};

export function EmptyState({
  title,
  description,
  action,
  icon,
  scene,
  headingLevel = 2,
  className,
}: EmptyStateProps) {
  const Heading = headingLevel === 2 ? 'h2' : 'h3';
  return (
    <div
      className={clsx(
        'flex overflow-hidden rounded-control border border-line bg-raised max-tablet:flex-col',
        className,
      )}
    >
      <div className="min-w-0 flex-1 self-center px-6 py-10 tablet:px-12">
        {!scene && (
          <div className="mb-5 text-muted [&_.lucide]:size-9 [&_.lucide]:stroke-[1.25]">
            {icon ?? <EmptySky />}
          </div>
        )}
        <Heading className="font-display text-h3">{title}</Heading>
        {description !== undefined && (
          <p className="mt-2 max-w-measure text-body text-muted">{description}</p>
        )}
        {action !== undefined && <div className="mt-6 flex flex-wrap gap-3">{action}</div>}
      </div>
      {scene && (
        <div className="sky relative isolate grid content-end px-6 pt-6 pb-4 max-tablet:-order-1 tablet:px-12">
          <SceneDrawing scene={scene} className="aspect-[3/2] h-40 tablet:h-44 desktop:h-60" />
        </div>
      )}
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
