import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { hasSameContent } from '../conflict';
import { restoreFailureMessage, useRestoreVersion, type CaseStudyRevision } from '../revisions';

export type HistoryRestoreProps = {
  id: string;
  chosen: CaseStudyRevision;
  current: CaseStudyRevision;
  onRestored: () => void;
};

/** Makes an old version the current one, after a question that says what visitors will notice. */
export function HistoryRestore({ id, chosen, current, onRestored }: HistoryRestoreProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error, reset } = useRestoreVersion();
  if (chosen.version === current.version) return null;
  if (hasSameContent(chosen.input, current.input)) {
    return <p className="py-2 text-small text-muted">The current version holds the same.</p>;
  }
  return (
    <>
      <Button icon={<Undo2 aria-hidden="true" />} onClick={() => setIsOpen(true)}>
        Restore this version
      </Button>
      <ConfirmDialog
        isOpen={isOpen}
        onOpenChange={(next) => {
          reset();
          setIsOpen(next);
        }}
        title={`Restore version ${chosen.version}?`}
        description={`It is saved as version ${current.version + 1}. Nothing is lost: version ${current.version} stays in the history. ${statusNote(current, chosen)}`}
        confirmLabel="Restore"
        pendingLabel="Restoring…"
        isPending={isPending}
        error={error && restoreFailureMessage(error)}
        onConfirm={() =>
          mutate(
            { id, from: chosen.version, current: current.version },
            {
              onSuccess: () => {
                setIsOpen(false);
                onRestored();
              },
            },
          )
        }
      />
    </>
  );
}

function statusNote(current: CaseStudyRevision, chosen: CaseStudyRevision): string {
  if (current.input.status === chosen.input.status) {
    return chosen.input.status === 'published' ? 'Visitors see it at once.' : '';
  }
  return chosen.input.status === 'published'
    ? 'It was published: visitors will see the case study.'
    : 'It was a draft: visitors will no longer see the case study.';
}
