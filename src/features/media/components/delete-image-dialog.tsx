import { useRef, useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Checkbox } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { dismiss, notify } from '@/lib/notifications';
import { countPlaces, titleOf, usesOf, type ImageUse, type StorageImage } from '../model';
import { imageQueries, useDeleteImage } from '../queries';
import { ImageUseList } from './image-uses';

const DELETE_FAILED = 'An unexpected error occurred while deleting the image.';
const NOT_ACCEPTED = 'Tick the box first, or replace the image in these places.';

export type DeleteImageDialogProps = {
  image: StorageImage | null;
  onClose: () => void;
  onDeleted: () => void;
};

/** A picture in use needs a second yes; not knowing whether it is counts as in use. */
export function DeleteImageDialog({ image, onClose, onDeleted }: DeleteImageDialogProps) {
  const deletion = useDeleteImage();
  const usage = useQuery({ ...imageQueries.usage(), enabled: image !== null });
  const [isAccepted, setIsAccepted] = useState(false);
  const [lacksYes, setLacksYes] = useState(false);
  const failure = useRef('');
  const uses = image && usage.data && !usage.isError ? usesOf(usage.data, image) : null;
  const needsYes = uses === null || uses.length > 0;

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
          {!usage.isFetching && needsYes && (
            <Consequences uses={uses}>
              <Checkbox
                label="Delete it all the same"
                checked={isAccepted}
                onChange={(event) => {
                  setIsAccepted(event.target.checked);
                  setLacksYes(false);
                }}
              />
            </Consequences>
          )}
        </>
      }
      confirmLabel="Delete image"
      pendingLabel={deletion.isPending ? 'Deleting...' : 'Checking...'}
      isDangerous
      isPending={deletion.isPending || usage.isFetching}
      error={lacksYes ? NOT_ACCEPTED : failed}
      onConfirm={handleConfirm}
    />
  );
}

type ConsequencesProps = { uses: readonly ImageUse[] | null; children: ReactNode };

function Consequences({ uses, children }: ConsequencesProps) {
  return (
    <div className="mt-4 text-ink">
      {uses ? (
        <>
          <p className="mb-2">
            It is used in {countPlaces(uses.length)}, which will have a gap instead:
          </p>
          <ImageUseList uses={uses} />
        </>
      ) : (
        <p>
          It could not be found out where it is used. Pages that show it will have a gap instead.
        </p>
      )}
      <div className="mt-2">{children}</div>
    </div>
  );
}
