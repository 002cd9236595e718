import { useEffect, useRef, useState, type FormEvent } from 'react';
import { noteTextSchema } from '@contracts/conversation';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { Field, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { dayAndTimeOf } from '@/lib/moment';
import type { Note } from '../model';
import { problemOf } from '../problem';
import { useChangeNote, useDeleteNote } from '../queries';

export type NoteItemProps = {
  enquiryId: string;
  note: Note;
  isMine: boolean;
  mayDelete: boolean;
};

export function NoteItem({ enquiryId, note, isMine, mayDelete }: NoteItemProps) {
  const [isEditing, setIsEditing] = useState(false);
  const [isDeleting, setIsDeleting] = useState(false);
  const deletion = useDeleteNote(enquiryId);
  const about = `, note of ${dayAndTimeOf(note.createdAt.getTime())}`;
  return (
    <li className="grid gap-1 border-s-2 border-line ps-4">
      <p className="flex flex-wrap items-baseline gap-x-3 text-small text-muted">
        <span className="font-semibold break-all text-ink">
          {isMine ? 'You' : (note.author ?? 'A former member')}
        </span>
        <time dateTime={note.createdAt.toISOString()}>
          {dayAndTimeOf(note.createdAt.getTime())}
        </time>
        {note.editedAt !== null && <span>edited {dayAndTimeOf(note.editedAt.getTime())}</span>}
      </p>
      {isEditing ? (
        <EditForm enquiryId={enquiryId} note={note} onClose={() => setIsEditing(false)} />
      ) : (
        <p dir="auto" className="max-w-measure text-base whitespace-pre-line">
          {note.text}
        </p>
      )}
      {!isEditing && mayDelete && (
        <div className="-ms-3 flex flex-wrap">
          {isMine && (
            <Button size="small" variant="quiet" onClick={() => setIsEditing(true)}>
              Edit<span className="sr-only">{about}</span>
            </Button>
          )}
          <Button size="small" variant="quiet" onClick={() => setIsDeleting(true)}>
            Delete<span className="sr-only">{about}</span>
          </Button>
        </div>
      )}
      <ConfirmDialog
        isOpen={isDeleting}
        onOpenChange={setIsDeleting}
        title="Delete this note?"
        description="It is deleted for all staff. This cannot be undone."
        confirmLabel="Delete"
        pendingLabel="Deleting..."
        isDangerous
        isPending={deletion.isPending}
        error={deletion.error && messageOf(deletion.error)}
        onConfirm={() => deletion.mutate(note.id)}
      />
    </li>
  );
}

type EditFormProps = Pick<NoteItemProps, 'enquiryId' | 'note'> & { onClose: () => void };

function EditForm({ enquiryId, note, onClose }: EditFormProps) {
  const [text, setText] = useState(note.text);
  const saving = useChangeNote(enquiryId);
  const field = useRef<HTMLTextAreaElement>(null);
  // The form replaces the button that was pressed.
  useEffect(() => field.current?.focus(), []);
  const problem = problemOf(noteTextSchema, text);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (problem === null) saving.mutate({ id: note.id, text }, { onSuccess: onClose });
  }

  return (
    <form onSubmit={handleSubmit} className="mt-1 grid gap-3">
      <Field label="Note" isLabelHidden error={problem}>
        <Textarea
          ref={field}
          rows={2}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      {saving.error && (
        <Alert kind="danger" title={messageOf(saving.error)}>
          What you typed is still here.
        </Alert>
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="small" disabled={problem !== null} isPending={saving.isPending}>
          Save
        </Button>
        <Button size="small" variant="quiet" onClick={onClose}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
