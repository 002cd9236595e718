import { useId } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { JournalEntry } from '@/lib/journal';
import { dayAndTimeOf } from '@/lib/moment';
import type { Stored, UnsavedText } from '../stored';
import { fieldsTyped, type DocumentInput } from '../fields';
import { capital, type DocumentKind } from '../kind';

export type UnsavedOfferProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  entry: JournalEntry<UnsavedText<Input>>;
  stored: Stored<Input>;
  /** The answer of a save belongs to the text that is in the form: nothing is restored before it. */
  isSaving: boolean;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Offers unsaved text of an earlier visit: the tab was closed, the session ended, the page crashed. */
export function UnsavedOffer<Input extends DocumentInput>({
  kind: { noun, fields },
  entry: { writtenAt, text },
  stored,
  isSaving,
  onRestore,
  onDiscard,
}: UnsavedOfferProps<Input>) {
  const describedBy = useId();
  const isOlder = text.stored.version !== null && text.stored.version !== stored.version;
  const names = fieldsTyped(fields, text.values, stored.input).map((name) => fields[name].label);
  return (
    <Alert
      kind="warning"
      title="You have unsaved text"
      className="mb-6"
      action={
        <div className="flex flex-wrap gap-3">
          <Button
            size="small"
            variant="primary"
            aria-describedby={describedBy}
            aria-disabled={isSaving || undefined}
            onClick={() => !isSaving && onRestore()}
          >
            Restore
          </Button>
          <Button size="small" aria-describedby={describedBy} onClick={() => onDiscard()}>
            Discard
          </Button>
        </div>
      }
    >
      <p id={describedBy}>
        Written {dayAndTimeOf(writtenAt)}, {names.length} {names.length === 1 ? 'field' : 'fields'}:{' '}
        {names.join(', ')}
      </p>
      {isOlder && (
        <p className="mt-1 text-small text-muted">
          {`${capital(`the ${noun}`)} was saved since. Saving the restored text compares both versions first.`}
        </p>
      )}
    </Alert>
  );
}
