import type { ReactNode } from 'react';
import { clsx } from 'clsx';
import { findUploadProblem, isFinished } from '../upload-task';
import { useFileDrop } from '../use-file-drop';
import { takePastedPictures } from '../use-file-paste';
import { useUploadQueue } from '../use-upload-queue';
import type { LibraryChoice } from './image-library';
import { UploadList } from './upload-list';

export type PictureUploadsProps = {
  /** The area that accepts pasted and dropped pictures. */
  children: ReactNode;
  /** Called for each valid file before it is sent, to remember its place. */
  onAdded: (file: File) => void;
  onStored: (file: File, picture: LibraryChoice) => void;
  /** Cancelled, or dismissed after a failure. */
  onRemoved: (file: File) => void;
  /** After a row disappeared, with the button in it that had the focus. */
  onRowRemoved: () => void;
};

/** Uploads pictures pasted or dropped on a part of a form, with their progress below. */
export function PictureUploads({
  children,
  onAdded,
  onStored,
  onRemoved,
  onRowRemoved,
}: PictureUploadsProps) {
  const upload = useUploadQueue({ onStored: ({ url }, file) => onStored(file, { url }) });
  const { area, isOver } = useFileDrop(handleFiles, true);

  function handleFiles(files: readonly File[]) {
    files.filter((file) => findUploadProblem(file) === null).forEach(onAdded);
    upload.add(files);
  }

  function remove(id: number) {
    const removed = upload.tasks.find((task) => task.id === id);
    upload.remove(id);
    if (removed) onRemoved(removed.file);
  }

  return (
    <div className="grid min-h-0 wide:grid-rows-[minmax(0,1fr)_auto]">
      <div
        ref={area}
        onPaste={(event) => handleFiles(takePastedPictures(event))}
        className={clsx(
          'grid min-h-0 rounded-control wide:grid-rows-[minmax(0,1fr)]',
          isOver && 'outline-2 outline-offset-2 outline-sky',
        )}
      >
        {children}
      </div>
      <div className="max-h-36 overflow-y-auto [&>ul]:mt-3">
        <UploadList
          upload={{ ...upload, remove, tasks: upload.tasks.filter((task) => !isFinished(task)) }}
          onUseExisting={(picture, { file }) => onStored(file, picture)}
          onRowRemoved={onRowRemoved}
        />
      </div>
    </div>
  );
}
