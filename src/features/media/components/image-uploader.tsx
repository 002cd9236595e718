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
        ref={area}
        className={clsx(
          'grid min-h-44 flex-1 content-center justify-items-center gap-2 rounded-picture border border-dashed px-5 py-6 text-center transition-colors duration-control',
          isOver ? 'border-sky bg-sky-soft' : 'border-line-strong bg-surface',
        )}
      >
        <div className="flex flex-wrap items-center justify-center gap-x-3 gap-y-2">
          <UploadButton
            ref={input}
            label="Upload a picture"
            isMultiple={!takesOne}
            isClosed={isClosed}
            onFiles={handleFiles}
          />
          <span className="text-base text-muted pointer-coarse:hidden">
            {takesOne ? 'or drop one here' : 'or drop some here'}
          </span>
        </div>
        <p className="text-small text-muted">
          {takesOne
            ? 'JPEG, PNG, WebP or GIF, one at a time. A photo over 5 MB is made smaller'
            : 'JPEG, PNG, WebP or GIF, sent one at a time. Photos over 5 MB are made smaller'}
          <span className="pointer-coarse:hidden">. Pasting works too.</span>
        </p>
        {onNamingChange && (
          <Checkbox
            label="Keep the file’s name"
            checked={naming === 'own'}
            onChange={(event) => onNamingChange(event.target.checked ? 'own' : 'random')}
          />
        )}
      </div>
      <UploadList
        upload={upload}
        onUseExisting={onUseExisting}
        onRowRemoved={() => input.current?.focus()}
      />
    </div>
  );
}
