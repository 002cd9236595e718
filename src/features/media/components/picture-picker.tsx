import { useState } from 'react';
import { ImagePlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Tabs } from '@/components/ui/tabs';
import { toPublicImageUrl } from '@/lib/image-url';
import { useImageUpload } from '../use-image-upload';
import { ImageLibrary } from './image-library';
import { ImageUploader } from './image-uploader';

export type PicturePickerProps = {
  /** What the picture is for, as the field beside it is called: 'Hero image'. */
  label: string;
  /** The address there is now, '' for none. */
  value: string;
  onPick: (url: string, altText?: string) => void;
};

/** A button that opens the two ways to a picture: send a new one, or take a stored one. */
export function PicturePicker({ label, value, onPick }: PicturePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Forms have one picker per row: what is behind the button exists once it was pressed.
  const [wasOpened, setWasOpened] = useState(false);

  return (
    <>
      <Button
        icon={<ImagePlus aria-hidden="true" />}
        aria-haspopup="dialog"
        onClick={() => {
          setWasOpened(true);
          setIsOpen(true);
        }}
      >
        Choose or upload picture<span className="sr-only"> for {label}</span>
      </Button>
      {wasOpened && (
        <PictureDialog
          label={label}
          value={value}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          onPick={onPick}
        />
      )}
    </>
  );
}

type PictureDialogProps = PicturePickerProps & {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
};

function PictureDialog({ label, value, isOpen, onOpenChange, onPick }: PictureDialogProps) {
  const [way, setWay] = useState<'upload' | 'library'>('upload');
  const [chosen, setChosen] = useState<string | null>(null);
  const upload = useImageUpload({
    onUploaded: (image) => onPick(image.url),
    onFinished: () => handleOpenChange(false),
  });
  const isUploading = upload.state.status === 'uploading';

  function handleOpenChange(next: boolean) {
    upload.cancel();
    setChosen(null);
    onOpenChange(next);
  }

  function handlePick(url: string) {
    onPick(url);
    handleOpenChange(false);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={handleOpenChange}
      canClose={!isUploading}
      size="large"
      title="Choose a picture"
      description={label}
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
          { value: 'upload', label: 'Upload', content: <ImageUploader upload={upload} /> },
          {
            value: 'library',
            label: 'From the library',
            content: (
              <ImageLibrary
                value={chosen ?? toPublicImageUrl(value)}
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
