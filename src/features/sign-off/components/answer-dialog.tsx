import { useState, type FormEvent } from 'react';
import { answerSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import type { ClientComment } from '../model';
import { answerComment } from '../staff-api';
import { CommentItem } from './comment-item';
import { useProblems } from './use-problems';
import { useSignOffMutation } from './use-sign-off-mutation';

export type AnswerDialogProps = { comment: ClientComment; onClose: () => void };

/** Answers one comment of a client. */
export function AnswerDialog({ comment, onClose }: AnswerDialogProps) {
  const [text, setText] = useState(comment.answer?.text ?? '');
  const problems = useProblems(answerSchema, { text });
  const answering = useSignOffMutation(() => answerComment(comment.id, text));

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (!problems.check(event.currentTarget) || answering.isPending) return;
    answering.mutate(undefined, { onSuccess: onClose });
  }

  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={`Answer ${comment.authorName}`}
      description="The client reads it on the page of the link, and by mail if you have given the address: one mail with all answers of five minutes."
    >
      <form noValidate onSubmit={handleSubmit} className="grid gap-5">
        <ul aria-label="The comment">
          <CommentItem comment={{ ...comment, answer: null }} hasQuote />
        </ul>
        <Field
          label="Answer"
          isRequired
          counter={SIGN_OFF_LIMITS.comment}
          error={problems.of('text')}
        >
          <Textarea rows={4} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
        {answering.error && (
          <Alert kind="danger" title={messageOf(answering.error)}>
            What you typed is still here.
          </Alert>
        )}
        <div className="flex flex-wrap justify-end gap-3">
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            variant="primary"
            isPending={answering.isPending}
            pendingLabel="Sending…"
          >
            Send the answer
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
