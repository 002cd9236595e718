import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Checkbox } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import {
  countPlaces,
  titleOf,
  usesOf,
  type ImageUse,
  type ImageVersions,
  type StorageImage,
} from '../model';
import { imageQueries, useDeleteImage } from '../queries';
import { ImageUseList, ImageVersionList } from './image-uses';

const DELETE_FAILED = 'An unexpected error occurred while deleting the image.';

export type DeleteImageDialogProps = {
  image: StorageImage | null;
  onClose: () => void;
  onDeleted: () => void;
};

/**
 * Asks for an extra confirmation if the picture is used, also by a deleted document, or if that cannot
 * be checked. Older versions that use it are only listed.
 */
export function DeleteImageDialog({ image, onClose, onDeleted }: DeleteImageDialogProps) {
  const deletion = useDeleteImage();
  const usage = useQuery({ ...imageQueries.usage(), enabled: image !== null });
  const history = useQuery({
    ...imageQueries.versions(image?.path ?? ''),
    enabled: image !== null,
  });
  const isChecking = usage.isFetching || history.isFetching;
  const [isAccepted, setIsAccepted] = useState(false);
  const failure = useRef('');
  const isKnown = !usage.isError && !history.isError;
  const uses = image && usage.data && isKnown ? usesOf(usage.data, image) : null;
  const needsConfirmation = uses === null || uses.length > 0;
  // Documents that are listed as a use are not listed again.
  const olderOnly = history.data?.filter(({ id }) => !uses?.some((use) => use.id === id)) ?? [];

  function handleClose() {
    deletion.reset();
    setIsAccepted(false);
    onClose();
  }

  function handleConfirm() {
    if (!image) return;
    dismiss(failure.current);
    deletion.mutate(image, {
      onSuccess: () => {
        notify({ type: 'success', title: 'Image Deleted', description: titleOf(image) });
        handleClose();
        // After the dialog has closed: it returns the focus to a button that no longer exists.
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

  const failed = deletion.error && messageOf(deletion.error, DELETE_FAILED);
  return (
    <ConfirmDialog
      isOpen={image !== null}
      onOpenChange={(isOpen) => {
        if (!isOpen) handleClose();
      }}
      title="Delete this image?"
      description={
        <>
          <p>
            <strong className="font-semibold wrap-anywhere text-ink">
              {image && titleOf(image)}
            </strong>{' '}
            is deleted for good.
          </p>
          {!isChecking && (
            <div className="mt-4 grid gap-4 text-ink empty:hidden">
              {needsConfirmation && <Consequences uses={uses} />}
              {olderOnly.length > 0 && <OlderVersions owners={olderOnly} />}
              {needsConfirmation && (
                <Checkbox
                  label="Delete it anyway"
                  checked={isAccepted}
                  onChange={(event) => setIsAccepted(event.target.checked)}
                />
              )}
            </div>
          )}
        </>
      }
      confirmLabel="Delete image"
      pendingLabel={deletion.isPending ? 'Deleting...' : 'Checking...'}
      isDangerous
      isPending={deletion.isPending || isChecking}
      isBlocked={needsConfirmation && !isAccepted && !isChecking}
      error={failed}
      onConfirm={handleConfirm}
    />
  );
}

function Consequences({ uses }: { uses: readonly ImageUse[] | null }) {
  if (!uses) {
    return <p>Failed to check where it is used. Pages that show it will have a gap instead.</p>;
  }
  return (
    <div>
      <p className="mb-2">
        It is used in {countPlaces(uses.length)}, which will have a gap instead:
      </p>
      <ImageUseList uses={uses} />
    </div>
  );
}

function OlderVersions({ owners }: { owners: readonly ImageVersions[] }) {
  return (
    <div>
      <p className="mb-2">Older versions use it. If one is restored, it will have a gap:</p>
      <ImageVersionList owners={owners} />
    </div>
  );
}
