import { use, useState } from 'react';
import { noteSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { PeopleContext, shownName } from '@/components/people/people-context';
import { Dialog } from '@/components/ui/dialog';
import { Field, Select, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import type { NotePlace } from '../model';
import { writeNote } from '../staff-api';
import { DialogForm } from './dialog-form';
import { useProblems } from './use-problems';
import { useSignOffMutation } from './use-sign-off-mutation';

export type NoteDialogProps = {
  documentId: string;
  places: readonly NotePlace[];
  onClose: () => void;
};

/** Writes a note for other members on a field of a document, or on the whole. */
export function NoteDialog({ documentId, places, onClose }: NoteDialogProps) {
  const { people } = use(PeopleContext);
  const [id] = useState(() => crypto.randomUUID());
  const [place, setPlace] = useState('');
  const [forEmail, setForEmail] = useState('');
  const [text, setText] = useState('');
  const problems = useProblems(noteSchema, { text });
  const writing = useSignOffMutation(() =>
    writeNote({
      id,
      documentId,
      anchor: places[Number(place || -1)]?.anchor ?? [],
      text,
      forEmail,
    }),
  );

  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title="Write a note"
      description="Only members read notes. They are never published, and no client is shown them."
    >
      <DialogForm
        problems={problems}
        problem={writing.error && messageOf(writing.error)}
        isPending={writing.isPending}
        submitLabel="Write the note"
        pendingLabel="Storing…"
        onSend={() => writing.mutate(undefined, { onSuccess: onClose })}
        onClose={onClose}
      >
        <Field label="About">
          <Select value={place} onChange={({ target }) => setPlace(target.value)}>
            <option value="">The whole text</option>
            {places.map(({ label }, index) => (
              <option key={label} value={index}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Field label="For" hint="It stands in the To do of this member until it is done.">
          <Select value={forEmail} onChange={({ target }) => setForEmail(target.value)}>
            <option value="">Everyone who opens it</option>
            {people.map((person) => (
              <option key={person.email} value={person.email}>
                {shownName(person)}
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Note"
          isRequired
          counter={SIGN_OFF_LIMITS.comment}
          error={problems.of('text')}
        >
          <Textarea rows={4} value={text} onChange={({ target }) => setText(target.value)} />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
