import { useState } from 'react';
import { ImagePlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { PictureDialog } from './picture-dialog';

export type PicturePickerProps = {
  /** What the picture is for, as the field beside it is called: 'Hero image'. */
  label: string;
  /** The address there is now, '' for none. */
  value: string;
  onPick: (url: string, altText?: string) => void;
};

/** A button that opens the choice of a picture. */
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
