import { useState, type ReactNode } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Tabs } from '@/components/ui/tabs';
import { useFilePaste } from '../use-file-paste';
import { useUploadQueue } from '../use-upload-queue';
import { ImageLibrary, type LibraryChoice } from './image-library';
import { ImageUploader } from './image-uploader';

export type PictureDialogProps = {
  title: string;
  description: ReactNode;
  /** The current address, '' for none. */
  value: string;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** Gets the alternative text of the picture, if it has one. */
  onPick: (url: string, altText?: string) => void;
  /** False if the caller opens another dialog next. */
  closesOnPick?: boolean;
};

/** Upload a picture or choose a stored one. */
export function PictureDialog({
  title,
  description,
  value,
  isOpen,
  onOpenChange,
  onPick,
  closesOnPick = true,
}: PictureDialogProps) {
  const [way, setWay] = useState<'upload' | 'library'>('upload');
  const [chosen, setChosen] = useState<LibraryChoice | null>(null);
  const upload = useUploadQueue({
    takesOne: true,
    onStored: closesOnPick ? ({ url }) => onPick(url) : undefined,
    onFinished: () => (closesOnPick ? handleOpenChange(false) : pickUploaded()),
  });
  useFilePaste(
    (files) => {
      setWay('upload');
      upload.add(files);
    },
    isOpen ? 'dialog' : 'nowhere',
  );

  function pickUploaded() {
    const url = upload.tasks.find(({ image }) => image)?.image?.url;
    reset();
    if (url !== undefined) onPick(url);
  }

  function reset() {
    upload.clear();
    setChosen(null);
  }

  function handleOpenChange(next: boolean) {
    reset();
    onOpenChange(next);
  }

  function handlePick({ url, altText }: LibraryChoice) {
    reset();
    onPick(url, altText);
    if (closesOnPick) onOpenChange(false);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={handleOpenChange}
      canClose={!upload.isBusy}
      size="large"
      title={title}
      description={description}
      footer={
        way === 'library' ? (
          <Button
            variant="primary"
            disabled={chosen === null}
            onClick={() => chosen !== null && handlePick(chosen)}
          >
            Use this picture
          </Button>
        ) : undefined
      }
    >
      <Tabs
        label="Where the picture comes from"
        value={way}
        onValueChange={setWay}
        items={[
          {
            value: 'upload',
            label: 'Upload',
            content: <ImageUploader upload={upload} onUseExisting={handlePick} />,
          },
          {
            value: 'library',
            label: 'From the library',
            content: (
              <ImageLibrary
                values={[chosen?.url ?? value]}
                onChange={setChosen}
                onConfirm={handlePick}
              />
            ),
          },
        ]}
      />
    </Dialog>
  );
}
