import { useState, type ReactNode } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Checkbox } from '@/components/ui/field';
import { QueryView } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import type { ClientComment } from '../model';
import { signOffQueries } from '../queries';
import { demandApproval, markComment } from '../staff-api';
import { AskDialog } from './ask-dialog';
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
};

/** What clients were asked about a document, what they answered, and whether publishing needs their approval. */
export function SignOffPanel({
  documentId,
  version,
  title,
  isSaved,
  isOwner,
  compare,
}: SignOffPanelProps) {
  const [isAsking, setIsAsking] = useState(false);
  const [answered, setAnswered] = useState<ClientComment | null>(null);
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
        <Button
          size="small"
          className="pointer-coarse:min-h-11"
          disabled={!isSaved}
          onClick={() => setIsAsking(true)}
        >
          Ask the client
        </Button>
      </div>
      <QueryView
        query={query}
        errorTitle="Failed to load what clients were asked"
        pending={<Skeleton className="mt-2 h-6 w-72" />}
      >
        {({ requests, comments }) => (
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
                      actions={
                        <div className="mt-1 flex flex-wrap gap-2">
                          <Button size="small" onClick={() => setAnswered(comment)}>
                            {comment.answer ? 'Change the answer' : 'Answer'}
                            <span className="sr-only">: comment of {comment.authorName}</span>
                          </Button>
                          <Button
                            size="small"
                            onClick={() => mark.mutate({ id: comment.id, isDone: !comment.isDone })}
                          >
                            {comment.isDone ? 'Not done yet' : 'Mark as done'}
                            <span className="sr-only">: comment of {comment.authorName}</span>
                          </Button>
                        </div>
                      }
                    />
                  ))}
                </ul>
              </>
            )}
          </>
        )}
      </QueryView>
      {answered && <AnswerDialog comment={answered} onClose={() => setAnswered(null)} />}
      {isAsking && (
        <AskDialog
          documentId={documentId}
          version={version}
          title={title}
          onClose={() => setIsAsking(false)}
        />
      )}
    </div>
  );
}

function Note({ children }: { children: ReactNode }) {
  return <p className="mt-2 max-w-measure text-small text-muted">{children}</p>;
}
