import { useState } from 'react';
import { Image } from '@/components/image';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { imagePathOfUrl, encodeImagePath } from '@/lib/image-url';
import { countPlaces, titleOf, type ImageUse, type StorageImage } from '../model';
import { useReplaceImage } from '../queries';
import { PictureDialog } from './picture-dialog';
import { problemOf, ReplacementText, wordingFrom, type Wording } from './replacement-text';

export type ReplaceImageProps = {
  /** The picture to replace; null while closed. */
  image: StorageImage | null;
  uses: readonly ImageUse[];
  onClose: () => void;
};

/** Choose or upload the new picture, then confirm the change of all places. */
export function ReplaceImage({ image, uses, onClose }: ReplaceImageProps) {
  const [address, setAddress] = useState<string | null>(null);
  const [wording, setWording] = useState<Wording>(wordingFrom(''));
  const [wasTried, setWasTried] = useState(false);
  const replacing = useReplaceImage();

  function handleClose() {
    setAddress(null);
    setWasTried(false);
    replacing.reset();
    onClose();
  }

  function handlePick(url: string, altText?: string) {
    if (image && imagePathOfUrl(url) === encodeImagePath(image.path)) {
      notify({ type: 'info', title: 'These places use this picture already' });
      handleClose();
    } else {
      setAddress(url);
      setWording(wordingFrom(altText ?? image?.record?.altText ?? ''));
    }
  }

  function handleConfirm() {
    setWasTried(true);
    if (!image || address === null || problemOf(wording)) return;
    replacing.mutate(
      { old: image, address, altText: wording.text.trim() },
      {
        onSuccess: (places) => {
          notify({
            type: 'success',
            title: 'Image replaced',
            description: `${titleOf(image)} was replaced in ${countPlaces(places)}.`,
          });
          handleClose();
        },
      },
    );
  }

  return (
    <>
      <PictureDialog
        title="Replace everywhere"
        description={`Choose the picture that replaces ${image ? titleOf(image) : ''}`}
        value=""
        isOpen={image !== null && address === null}
        onOpenChange={(isOpen) => !isOpen && handleClose()}
        onPick={handlePick}
        closesOnPick={false}
      />
      <ConfirmDialog
        isOpen={image !== null && address !== null}
        onOpenChange={(isOpen) => !isOpen && handleClose()}
        title={`Replace it in ${countPlaces(uses.length)}?`}
        description={
          image &&
          address !== null && (
            <>
              <p>
                Published pages show the new picture at once. Editors who have one of these
                documents open compare the versions before they save. The old picture stays in
                storage.
              </p>
              <div className="mt-4 grid grid-cols-2 gap-4">
                <Sample label="Now" url={image.url} />
                <Sample label="New" url={address} />
              </div>
            </>
          )
        }
        confirmLabel="Replace everywhere"
        pendingLabel="Replacing..."
        isPending={replacing.isPending}
        error={replacing.error && messageOf(replacing.error)}
        onConfirm={handleConfirm}
      >
        <ReplacementText value={wording} onChange={setWording} wasTried={wasTried} />
      </ConfirmDialog>
    </>
  );
}

function Sample({ label, url }: { label: string; url: string }) {
  return (
    <div>
      <p className="mb-1 text-small font-medium text-ink">{label}</p>
      <Image
        src={url}
        alt=""
        aspect="thumbnail"
        sizes="14rem"
        fit="contain"
        className="bg-sunken"
      />
    </div>
  );
}
