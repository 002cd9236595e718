import { useState } from 'react';
import type { Person } from '@/components/people/people-context';
import { Dialog } from '@/components/ui/dialog';
import { writtenEmail } from '@/lib/email';
import { notify } from '@/lib/notifications';
import { NameForm } from './name-form';

export type NameDialogProps = { person: Person; isOpen: boolean; onClose: () => void };

/** An owner changes the name of a member; the portrait is chosen by the member. */
export function NameDialog({ person, isOpen, onClose }: NameDialogProps) {
  const address = writtenEmail(person.email);
  const [isSaving, setIsSaving] = useState(false);
  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      canClose={!isSaving}
      title="Change the name"
      description={`All staff see this name in place of ${address}.`}
    >
      <NameForm
        person={person}
        onSavingChange={setIsSaving}
        onSaved={(name) => {
          notify({ type: 'success', title: `${address} is called ${name} now` });
          onClose();
        }}
      />
    </Dialog>
  );
}
