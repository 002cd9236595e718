import { clsx } from 'clsx';
import { ArrowDown, ArrowUp, ArrowUpToLine, Ellipsis, House, ListX, Pin } from 'lucide-react';
import { Image } from '@/components/image';
import { DragHandle, useSortableRow } from '@/components/sortable-rows';
import { Button } from '@/components/ui/button';
import { Menu, MenuItem } from '@/components/ui/menu';
import { DIVIDER, type ArrangedStudy } from '../arrangement';
import { StateBadge } from '@/documents/components/state-badge';

export type ArrangeRowProps = {
  study: ArrangedStudy;
  /** From 1; null for a study below the divider. */
  place: number | null;
  isFeatured: boolean;
  /** Chosen for it, or there because of its place. */
  isOnHomePage: boolean;
  onFeature: (isFeatured: boolean) => void;
  onMove: (to: 'first' | 'up' | 'down' | 'unarranged') => void;
};

export function ArrangeRow({
  study,
  place,
  isFeatured,
  isOnHomePage,
  onFeature,
  onMove,
}: ArrangeRowProps) {
  const { item, handle, isDragging } = useSortableRow(study.id);
  return (
    <li
      {...item}
      className={clsx(
        'flex items-center gap-x-2 rounded-control border bg-raised p-2 motion-reduce:transition-none! tablet:gap-x-3',
        isDragging ? 'relative z-10 border-sky shadow-soft' : 'border-line',
      )}
    >
      <div className="flex shrink-0 items-center max-tablet:flex-col tablet:gap-3">
        <DragHandle {...handle} title={`Drag ${study.title}`} className="max-tablet:w-8" />
        {place !== null && (
          <span className="w-6 shrink-0 text-center text-small font-semibold text-muted tabular-figures">
            {place}
          </span>
        )}
      </div>
      <div className="w-16 shrink-0 overflow-hidden rounded-control bg-sunken tablet:w-20">
        {study.heroImageUrl ? (
          <Image src={study.heroImageUrl} alt="" aspect="card" sizes="5rem" severity="low" />
        ) : (
          <div className="aspect-video" />
        )}
      </div>
      <div className="min-w-0 flex-1">
        <p
          dir="auto"
          title={study.title}
          className="text-base leading-snug font-semibold tablet:line-clamp-2"
        >
          {study.title}
        </p>
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          {study.category}
          {isOnHomePage && (
            <span className="inline-flex items-center gap-1 font-medium text-ink">
              <House aria-hidden="true" className="size-3.5 text-accent-text" />
              On the home page
            </span>
          )}
          {study.state !== 'published' && <StateBadge state={study.state} />}
        </p>
      </div>
      <div className="flex shrink-0 max-tablet:flex-col tablet:gap-3">
        <Button
          size="small"
          variant={isFeatured ? 'secondary' : 'quiet'}
          aria-pressed={isFeatured}
          aria-label={`Pin to home page: ${study.title}`}
          icon={
            <Pin
              aria-hidden="true"
              className={clsx(isFeatured && 'fill-current text-accent-text')}
            />
          }
          onClick={() => onFeature(!isFeatured)}
          className={clsx('max-tablet:w-9 max-tablet:px-0!', !isFeatured && 'text-muted')}
        >
          <span className="max-tablet:sr-only">Pin to home page</span>
        </Button>
        <Menu
          trigger={
            <Button
              size="small"
              variant="quiet"
              aria-label={`Move ${study.title}`}
              icon={<Ellipsis aria-hidden="true" />}
              className="w-9 shrink-0 px-0!"
            />
          }
        >
          {place !== 1 && (
            <MenuItem icon={<ArrowUpToLine aria-hidden="true" />} onSelect={() => onMove('first')}>
              To first place
            </MenuItem>
          )}
          {place !== null && (
            <>
              <MenuItem icon={<ArrowUp aria-hidden="true" />} onSelect={() => onMove('up')}>
                One place up
              </MenuItem>
              <MenuItem icon={<ArrowDown aria-hidden="true" />} onSelect={() => onMove('down')}>
                One place down
              </MenuItem>
              <MenuItem icon={<ListX aria-hidden="true" />} onSelect={() => onMove('unarranged')}>
                Order by last change
              </MenuItem>
            </>
          )}
        </Menu>
      </div>
    </li>
  );
}

/** What is dropped above it is arranged. */
export function ArrangeDivider({ hasArranged }: { hasArranged: boolean }) {
  const { item } = useSortableRow(DIVIDER, { draggable: true });
  return (
    <li
      {...item}
      className={clsx(
        'border-dashed border-line-strong text-small text-muted motion-reduce:transition-none!',
        hasArranged ? 'border-t-2 pt-3 pb-1' : 'rounded-control border px-4 py-5',
      )}
    >
      {hasArranged
        ? 'These follow, the last changed first. One that you drag to another place stays there.'
        : 'Nothing is arranged yet: the last changed comes first. A case study that you drag to another place stays there.'}
    </li>
  );
}
