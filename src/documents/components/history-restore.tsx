import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { hasSameContent, type DocumentInput } from '../fields';
import type { DocumentKind, Revision } from '../kind';
import { stateOf } from '../publication';
import { restoreFailureMessage, useRestoreVersion } from '../mutations';

export type HistoryRestoreProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  id: string;
  chosen: Revision<Input>;
  current: Revision<Input>;
  onRestored: () => void;
};

/** Restores an old version after a confirmation that says what changes for visitors. */
export function HistoryRestore<Input extends DocumentInput>({
  kind,
  id,
  chosen,
  current,
  onRestored,
}: HistoryRestoreProps<Input>) {
  const [isOpen, setIsOpen] = useState(false);
  const { mutate, isPending, error, reset } = useRestoreVersion(kind);
  if (chosen.version === current.version) return null;
  if (hasSameContent(kind.fields, chosen.input, current.input)) {
    return <p className="py-2 text-small text-muted">This is the same as the current version.</p>;
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
        description={`It is saved as version ${current.version + 1}. Nothing is lost: version ${current.version} stays in the history. ${statusNote(kind, current.input, chosen.input)}`}
        confirmLabel="Restore"
        pendingLabel="Restoring…"
        isPending={isPending}
        error={error && restoreFailureMessage(kind, error)}
        onConfirm={() =>
          mutate(
            { id, chosen, current },
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

function statusNote<Input extends DocumentInput>(
  { noun, isPublished }: DocumentKind<Input>,
  current: Input,
  chosen: Input,
): string {
  const state = stateOf(chosen);
  if (state === stateOf(current)) {
    return isPublished(chosen) ? 'Visitors see it when you publish the changes.' : '';
  }
  if (state === 'scheduled') {
    return `It was scheduled: visitors will see the ${noun} at its publish date.`;
  }
  return state === 'published'
    ? `It was published: visitors will see the ${noun}.`
    : `It was a draft: visitors will no longer see the ${noun}.`;
}
