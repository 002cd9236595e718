import { Replace } from 'lucide-react';
import { Image } from '@/components/image';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { titleOf, type ImageUse, type StorageImage } from '../model';
import { AltTextForm } from './alt-text-form';
import { FocusForm } from './focus-form';
import { ImageFacts } from './image-facts';
import { ImageUseList } from './image-uses';

export type ImageDetailsDialogProps = {
  image: StorageImage | null;
  /** Undefined while not known. */
  uses: readonly ImageUse[] | undefined;
  onClose: () => void;
  onReplace: () => void;
};

export function ImageDetailsDialog({ image, uses, onClose, onReplace }: ImageDetailsDialogProps) {
  return (
    <Dialog
      isOpen={image !== null}
      onOpenChange={(isOpen) => !isOpen && onClose()}
      size="large"
      title={image ? titleOf(image) : ''}
      description={image && <ImageFacts image={image} />}
    >
      {image && (
        <div className="grid gap-6 tablet:grid-cols-2">
          {image.record ? (
            <FocusForm key={image.path} path={image.path} url={image.url} record={image.record} />
          ) : (
            <Image
              src={image.url}
              alt=""
              aspect="thumbnail"
              sizes="(min-width: 768px) 22rem, 90vw"
              fit="contain"
              className="self-start rounded-control bg-sunken"
            />
          )}
          <div className="grid content-start gap-6">
            {image.record ? (
              <AltTextForm key={image.path} path={image.path} altText={image.record.altText} />
            ) : (
              <p className="text-base text-muted">
                This picture has no record yet, so it cannot have an alternative text and a focal
                point. Rebuild, under Defined Images, adds the record.
              </p>
            )}
            <Places uses={uses} onReplace={onReplace} />
          </div>
        </div>
      )}
    </Dialog>
  );
}

type PlacesProps = Pick<ImageDetailsDialogProps, 'uses' | 'onReplace'>;

function Places({ uses, onReplace }: PlacesProps) {
  return (
    <section aria-labelledby="image-places">
      <h3 id="image-places" className="mb-2 font-text text-base font-semibold tracking-normal">
        Where it is used
      </h3>
      {uses === undefined && <p className="text-base text-muted">Not known at the moment.</p>}
      {uses?.length === 0 && <p className="text-base text-muted">Nowhere.</p>}
      {uses && uses.length > 0 && (
        <>
          <ImageUseList uses={uses} />
          <Button
            size="small"
            className="mt-4"
            icon={<Replace aria-hidden="true" />}
            onClick={onReplace}
          >
            Replace everywhere
          </Button>
        </>
      )}
    </section>
  );
}
