import { useEffect, useEffectEvent, useState } from 'react';
import { Replace } from 'lucide-react';
import { Image } from '@/components/image';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Dialog } from '@/components/ui/dialog';
import type { Focus } from '@/lib/picture-facts';
import { titleOf, type ImageRecord, type ImageUse, type StorageImage } from '../model';
import { AltTextForm } from './alt-text-form';
import { FocusForm, isSameFocus } from './focus-form';
import { ImageFacts } from './image-facts';
import { ImageUseList } from './image-uses';

export type ImageDetailsDialogProps = {
  image: StorageImage | null;
  /** Undefined while not known. */
  uses: readonly ImageUse[] | undefined;
  onUnsavedChange: (isUnsaved: boolean) => void;
  onClose: () => void;
  onReplace: () => void;
};

/** What was changed and not saved yet, for the picture of this path. */
type Draft = { path: string; altText: string; focus: Focus };

export function ImageDetailsDialog({
  image,
  uses,
  onUnsavedChange,
  onClose,
  onReplace,
}: ImageDetailsDialogProps) {
  const [draft, setDraft] = useState<Draft | null>(null);
  /** Waits for the answer to the question about unsaved changes. */
  const [leaving, setLeaving] = useState<{ proceed: () => void } | null>(null);
  const record = image?.record;
  const shown =
    image && record
      ? draft?.path === image.path
        ? draft
        : { path: image.path, altText: record.altText, focus: record.focus }
      : null;
  const isUnsaved = Boolean(record && shown && isChanged(record, shown));
  const reportUnsaved = useEffectEvent(onUnsavedChange);
  useEffect(() => {
    reportUnsaved(isUnsaved);
    return () => reportUnsaved(false);
  }, [isUnsaved]);

  function leave(proceed: () => void) {
    if (isUnsaved) setLeaving({ proceed });
    else proceed();
  }

  function handleLeave() {
    leaving?.proceed();
    setLeaving(null);
    setDraft(null);
  }

  return (
    <>
      <Dialog
        isOpen={image !== null}
        onOpenChange={(isOpen) => !isOpen && leave(onClose)}
        size="large"
        title={image ? titleOf(image) : ''}
        description={image && <ImageFacts image={image} hasDimensions />}
      >
        {image && (
          <div className="grid gap-6 tablet:grid-cols-2">
            {record && shown ? (
              <FocusForm
                path={image.path}
                url={image.url}
                record={record}
                value={shown.focus}
                onChange={(focus) => setDraft({ ...shown, focus })}
              />
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
              {record && shown ? (
                <AltTextForm
                  path={image.path}
                  altText={record.altText}
                  value={shown.altText}
                  onChange={(altText) => setDraft({ ...shown, altText })}
                />
              ) : (
                <p className="text-base text-muted">
                  This picture has no record yet, so it cannot have an alternative text and a focal
                  point. Rebuild, under Defined Images, adds the record.
                </p>
              )}
              <Places uses={uses} onReplace={() => leave(onReplace)} />
            </div>
          </div>
        )}
      </Dialog>
      <ConfirmDialog
        isOpen={leaving !== null}
        onOpenChange={() => setLeaving(null)}
        title="Leave without saving?"
        description="The alternative text or the focal point that you changed is not saved."
        confirmLabel="Leave without saving"
        cancelLabel="Keep editing"
        isDangerous
        onConfirm={handleLeave}
      />
    </>
  );
}

function isChanged(record: ImageRecord, { altText, focus }: Draft): boolean {
  return altText.trim() !== record.altText || !isSameFocus(focus, record.focus);
}

type PlacesProps = Pick<ImageDetailsDialogProps, 'uses' | 'onReplace'>;

function Places({ uses, onReplace }: PlacesProps) {
  return (
    <section aria-labelledby="image-places">
      <h3 id="image-places" className="mb-2 sans-heading text-base">
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
