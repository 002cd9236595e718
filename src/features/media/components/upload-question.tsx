import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { titleOf } from '../model';
import type { UploadAnswer, UploadTask } from '../upload-task';
import { choiceOf, type LibraryChoice } from './image-library';

export type UploadQuestionProps = {
  task: UploadTask;
  onAnswer: (answer: UploadAnswer) => void;
  onUseExisting: (choice: LibraryChoice) => void;
  onRemove: () => void;
};

/** Asks what to do with a duplicate or a name that is taken. */
export function UploadQuestion({ task, onAnswer, onUseExisting, onRemove }: UploadQuestionProps) {
  const { file, question } = task;
  if (question?.kind === 'duplicate') {
    const { existing } = question;
    return (
      <Alert kind="warning" title={file.name}>
        <p>This picture is already stored as {titleOf(existing)}.</p>
        <div className="mt-3 flex flex-wrap gap-2">
          <Button size="small" onClick={() => onUseExisting(choiceOf(existing))}>
            Use the existing one
          </Button>
          <Button size="small" onClick={() => onAnswer({ acceptsDuplicate: true })}>
            Upload anyway
          </Button>
        </div>
      </Alert>
    );
  }
  return (
    <Alert kind="warning" title={file.name}>
      <p>A picture named {question?.name} exists. Replacing it changes every page that shows it.</p>
      <div className="mt-3 flex flex-wrap gap-2">
        <Button size="small" onClick={() => onAnswer({ nameTaken: 'replace' })}>
          Replace
        </Button>
        <Button size="small" onClick={() => onAnswer({ nameTaken: 'keep-both' })}>
          Keep both
        </Button>
        <Button size="small" variant="quiet" onClick={onRemove}>
          Cancel
        </Button>
      </div>
    </Alert>
  );
}
