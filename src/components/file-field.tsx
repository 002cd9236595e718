import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { Paperclip, X } from 'lucide-react';
import { DOCUMENT_ACCEPT, DOCUMENT_MAX_BYTES, validateDocument } from '@contracts/document';
import { Button } from '@/components/ui/button';
import { formatFileSize } from '@/lib/file-size';

/** The id stays the same when the file is sent again, which stores it once. */
export type ChosenFile = { id: string; file: File };

export type FileFieldProps = {
  files: readonly ChosenFile[];
  onChange: (files: readonly ChosenFile[]) => void;
  max: number;
  /** Of all files together. */
  maxBytes?: number;
  disabled?: boolean;
  /** Opens the choice of files when it appears: its button was pressed to load it. */
  isPressed?: boolean;
};

const inMegabytes = (bytes: number) => `${bytes / 1024 / 1024} MB`;

/** The files to send with a text, by the rule of documents. */
export function FileField({
  files,
  onChange,
  max,
  maxBytes = max * DOCUMENT_MAX_BYTES,
  disabled = false,
  isPressed = false,
}: FileFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [problems, setProblems] = useState<readonly string[]>([]);
  const isFull = files.length >= max;

  useEffect(() => {
    if (!isPressed) return;
    button.current?.focus();
    input.current?.click();
  }, [isPressed]);

  function handleChoice({ target }: ChangeEvent<HTMLInputElement>) {
    const next = [...files];
    const refused: string[] = [];
    for (const file of target.files ?? []) {
      const bytes = next.reduce((sum, chosen) => sum + chosen.file.size, file.size);
      const problem =
        validateDocument(file) ??
        (next.length >= max ? `At most ${max} files can be attached` : null) ??
        (bytes > maxBytes ? `Together they are larger than ${inMegabytes(maxBytes)}` : null);
      if (problem === null) next.push({ id: crypto.randomUUID(), file });
      else refused.push(`${file.name}: ${problem}`);
    }
    // The same file may be chosen again after it was removed.
    target.value = '';
    setProblems(refused);
    onChange(next);
  }

  function handleRemove(id: string) {
    setProblems([]);
    onChange(files.filter((chosen) => chosen.id !== id));
    button.current?.focus();
  }

  return (
    <div className="grid justify-items-start gap-2">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-1">
        <Button
          ref={button}
          size="small"
          icon={<Paperclip aria-hidden="true" />}
          disabled={disabled || isFull}
          onClick={() => input.current?.click()}
        >
          Attach files
        </Button>
        <input
          ref={input}
          type="file"
          multiple
          hidden
          aria-label="Files to attach"
          accept={DOCUMENT_ACCEPT}
          onChange={handleChoice}
        />
        <p className="text-small text-muted">
          Up to {max} files of 5 MB
          {maxBytes < max * DOCUMENT_MAX_BYTES && `, ${inMegabytes(maxBytes)} together`}: JPEG, PNG,
          WebP, GIF, PDF, TXT
        </p>
      </div>
      <ul aria-label="Attached files" className="grid gap-1 empty:hidden">
        {files.map(({ id, file }) => (
          <li key={id} className="flex items-center gap-2 text-small">
            <span className="min-w-0 [overflow-wrap:anywhere]">{file.name}</span>
            <span className="whitespace-nowrap text-muted">{formatFileSize(file.size)}</span>
            <Button
              variant="quiet"
              size="icon"
              aria-label={`Remove ${file.name}`}
              disabled={disabled}
              className="size-8!"
              onClick={() => handleRemove(id)}
            >
              <X aria-hidden="true" />
            </Button>
          </li>
        ))}
      </ul>
      <div role="status" className="text-small text-danger empty:hidden">
        {problems.map((problem) => (
          <p key={problem}>{problem}</p>
        ))}
      </div>
    </div>
  );
}
