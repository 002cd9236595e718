import { useState } from 'react';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { ImageLibrary, type LibraryChoice } from './image-library';

export type LibraryDialogProps = {
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  /** The largest number of pictures to choose. */
  room: number;
  /** Gets the pictures in the order in which they were chosen. */
  onPick: (choices: readonly LibraryChoice[]) => void;
};

/** Choose several stored pictures. */
export function LibraryDialog({ isOpen, onOpenChange, room, onPick }: LibraryDialogProps) {
  const [chosen, setChosen] = useState<readonly LibraryChoice[]>([]);
  const count = chosen.length;
  const isOver = count > room;

  function handleOpenChange(next: boolean) {
    setChosen([]);
    onOpenChange(next);
  }

  function toggle(choice: LibraryChoice) {
    const others = chosen.filter(({ url }) => url !== choice.url);
    setChosen(others.length < count ? others : [...chosen, choice]);
  }

  function handlePick() {
    if (count === 0 || isOver) return;
    onPick(chosen);
    handleOpenChange(false);
  }

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={handleOpenChange}
      size="large"
      title="Choose pictures"
      description="They are added in the order in which you choose them."
      footer={
        <>
          {isOver && (
            <p role="alert" className="me-auto text-small font-medium text-danger">
              {room === 1 ? 'Only one more fits' : `Only ${room} more fit`}
            </p>
          )}
          <Button variant="primary" disabled={count === 0 || isOver} onClick={handlePick}>
            {count > 1 ? `Use ${count} pictures` : 'Use this picture'}
          </Button>
        </>
      }
    >
      <ImageLibrary
        values={chosen.map(({ url }) => url)}
        isMultiple
        onChange={toggle}
        onConfirm={handlePick}
      />
    </Dialog>
  );
}
