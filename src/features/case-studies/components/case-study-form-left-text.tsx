import { useId } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { JournalEntry } from '@/lib/journal';
import { fieldsTyped } from '../conflict';
import type { StoredCaseStudy } from '../editing';
import type { UnsavedText } from '../unsaved-text';
import { caseStudyFieldLabels } from './case-study-form-labels';
import { dayAndTimeOf } from './moment';

export type CaseStudyFormLeftTextProps = {
  entry: JournalEntry<UnsavedText>;
  stored: StoredCaseStudy;
  onRestore: () => void;
  onDiscard: () => void;
};

/** Offers text that was typed and not saved: the tab was closed, the session ended, the page crashed. */
export function CaseStudyFormLeftText({
  entry,
  stored,
  onRestore,
  onDiscard,
}: CaseStudyFormLeftTextProps) {
  const describedBy = useId();
  const { writtenAt, text } = entry;
  const isOlder = text.stored.version !== null && text.stored.version !== stored.version;
  return (
    <Alert
      kind="warning"
      title="There is unsaved text of yours"
      className="mb-6"
      action={
        <div className="flex flex-wrap gap-3">
          <Button
            size="small"
            variant="primary"
            aria-describedby={describedBy}
            onClick={() => onRestore()}
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
        Written {dayAndTimeOf(writtenAt)}, {describeFields(text, stored)}
      </p>
      {isOlder && (
        <p className="mt-1 text-small text-muted">
          The case study was saved since; saving the restored text compares both versions first.
        </p>
      )}
    </Alert>
  );
}

function describeFields(text: UnsavedText, stored: StoredCaseStudy): string {
  const names = fieldsTyped(text.values, stored.input).map((field) => caseStudyFieldLabels[field]);
  return `${names.length} ${names.length === 1 ? 'field' : 'fields'}: ${names.join(', ')}`;
}
