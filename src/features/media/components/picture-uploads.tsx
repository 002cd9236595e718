import { useImperativeHandle, type ReactNode, type Ref } from 'react';
import { clsx } from 'clsx';
import { fetchForeignPicture } from '../api';
import { findUploadProblem, isFinished } from '../upload-task';
import { useFileDrop } from '../use-file-drop';
import { takePastedPictures } from '../use-file-paste';
import { useUploadQueue } from '../use-upload-queue';
import type { LibraryChoice } from './image-library';
import { UploadList } from './upload-list';

export type PictureUploadsProps = {
  /** The area that accepts pasted and dropped pictures. */
  children: ReactNode;
  /** For pictures that are part of a pasted text. */
  ref?: Ref<{
    add: (files: readonly File[]) => void;
    read: (address: string) => Promise<File>;
  }>;
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
  ref,
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

  useImperativeHandle(ref, () => ({ add: handleFiles, read: readPicture }));

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

/** @throws AppError if the picture of another website cannot be fetched */
async function readPicture(address: string): Promise<File> {
  const [, type, data] = /^data:(image\/[\w.+-]+);base64,([\w+/=\s]+)$/i.exec(address) ?? [];
  if (type === undefined || data === undefined) {
    return fetchForeignPicture(address, AbortSignal.timeout(READ_TIMEOUT_MS));
  }
  const bytes = Uint8Array.from(atob(data), (sign) => sign.charCodeAt(0));
  const ending = type.split('/')[1]?.replace(/\W.*/, '') ?? 'png';
  return new File([bytes], `pasted-picture.${ending}`, { type });
}

const READ_TIMEOUT_MS = 60_000;
