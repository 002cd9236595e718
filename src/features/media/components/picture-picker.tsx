import { useState } from 'react';
import { ImagePlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { PictureDialog } from './picture-dialog';

export type PicturePickerProps = {
  /** The label of the field beside it, such as 'Hero image'. */
  label: string;
  /** The current address, '' for none. */
  value: string;
  onPick: (url: string, altText?: string) => void;
};

/** A button that opens the picture dialog. */
export function PicturePicker({ label, value, onPick }: PicturePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Forms have one picker per row: the dialog is mounted on the first press.
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
          title="Choose a picture"
          description={label}
          value={value}
          isOpen={isOpen}
          onOpenChange={setIsOpen}
          onPick={onPick}
        />
      )}
    </>
  );
}
