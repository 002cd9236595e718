import { useRef } from 'react';
import { clsx } from 'clsx';
import { CircleCheck, ImageUp, RotateCw } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button, buttonClasses } from '@/components/ui/button';
import { UPLOAD_IMAGE_TYPES } from '@contracts/upload';
import type { UploadState } from '../upload-progress';
import { useFileDrop } from '../use-file-drop';
import type { ImageUpload } from '../use-image-upload';

const ACCEPTED = Object.keys(UPLOAD_IMAGE_TYPES).join(',');

export type ImageUploaderProps = { upload: ImageUpload };

/** Button, drop area, progress and what went wrong, for the upload of `useImageUpload()`. */
export function ImageUploader({ upload }: ImageUploaderProps) {
  const { state, start, retry, cancel } = upload;
  const input = useRef<HTMLInputElement>(null);
  const isUploading = state.status === 'uploading';
  const { area, isOver } = useFileDrop(start, !isUploading);

  function handleCancel() {
    cancel();
    input.current?.focus();
  }

  function handleRetry() {
    retry();
    input.current?.focus();
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
            aria-disabled={isUploading || undefined}
            className={clsx(
              buttonClasses({ variant: 'primary' }),
              'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-sky',
              isUploading && 'cursor-not-allowed opacity-55',
            )}
          >
            <ImageUp aria-hidden="true" />
            Upload a picture
            <input
              ref={input}
              type="file"
              accept={ACCEPTED}
              // Not `disabled`: that would throw the keyboard out of the dialog while a file is sent.
              aria-disabled={isUploading || undefined}
              onClick={(event) => {
                if (isUploading) event.preventDefault();
              }}
              onChange={(event) => {
                start([...(event.target.files ?? [])]);
                // Choosing the same file again is a change only when nothing is chosen.
                event.target.value = '';
              }}
              className="absolute inset-0 size-full cursor-[inherit] opacity-0"
            />
          </label>
          <span className="text-base text-muted pointer-coarse:hidden">or drop one here</span>
        </div>
        <UploadProgress state={state} onCancel={handleCancel} />
      </div>
      {state.status === 'failed' && (
        <Alert
          kind="danger"
          title={state.fileName}
          action={
            state.canRetry && (
              <Button size="small" icon={<RotateCw aria-hidden="true" />} onClick={handleRetry}>
                Retry
              </Button>
            )
          }
        >
          {state.message}
        </Alert>
      )}
    </div>
  );
}

function UploadProgress({ state, onCancel }: { state: UploadState; onCancel: () => void }) {
  const isRunning = state.status === 'uploading' || state.status === 'done';
  return (
    <div className="grid min-h-14 w-full max-w-md content-center">
      <p role="status" className="sr-only">
        {state.status === 'uploading' && `Uploading ${state.fileName}`}
        {state.status === 'done' && `${state.fileName} is uploaded`}
      </p>
      {isRunning ? (
        <>
          <div className="flex items-center gap-3 text-small">
            <span className="min-w-0 flex-1 truncate text-start font-medium">{state.fileName}</span>
            <span className="tabular-nums">{state.percent}%</span>
            {state.status === 'done' ? (
              <CircleCheck aria-hidden="true" className="mx-2 my-2 size-5 text-success" />
            ) : (
              <Button size="small" variant="quiet" onClick={onCancel} className="-me-3">
                Cancel
              </Button>
            )}
          </div>
          <div
            role="progressbar"
            aria-label={`Upload of ${state.fileName}`}
            aria-valuemin={0}
            aria-valuemax={100}
            aria-valuenow={state.percent}
            className="h-2 overflow-hidden rounded-full bg-line"
          >
            <div
              style={{ width: `${state.percent}%` }}
              className={clsx(
                'h-full rounded-full transition-[width] duration-control',
                state.status === 'done' ? 'bg-success' : 'bg-sky',
              )}
            />
          </div>
        </>
      ) : (
        <p className="text-small text-muted">JPEG, PNG, WebP or GIF, up to 5 MB, one at a time</p>
      )}
    </div>
  );
}
