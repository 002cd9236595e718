import { useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { useChunk } from '@/hooks/use-chunk';
import type { FilterChanges } from '@/hooks/use-search-filters';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { loadLatin } from '@/lib/words/load-latin';
import { LIST_FAILED } from '../api';
import { applyFilters, shownCount, type ImageFilters } from '../filters';
import { usesOf, type ImageUses, type StorageImage } from '../model';
import { imageQueries } from '../queries';
import { DeleteImageDialog } from './delete-image-dialog';
import { ImageCard } from './image-card';
import { ImageDetailsDialog } from './image-details-dialog';
import { ImageFilterBar } from './image-filter-bar';
import { ReplaceImage } from './replace-image';

const GRID = 'grid gap-3 tablet:grid-cols-[repeat(auto-fill,minmax(13.5rem,1fr))] tablet:gap-5';

export type StorageImagesProps = {
  filters: ImageFilters;
  onChange: (change: FilterChanges<ImageFilters>) => void;
  hrefTo: (page: number) => string;
  /** Whether the details of a picture have changes that are not saved. */
  onUnsavedChange: (isUnsaved: boolean) => void;
};

/** The stored pictures with their actions. */
export function StorageImages({ filters, onChange, hrefTo, onUnsavedChange }: StorageImagesProps) {
  const images = useQuery(imageQueries.list());
  const usage = useQuery(imageQueries.usage());
  const [opened, setOpened] = useState<{
    path: string;
    for: 'details' | 'delete' | 'replace';
  } | null>(null);
  const list = useRef<HTMLDivElement>(null);
  const { errorUpdatedAt } = images;
  useEffect(() => {
    if (errorUpdatedAt > 0) notify({ type: 'error', title: LIST_FAILED });
  }, [errorUpdatedAt]);
  const image = images.data?.find(({ path }) => path === opened?.path) ?? null;
  const openedFor = (purpose: 'details' | 'delete' | 'replace') =>
    opened?.for === purpose ? image : null;
  const uses = image && usage.data && usesOf(usage.data, image);
  const close = () => setOpened(null);

  return (
    <div ref={list} tabIndex={-1} role="group" aria-label="Stored images">
      <QueryView
        query={images}
        errorTitle="Storage Error"
        pending={<GridSkeleton />}
        empty={
          <EmptyState
            headingLevel={3}
            title="No images found in storage. Upload some images first."
          />
        }
      >
        {(all) => (
          <>
            <ImageFilterBar filters={filters} onChange={onChange} />
            {usage.isError && (
              <UsageAlert
                message={messageOf(usage.error)}
                isFetching={usage.isFetching}
                onRetry={() => void usage.refetch()}
              />
            )}
            <Found
              images={all}
              uses={usage.data}
              filters={filters}
              onChange={onChange}
              hrefTo={hrefTo}
              onOpen={(path, purpose) => setOpened({ path, for: purpose })}
            />
          </>
        )}
      </QueryView>
      <ImageDetailsDialog
        image={openedFor('details')}
        uses={uses ?? undefined}
        onUnsavedChange={onUnsavedChange}
        onClose={close}
        onReplace={() => setOpened(opened && { ...opened, for: 'replace' })}
      />
      <ReplaceImage image={openedFor('replace')} uses={uses ?? []} onClose={close} />
      <DeleteImageDialog
        image={openedFor('delete')}
        onClose={close}
        // The card with the button that opened the dialog has disappeared.
        onDeleted={() => list.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

type FoundProps = Omit<StorageImagesProps, 'onUnsavedChange'> & {
  images: readonly StorageImage[];
  uses: ImageUses | undefined;
  onOpen: (path: string, purpose: 'details' | 'delete') => void;
};

function Found({ images, uses, filters, onChange, hrefTo, onOpen }: FoundProps) {
  const latin = useChunk(loadLatin, filters.search !== '');
  const found = applyFilters(images, filters, uses, latin);
  const shown = found.slice(0, shownCount(filters.page));
  const isFiltered = filters.search !== '' || filters.show !== undefined;
  return (
    <>
      {/* The number of all stands in the status above. */}
      <p role="status" className={isFiltered ? 'mb-4 text-small text-muted' : 'sr-only'}>
        {found.length === 1 ? '1 image' : `${found.length} images`}
        {isFiltered && ` of ${images.length}`}
      </p>
      {found.length === 0 ? (
        <EmptyState
          headingLevel={3}
          title="No image matches"
          action={
            <Button onClick={() => onChange({ search: '', show: undefined })}>
              Show all images
            </Button>
          }
        />
      ) : (
        <ul className={GRID}>
          {shown.map((image) => (
            <ImageCard
              key={image.path}
              image={image}
              uses={uses && usesOf(uses, image)}
              onDetails={() => onOpen(image.path, 'details')}
              onDelete={() => onOpen(image.path, 'delete')}
            />
          ))}
        </ul>
      )}
      {shown.length < found.length && (
        <ButtonLink replace to={hrefTo(filters.page + 1)} className="mt-6">
          Show more
        </ButtonLink>
      )}
    </>
  );
}

type UsageAlertProps = { message: string; isFetching: boolean; onRetry: () => void };

function UsageAlert({ message, isFetching, onRetry }: UsageAlertProps) {
  return (
    <Alert
      kind="warning"
      className="mb-5"
      action={
        <Button
          size="small"
          isPending={isFetching}
          icon={<RotateCw aria-hidden="true" />}
          onClick={onRetry}
        >
          Try again
        </Button>
      }
    >
      {message}
    </Alert>
  );
}

function GridSkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: 12 }, (_, place) => (
        <Skeleton key={place} className="h-36 tablet:h-80" />
      ))}
    </div>
  );
}
