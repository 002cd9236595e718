import { CalendarClock, Send } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { DocumentInput } from '../fields';
import type { DocumentEditor } from '../use-document-editor';

export type PublishButtonsProps<Input extends DocumentInput> = {
  editor: DocumentEditor<Input>;
  isSignedIn: boolean;
  isDisabled: boolean;
  /** Saved changes wait to be published. */
  hasChanges: boolean;
  isWorkbench: boolean;
  onPublish: () => void;
  onChooseTime: () => void;
};

/** Publish the changes of a document that visitors read, now or later. */
export function PublishButtons<Input extends DocumentInput>({
  editor: { text, isSaving },
  isSignedIn,
  isDisabled,
  hasChanges,
  isWorkbench,
  onPublish,
  onChooseTime,
}: PublishButtonsProps<Input>) {
  return (
    <>
      {hasChanges && (
        <Button
          variant="quiet"
          icon={<CalendarClock aria-hidden="true" />}
          disabled={!isSignedIn}
          onClick={onChooseTime}
          className="px-3"
        >
          <span className={isWorkbench ? 'sr-only' : '@max-3xl:sr-only'}>Publish later</span>
        </Button>
      )}
      <Button
        variant="primary"
        icon={<Send aria-hidden="true" />}
        disabled={isDisabled || (!hasChanges && text === 'stored')}
        aria-disabled={isSaving || undefined}
        onClick={onPublish}
      >
        Publish changes
      </Button>
    </>
  );
}
