import { useRef } from 'react';
import { clsx } from 'clsx';
import type { UploadNaming } from '@contracts/upload';
import { Checkbox } from '@/components/ui/field';
import { useFileDrop } from '../use-file-drop';
import type { ImageUpload } from '../use-upload-queue';
import type { LibraryChoice } from './image-library';
import { UploadButton } from './upload-button';
import { UploadList } from './upload-list';

export type ImageUploaderProps = {
  upload: ImageUpload;
  /** One row instead of a large area: the whole page accepts files. */
  isSlim?: boolean;
  /** How new pictures are named. */
  naming?: UploadNaming;
  /** Shows a checkbox that changes it. */
  onNamingChange?: (naming: UploadNaming) => void;
  /** The picture is stored already, and the editor chose to use that one. */
  onUseExisting?: (choice: LibraryChoice) => void;
};

/** Button, drop area and upload list for `useUploadQueue()`. */
export function ImageUploader({
  upload,
  isSlim = false,
  naming = 'random',
  onNamingChange,
  onUseExisting,
}: ImageUploaderProps) {
  const { takesOne, isBusy } = upload;
  const input = useRef<HTMLInputElement>(null);
  const isClosed = takesOne && isBusy;
  const { area, isOver } = useFileDrop(handleFiles, !isClosed);

  function handleFiles(files: readonly File[]) {
    upload.add(files, naming);
  }

  return (
    <div className="flex h-full flex-col gap-4">
      <div
        ref={isSlim ? undefined : area}
        className={clsx(
          'rounded-control border border-dashed transition-colors duration-control',
          isSlim
            ? 'flex flex-wrap items-center gap-x-5 gap-y-2 px-4 py-2.5 desktop:min-h-[4.5rem]'
            : 'grid min-h-44 flex-1 content-center justify-items-center gap-2 px-5 py-6 text-center',
          isOver
            ? 'border-sky bg-sky-soft'
            : clsx('border-line-strong', isSlim ? 'bg-raised' : 'bg-surface'),
        )}
      >
        <UploadButton
          ref={input}
          label="Upload a picture"
          isMultiple={!takesOne}
          isClosed={isClosed}
          onFiles={handleFiles}
        />
        <div className={clsx('text-small text-muted', isSlim && 'min-w-56 flex-1')}>
          <p className="pointer-coarse:hidden">
            or drop or paste {takesOne ? 'one' : 'some'} {isSlim ? 'anywhere' : 'here'}: JPEG, PNG,
            WebP, GIF
          </p>
          <p>Photos over 5 MB are made smaller</p>
        </div>
        {onNamingChange && (
          <Checkbox
            label="Keep the file’s name"
            className={isSlim ? 'text-small!' : undefined}
            checked={naming === 'own'}
            onChange={(event) => onNamingChange(event.target.checked ? 'own' : 'random')}
          />
        )}
      </div>
      {isSlim && isOver && (
        <div className="pointer-events-none fixed inset-2 z-40 rounded-picture border-2 border-dashed border-sky" />
      )}
      <UploadList
        upload={upload}
        onUseExisting={onUseExisting}
        onRowRemoved={() => input.current?.focus()}
      />
    </div>
  );
}
