import { CircleCheck, RotateCw, X } from 'lucide-react';
import { clsx } from 'clsx';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { isShrinkable } from '../shrink-picture';
import { describeShrinking, isUploading, type UploadTask } from '../upload-task';
import type { ImageUpload } from '../use-upload-queue';
import type { LibraryChoice } from './image-library';
import { UploadQuestion } from './upload-question';

export type UploadListProps = {
  upload: ImageUpload;
  onUseExisting: ((choice: LibraryChoice, task: UploadTask) => void) | undefined;
  /** After a row disappeared, with the button in it that had the focus. */
  onRowRemoved: () => void;
};

/** The files to upload with their questions, progress and results. */
export function UploadList({ upload, onUseExisting, onRowRemoved }: UploadListProps) {
  const { tasks, takesOne, remove, retry } = upload;
  const running = tasks.find(isUploading);
  const stored = tasks.filter(({ image }) => image);
  const last = stored.at(-1);

  return (
    <>
      <p role="status" className="sr-only">
        {running
          ? [`Uploading ${running.file.name}.`, sizeNoteOf(running)].filter(Boolean).join(' ')
          : last && `${last.file.name} is uploaded`}
      </p>
      {tasks.length > 0 && (
        <ul aria-label="Uploads" className="grid gap-3">
          {tasks.map((task) => (
            <li key={task.id}>
              <Row
                task={task}
                upload={upload}
                onUseExisting={onUseExisting}
                onRemove={() => {
                  remove(task.id);
                  onRowRemoved();
                }}
                onRetry={() => {
                  retry(task.id);
                  onRowRemoved();
                }}
              />
            </li>
          ))}
        </ul>
      )}
      {!takesOne && stored.length > 1 && stored.length === tasks.length && (
        <p className="text-small text-muted">{stored.length} pictures are uploaded.</p>
      )}
    </>
  );
}

/** What happens to the size of a photo over the limit; null for other files. */
function sizeNoteOf(task: UploadTask): string | null {
  return describeShrinking(task) ?? (isShrinkable(task.file) ? 'Making it smaller…' : null);
}

type RowProps = {
  task: UploadTask;
  upload: ImageUpload;
  onUseExisting: ((choice: LibraryChoice, task: UploadTask) => void) | undefined;
  onRemove: () => void;
  onRetry: () => void;
};

function Row({ task, upload, onUseExisting, onRemove, onRetry }: RowProps) {
  const { file, bar, question, image } = task;
  if (question) {
    return (
      <UploadQuestion
        task={task}
        onAnswer={(answer) => upload.answer(task.id, answer)}
        onUseExisting={(choice) => {
          onUseExisting?.(choice, task);
          onRemove();
        }}
        onRemove={onRemove}
      />
    );
  }
  if (bar.status === 'failed') {
    return (
      <Alert
        kind="danger"
        title={file.name}
        action={
          <div className="ms-auto flex items-center gap-2">
            {bar.canRetry && (
              <Button size="small" icon={<RotateCw aria-hidden="true" />} onClick={onRetry}>
                Retry
              </Button>
            )}
            <Button
              size="icon"
              variant="quiet"
              aria-label={`Dismiss ${file.name}`}
              onClick={onRemove}
            >
              <X aria-hidden="true" />
            </Button>
          </div>
        }
      >
        {bar.message}
      </Alert>
    );
  }
  if (bar.status === 'idle')
    return (
      <WaitingOrStored
        name={file.name}
        note={describeShrinking(task)}
        isStored={image !== null}
        onRemove={onRemove}
      />
    );
  return (
    <Progress
      name={file.name}
      note={sizeNoteOf(task)}
      percent={bar.percent}
      isDone={bar.status === 'done'}
      onCancel={onRemove}
    />
  );
}

type RestingProps = {
  name: string;
  note: string | null;
  isStored: boolean;
  onRemove: () => void;
};

function WaitingOrStored({ name, note, isStored, onRemove }: RestingProps) {
  return (
    <div className="flex min-h-9 flex-wrap items-center gap-x-3 text-small">
      <span className="min-w-0 flex-1 truncate font-medium">{name}</span>
      {isStored ? (
        <span className="inline-flex items-center gap-1.5 text-success">
          <CircleCheck aria-hidden="true" className="size-4.5" />
          Uploaded
        </span>
      ) : (
        <>
          <span className="text-muted">Waiting</span>
          <Button size="small" variant="quiet" onClick={onRemove}>
            Cancel<span className="sr-only"> {name}</span>
          </Button>
        </>
      )}
      {note && <p className="w-full text-muted">{note}</p>}
    </div>
  );
}

type ProgressProps = {
  name: string;
  note: string | null;
  percent: number;
  isDone: boolean;
  onCancel: () => void;
};

function Progress({ name, note, percent, isDone, onCancel }: ProgressProps) {
  return (
    <div>
      <div className="flex min-h-9 items-center gap-3 text-small">
        <span className="min-w-0 flex-1 truncate text-start font-medium">{name}</span>
        <span className="tabular-figures">{percent}%</span>
        {isDone ? (
          <CircleCheck aria-hidden="true" className="mx-2 size-5 text-success" />
        ) : (
          <Button size="small" variant="quiet" onClick={onCancel}>
            Cancel
          </Button>
        )}
      </div>
      <div
        role="progressbar"
        aria-label={`Upload of ${name}`}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={percent}
        className="h-2 overflow-hidden rounded-full bg-line"
      >
        <div
          style={{ width: `${percent}%` }}
          className={clsx(
            'h-full rounded-full transition-[width] duration-control',
            isDone ? 'bg-success' : 'bg-sky',
          )}
        />
      </div>
      {note && <p className="mt-2 text-small text-muted">{note}</p>}
    </div>
  );
}
