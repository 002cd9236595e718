import { useState } from 'react';
import { Undo2 } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { hasSameContent, type DocumentInput } from '../fields';
import type { DocumentKind, Revision } from '../kind';
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
  if (hasSameContent(kind.fields, restoredInput(chosen.input, current.input), current.input)) {
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
        description={`It is saved as version ${current.version + 1}. Nothing is lost: version ${current.version} stays in the history. ${noteOf(kind, current.input)}`}
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

/** What a restore saves: address, status and time stay as they are, so that it takes no page offline. */
function restoredInput<Input extends DocumentInput>(chosen: Input, current: Input): Input {
  const kept = Object.entries(current).filter(([name]) => NOT_RESTORED.includes(name));
  return { ...chosen, ...Object.fromEntries(kept) };
}

const NOT_RESTORED = ['slug', 'status', 'publishedAt'];

function noteOf<Input extends DocumentInput>(
  { isPublished }: DocumentKind<Input>,
  current: Input,
): string {
  const kept = 'status' in current ? 'Address, status and publish date stay as they are.' : '';
  return `${kept} ${isPublished(current) ? 'Visitors see it when you publish the changes.' : ''}`;
}
