import { useRef, useState, type ReactNode } from 'react';
import { clsx } from 'clsx';
import { Images } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { findUploadProblem, isFinished } from '../upload-task';
import { useFileDrop } from '../use-file-drop';
import { takePastedPictures } from '../use-file-paste';
import { useUploadQueue } from '../use-upload-queue';
import { LibraryDialog } from './library-dialog';
import { UploadButton } from './upload-button';
import { UploadList } from './upload-list';

export type PictureBatchProps = {
  /** The rows of pictures; more can be dropped and pasted on them. */
  children: ReactNode;
  /** After the buttons of the batch. */
  button?: ReactNode;
  count: number;
  /** The largest count. */
  max: number;
  /** Called for each uploaded picture and for several chosen ones. */
  onAdd: (urls: readonly string[]) => void;
};

/** Adds many pictures to a list: by file, drop, paste or from the library. */
export function PictureBatch({ children, button, count, max, onAdd }: PictureBatchProps) {
  const input = useRef<HTMLInputElement>(null);
  const [isChoosing, setIsChoosing] = useState(false);
  const [leftOut, setLeftOut] = useState<readonly string[]>([]);
  const upload = useUploadQueue({ onStored: ({ url }) => onAdd([url]) });
  const open = upload.tasks.filter((task) => !isFinished(task));
  const expected = open.filter(({ file, image }) => !image && findUploadProblem(file) === null);
  const room = Math.max(0, max - count - expected.length);
  const { area, isOver } = useFileDrop(handleFiles, true);

  function handleFiles(files: readonly File[]) {
    if (files.length === 0) return;
    setLeftOut(files.slice(room).map(({ name }) => name));
    upload.add(files.slice(0, room));
  }

  return (
    <div
      ref={area}
      onPaste={(event) => handleFiles(takePastedPictures(event))}
      className={clsx(
        'grid gap-4 rounded-control',
        isOver && 'outline-2 outline-offset-4 outline-sky',
      )}
    >
      {children}
      <UploadList
        upload={{ ...upload, tasks: open }}
        onUseExisting={({ url }) => onAdd([url])}
        onRowRemoved={() => input.current?.focus()}
      />
      {leftOut.length > 0 && (
        <Alert kind="warning" title={`A gallery has at most ${max} pictures`}>
          Not uploaded: {leftOut.join(', ')}
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2 pointer-coarse:[&_.button]:min-h-11">
        <UploadButton
          ref={input}
          label="Upload pictures"
          variant="secondary"
          size="small"
          isMultiple
          isClosed={room === 0}
          onFiles={handleFiles}
        />
        <Button
          size="small"
          icon={<Images aria-hidden="true" />}
          aria-haspopup="dialog"
          disabled={room === 0}
          onClick={() => setIsChoosing(true)}
        >
          Choose from the library
        </Button>
        {button}
        <span className="text-small text-muted pointer-coarse:hidden">
          or drop or paste pictures here
        </span>
      </div>
      <LibraryDialog
        isOpen={isChoosing}
        onOpenChange={setIsChoosing}
        room={room}
        onPick={(choices) => onAdd(choices.map(({ url }) => url))}
      />
    </div>
  );
}
