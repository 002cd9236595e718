import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { shownName, usePeople } from '@/components/people/people-context';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/field';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import type { ClientComment, NotePlace, StaffNote } from '../model';
import { signOffQueries } from '../queries';
import { demandApproval, markComment } from '../staff-api';
import { AskDialog } from './ask-dialog';
import { NoteDialog } from './note-dialog';
import { AnswerDialog } from './answer-dialog';
import { CommentItem } from './comment-item';
import { RequestRow } from './request-row';
import { useSignOffMutation } from './use-sign-off-mutation';

export type SignOffPanelProps = {
  documentId: string;
  /** The saved version in the form. */
  version: number;
  title: string;
  /** False while typed text is not saved: clients see what is saved. */
  isSaved: boolean;
  isOwner: boolean;
  /** The address of a comparison of two saved versions. */
  compare: (version: number, against: number) => string;
  /** The fields beside which a note can stand. */
  places: readonly NotePlace[];
};

/**
 * What clients were asked about a document, what they answered, and whether publishing needs their approval; and the notes
 * of members for each other.
 */
export function SignOffPanel({
  documentId,
  version,
  title,
  isSaved,
  isOwner,
  compare,
  places,
}: SignOffPanelProps) {
  const [open, setOpen] = useState<'ask' | 'note' | null>(null);
  const [answered, setAnswered] = useState<ClientComment | StaffNote | null>(null);
  const { personOf } = usePeople();
  const nameOf = (email: string) => shownName(personOf(email));
  const query = useQuery({
    ...signOffQueries.ofDocument(documentId, version),
    placeholderData: keepPreviousData,
  });
  const demand = useSignOffMutation((isDemanded: boolean) =>
    demandApproval(documentId, isDemanded),
  );
  const mark = useSignOffMutation((comment: { id: string; isDone: boolean }) =>
    markComment(comment.id, comment.isDone),
  );
  const failure = demand.error ?? mark.error;
  const toNamed = (note: StaffNote): StaffNote => ({
    ...note,
    authorName: note.authorEmail === null ? 'Former member' : nameOf(note.authorEmail),
  });
  const aboutOf = ({ anchor, forEmail }: StaffNote) => {
    const place = places.find((one) => one.anchor.join(' ') === anchor.join(' '));
    const parts = [forEmail && `for ${nameOf(forEmail)}`, place && `on ${place.label}`];
    return <span>{parts.filter(Boolean).join(', ')}</span>;
  };
  const actionsOf = (comment: ClientComment, name: string) => (
    <div className="mt-1 flex flex-wrap gap-2">
      <Button size="small" onClick={() => setAnswered(comment)}>
        {comment.answer ? 'Change the answer' : 'Answer'}
        <span className="sr-only">: {name}</span>
      </Button>
      <Button size="small" onClick={() => mark.mutate({ id: comment.id, isDone: !comment.isDone })}>
        {comment.isDone ? 'Not done yet' : 'Mark as done'}
        <span className="sr-only">: {name}</span>
      </Button>
    </div>
  );
  return (
    <div>
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        {query.data && (
          <Checkbox
            label="Publish only what the client has approved"
            checked={demand.isPending ? demand.variables : query.data.isDemanded}
            disabled={demand.isPending}
            onChange={(event) => demand.mutate(event.target.checked)}
          />
        )}
        <div className="flex flex-wrap gap-2">
          <Button size="small" className="pointer-coarse:min-h-11" onClick={() => setOpen('note')}>
            Write a note
          </Button>
          <Button
            size="small"
            className="pointer-coarse:min-h-11"
            disabled={!isSaved}
            onClick={() => setOpen('ask')}
          >
            Ask the client
          </Button>
        </div>
      </div>
      <QueryView
        query={query}
        errorTitle="Failed to load what clients were asked"
        pending={<Skeleton className="mt-2 h-6 w-72" />}
      >
        {({ requests, comments, notes }) => (
          <>
            {requests.length > 0 && (
              <ul className="mt-5 grid gap-4">
                {requests.map((request) => (
                  <RequestRow
                    key={request.id}
                    request={request}
                    version={version}
                    isSaved={isSaved}
                    isOwner={isOwner}
                    compare={compare}
                  />
                ))}
              </ul>
            )}
            {!isSaved && requests.length > 0 && <Note>Save first: clients see what is saved.</Note>}
            {failure && <Alert kind="danger">{messageOf(failure)}</Alert>}
            {comments.length > 0 && (
              <>
                <h3 className="mt-4 mb-3 sans-heading text-base">Comments</h3>
                <ul className="grid gap-5">
                  {comments.map((comment) => (
                    <CommentItem
                      key={comment.id}
                      comment={comment}
                      hasQuote
                      actions={actionsOf(comment, `comment of ${comment.authorName}`)}
                    />
                  ))}
                </ul>
              </>
            )}
            {notes.length > 0 && (
              <>
                <h3 className="mt-6 mb-3 sans-heading text-base">Notes for members</h3>
                <ul className="grid gap-5">
                  {notes.map((note) => (
                    <CommentItem
                      key={note.id}
                      comment={toNamed(note)}
                      hasQuote
                      about={aboutOf(note)}
                      actions={actionsOf(note, `note of ${toNamed(note).authorName}`)}
                    />
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </QueryView>
      {answered && (
        <AnswerDialog
          comment={'forEmail' in answered ? toNamed(answered) : answered}
          isNote={'forEmail' in answered}
          onClose={() => setAnswered(null)}
        />
      )}
      {open === 'note' && (
        <NoteDialog documentId={documentId} places={places} onClose={() => setOpen(null)} />
      )}
      {open === 'ask' && (
        <AskDialog
          documentId={documentId}
          version={version}
          title={title}
          onClose={() => setOpen(null)}
        />
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-2 max-w-measure text-small text-muted">{children}</p>;
}
