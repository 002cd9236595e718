import { useRef } from 'react';
import { clsx } from 'clsx';
import { ImageUp } from 'lucide-react';
import { UPLOAD_IMAGE_TYPES, type UploadNaming } from '@contracts/upload';
import { buttonClasses } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/field';
import { useFileDrop } from '../use-file-drop';
import type { ImageUpload } from '../use-upload-queue';
import type { LibraryChoice } from './image-library';
import { UploadList } from './upload-list';

const ACCEPTED = Object.keys(UPLOAD_IMAGE_TYPES).join(',');

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
          <label
            aria-disabled={isClosed || undefined}
            className={clsx(
              buttonClasses({ variant: 'primary' }),
              'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-sky',
              isClosed && 'cursor-not-allowed opacity-55',
            )}
          >
            <ImageUp aria-hidden="true" />
            Upload a picture
            <input
              ref={input}
              type="file"
              accept={ACCEPTED}
              multiple={!takesOne}
              // Not `disabled`: the focus would leave the dialog while a file is sent.
              aria-disabled={isClosed || undefined}
              onClick={(event) => {
                if (isClosed) event.preventDefault();
              }}
              onChange={(event) => {
                handleFiles([...(event.target.files ?? [])]);
                // Reset, so that choosing the same file again fires a change event.
                event.target.value = '';
              }}
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            />
          </label>
          <span className="text-base text-muted pointer-coarse:hidden">
            {takesOne ? 'or drop one here' : 'or drop some here'}
          </span>
        </div>
        <p className="text-small text-muted">
          {takesOne
            ? 'JPEG, PNG, WebP or GIF, up to 5 MB, one at a time'
            : 'JPEG, PNG, WebP or GIF, up to 5 MB each, sent one at a time'}
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
