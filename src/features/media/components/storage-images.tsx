import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { format } from 'date-fns';
import { Copy, Trash2 } from 'lucide-react';
import { Image } from '@/components/image';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import { formatFileSize, type StorageImage } from '../model';
import { imageQueries, useDeleteImage } from '../queries';

const GRID = 'grid gap-3 tablet:grid-cols-[repeat(auto-fill,minmax(14rem,1fr))] tablet:gap-5';
const DELETE_FAILED = 'An unexpected error occurred while deleting the image.';

/** The stored pictures with what can be done to each. */
export function StorageImages() {
  const images = useQuery(imageQueries.list());
  const [doomed, setDoomed] = useState<StorageImage | null>(null);
  const list = useRef<HTMLDivElement>(null);
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
          <ul className={GRID}>
            {all.map((image) => (
              <ImageCard key={image.path} image={image} onDelete={() => setDoomed(image)} />
            ))}
          </ul>
        )}
      </QueryView>
      <DeleteImageDialog
        image={doomed}
        onClose={() => setDoomed(null)}
        // The button that opened the dialog went with its card.
        onDeleted={() => list.current?.focus({ preventScroll: true })}
      />
    </div>
  );
}

function ImageCard({ image, onDelete }: { image: StorageImage; onDelete: () => void }) {
  const { name, size, createdAt, url } = image;
  return (
    <li className="grid grid-cols-[7rem_minmax(0,1fr)] overflow-hidden rounded-control border border-line bg-raised [contain-intrinsic-size:auto_7.5rem] [content-visibility:auto] tablet:flex tablet:flex-col tablet:[contain-intrinsic-size:auto_18rem]">
      <div className="tablet:aspect-[4/3]">
        <Image src={url} alt="" aspect="fill" sizes="16rem" fit="contain" className="bg-sunken" />
      </div>
      <div className="flex flex-1 flex-col px-3.5 pt-3 pb-2">
        <h3 className="font-text text-small font-semibold tracking-normal break-all">{name}</h3>
        <dl className="mt-0.5 flex flex-wrap gap-x-3 text-small text-muted">
          {size !== null && (
            <div>
              <dt className="sr-only">Size</dt>
              <dd>{formatFileSize(size)}</dd>
            </div>
          )}
          {createdAt !== null && (
            <div>
              <dt className="sr-only">Uploaded</dt>
              <dd>
                <time dateTime={createdAt.toISOString()}>{format(createdAt, 'MMM d, yyyy')}</time>
              </dd>
            </div>
          )}
        </dl>
        <div className="-mx-3 mt-auto flex justify-between gap-1 pt-2">
          <Button
            size="small"
            variant="quiet"
            icon={<Copy aria-hidden="true" />}
            onClick={() => void copyUrl(url)}
          >
            Copy URL<span className="sr-only"> of {name}</span>
          </Button>
          <Button
            size="small"
            variant="quiet"
            icon={<Trash2 aria-hidden="true" />}
            onClick={onDelete}
          >
            Delete<span className="sr-only"> {name}</span>
          </Button>
        </div>
      </div>
    </li>
  );
}

async function copyUrl(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    notify({ type: 'success', title: 'URL copied' });
  } catch {
    // Browsers refuse outside https or without permission; the address can still be selected here.
    notify({ type: 'error', title: 'The URL could not be copied', description: url });
  }
}

type DeleteImageDialogProps = {
  image: StorageImage | null;
  onClose: () => void;
  onDeleted: () => void;
};

function DeleteImageDialog({ image, onClose, onDeleted }: DeleteImageDialogProps) {
  const deletion = useDeleteImage();
  const failure = useRef('');

  function handleClose() {
    deletion.reset();
    onClose();
  }

  function handleConfirm() {
    if (!image) return;
    dismiss(failure.current);
    deletion.mutate(image, {
      onSuccess: () => {
        notify({ type: 'success', title: 'Image Deleted', description: image.name });
        handleClose();
        // After the dialog, which gives the focus back to what is no longer there.
        setTimeout(onDeleted);
      },
      onError: (error) => {
        failure.current = notify({
          type: 'error',
          title: 'Deletion Failed',
          description: messageOf(error, DELETE_FAILED),
        });
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={image !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) handleClose();
      }}
      title="Delete this image?"
      description={
        <>
          <strong className="font-semibold break-all text-ink">{image?.name}</strong> is removed for
          good. Pages that show it will have a gap in its place.
        </>
      }
      confirmLabel="Delete image"
      pendingLabel="Deleting..."
      isDangerous
      isPending={deletion.isPending}
      error={deletion.error && messageOf(deletion.error, DELETE_FAILED)}
      onConfirm={handleConfirm}
    />
  );
}

function GridSkeleton() {
  return (
    <div className={GRID}>
      {Array.from({ length: 8 }, (_, place) => (
        <Skeleton key={place} className="h-30 tablet:h-72" />
      ))}
    </div>
  );
}
