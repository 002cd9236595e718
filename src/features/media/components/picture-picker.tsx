import { useState, type ReactNode } from 'react';
import { ImagePlus } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ForeignPicture, foreignAddress } from './foreign-picture';
import { PictureDialog } from './picture-dialog';

export type PicturePickerProps = {
  /** The label of the field beside it, such as 'Hero image'. */
  label: string;
  /** The current address, '' for none. */
  value: string;
  onPick: (url: string, altText?: string) => void;
  /** Shown instead of the words of the button. */
  face?: ReactNode;
};

/** A button that opens the picture dialog. */
export function PicturePicker({ label, value, onPick, face }: PicturePickerProps) {
  const [isOpen, setIsOpen] = useState(false);
  // Forms have one picker per row: the dialog is mounted on the first press.
  const [wasOpened, setWasOpened] = useState(false);
  const [firstValue] = useState(value);
  const foreign = foreignAddress(value);

  const button = {
    'aria-haspopup': 'dialog',
    onClick: () => {
      setWasOpened(true);
      setIsOpen(true);
    },
  } as const;
  return (
    <>
      {face === undefined ? (
        <Button
          icon={<ImagePlus aria-hidden="true" />}
          className="whitespace-nowrap max-tablet:px-3"
          {...button}
        >
          {value === '' ? (
            <span>
              Choose<span className="max-tablet:sr-only"> or upload</span>
              <span className="sr-only"> picture for {label}</span>
            </span>
          ) : (
            <span>
              <span className="sr-only">Choose or upload picture for {label}. </span>
              Replace
            </span>
          )}
        </Button>
      ) : (
        <button
          type="button"
          title="Choose or upload picture"
          className="group/face block cursor-pointer rounded-control outline-offset-2"
          {...button}
        >
          <span className="sr-only">Choose or upload picture for {label}. </span>
          {face}
        </button>
      )}
      {foreign !== null && (
        <ForeignPicture address={foreign} isTyped={value !== firstValue} onPick={onPick} />
      )}
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
