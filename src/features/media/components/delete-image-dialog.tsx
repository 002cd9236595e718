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
const NOT_ACCEPTED = 'Tick the box first, or replace the image in these places.';

export type DeleteImageDialogProps = {
  image: StorageImage | null;
  onClose: () => void;
  onDeleted: () => void;
};

/**
 * A picture in use, or in the trash with what uses it, needs a second yes; not knowing whether it is
 * counts as in use. Older versions that show it are named, but nobody is asked twice for their sake.
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
  const [lacksYes, setLacksYes] = useState(false);
  const failure = useRef('');
  const isKnown = !usage.isError && !history.isError;
  const uses = image && usage.data && isKnown ? usesOf(usage.data, image) : null;
  const needsYes = uses === null || uses.length > 0;
  // Whoever is named already would only be named twice.
  const olderOnly = history.data?.filter(({ id }) => !uses?.some((use) => use.id === id)) ?? [];

  function handleClose() {
    deletion.reset();
    setIsAccepted(false);
    setLacksYes(false);
    onClose();
  }

  function handleConfirm() {
    if (!image) return;
    setLacksYes(needsYes && !isAccepted);
    if (needsYes && !isAccepted) return;
    dismiss(failure.current);
    deletion.mutate(image, {
      onSuccess: () => {
        notify({ type: 'success', title: 'Image Deleted', description: titleOf(image) });
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
            is removed for good.
          </p>
          {!isChecking && (
            <div className="mt-4 grid gap-4 text-ink empty:hidden">
              {needsYes && <Consequences uses={uses} />}
              {olderOnly.length > 0 && <OlderVersions owners={olderOnly} />}
              {needsYes && (
                <Checkbox
                  label="Delete it all the same"
                  checked={isAccepted}
                  onChange={(event) => {
                    setIsAccepted(event.target.checked);
                    setLacksYes(false);
                  }}
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
      error={lacksYes ? NOT_ACCEPTED : failed}
      onConfirm={handleConfirm}
    />
  );
}

function Consequences({ uses }: { uses: readonly ImageUse[] | null }) {
  if (!uses) {
    return (
      <p>It could not be found out where it is used. Pages that show it will have a gap instead.</p>
    );
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
      <p className="mb-2">Older versions show it. Should one be restored, it will have a gap:</p>
      <ImageVersionList owners={owners} />
    </div>
  );
}
