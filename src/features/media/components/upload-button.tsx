import type { Ref } from 'react';
import { clsx } from 'clsx';
import { ImageUp } from 'lucide-react';
import { UPLOAD_IMAGE_TYPES } from '@contracts/upload';
import { buttonClasses } from '@/components/ui/button';

const ACCEPTED = Object.keys(UPLOAD_IMAGE_TYPES).join(',');

export type UploadButtonProps = {
  ref?: Ref<HTMLInputElement>;
  label: string;
  variant?: 'primary' | 'secondary';
  size?: 'small' | 'medium';
  isMultiple: boolean;
  /** Accepts no files at the moment. */
  isClosed?: boolean;
  onFiles: (files: File[]) => void;
};

/** A button that opens the browser's dialog for files. */
export function UploadButton({
  ref,
  label,
  variant = 'primary',
  size = 'medium',
  isMultiple,
  isClosed = false,
  onFiles,
}: UploadButtonProps) {
  return (
    <label
      aria-disabled={isClosed || undefined}
      className={clsx(
        buttonClasses({ variant, size }),
        'has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-offset-2 has-[:focus-visible]:outline-sky',
        isClosed && 'cursor-not-allowed opacity-55',
      )}
    >
      <ImageUp aria-hidden="true" />
      {label}
      <input
        ref={ref}
        type="file"
        accept={ACCEPTED}
        multiple={isMultiple}
        // Not `disabled`: the focus would leave the dialog while a file is sent.
        aria-disabled={isClosed || undefined}
        onClick={(event) => {
          if (isClosed) event.preventDefault();
        }}
        onChange={(event) => {
          onFiles([...(event.target.files ?? [])]);
          // Reset, so that choosing the same file again fires a change event.
          event.target.value = '';
        }}
        className="absolute inset-0 size-full cursor-[inherit] opacity-0"
      />
    </label>
  );
}
