import type { FormEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { CONVERSATION_LIMITS, noteTextSchema } from '@contracts/conversation';
import { KeptTextOffer } from '@/components/kept-text-offer';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Textarea } from '@/components/ui/field';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { useAttemptId, useKeptText } from '@/hooks/use-kept-text';
import { messageOf } from '@/lib/errors';
import type { Me } from '../model';
import { problemOf } from '../problem';
import { conversationQueries, useAddNote } from '../queries';
import { noteJournal } from '../journals';
import { NoteItem } from './note-item';

export type EnquiryNotesProps = { enquiryId: string; me: Me; isOwner: boolean };

/** Dated notes for colleagues, which clients never see. */
export function EnquiryNotes({ enquiryId, me, isOwner }: EnquiryNotesProps) {
  const notes = useQuery(conversationQueries.notes(enquiryId));
  return (
    <section aria-labelledby="notes-title" className="grid gap-5 border-t border-line pt-6">
      <h3 id="notes-title" className="text-h4">
        Notes for colleagues
      </h3>
      <QueryView
        query={notes}
        errorTitle="Failed to load the notes"
        pending={<SkeletonText lines={2} className="max-w-measure" />}
        empty={null}
      >
        {(list) => (
          <ul className="grid gap-5">
            {list.map((note) => (
              <NoteItem
                key={note.id}
                enquiryId={enquiryId}
                note={note}
                isMine={note.authorId === me.id}
                mayDelete={isOwner || note.authorId === me.id}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <NewNoteForm enquiryId={enquiryId} me={me} />
    </section>
  );
}

function NewNoteForm({ enquiryId, me }: Pick<EnquiryNotesProps, 'enquiryId' | 'me'>) {
  const kept = useKeptText({ journal: noteJournal, owner: me.id, subject: enquiryId });
  const { text, setText } = kept;
  const attemptId = useAttemptId();
  const adding = useAddNote(enquiryId);
  const problem = text === '' ? null : problemOf(noteTextSchema, text);

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (text.trim() === '' || problem !== null || adding.isPending) return;
    adding.mutate({ id: attemptId(text), enquiryId, text }, { onSuccess: () => setText('') });
  }

  return (
    <form onSubmit={handleSubmit} className="grid gap-3">
      <KeptTextOffer noun="note" kept={kept} />
      <Field label="New note" counter={CONVERSATION_LIMITS.note} error={problem}>
        <Textarea rows={2} value={text} onChange={(event) => setText(event.target.value)} />
      </Field>
      {adding.error && (
        <Alert kind="danger" title={messageOf(adding.error)}>
          What you typed is still here.
        </Alert>
      )}
      <div className="flex flex-wrap items-center gap-4">
        <Button
          type="submit"
          disabled={text.trim() === '' || problem !== null}
          isPending={adding.isPending}
          pendingLabel="Saving..."
        >
          Add note
        </Button>
        <p role="status" className="text-small text-muted">
          {adding.isSuccess && text === '' && 'Saved'}
        </p>
      </div>
    </form>
  );
}
