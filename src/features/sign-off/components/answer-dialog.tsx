import { useState } from 'react';
import { answerSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { Dialog } from '@/components/ui/dialog';
import { Field, Textarea } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import type { ClientComment } from '../model';
import { answerComment } from '../staff-api';
import { CommentItem } from './comment-item';
import { DialogForm } from './dialog-form';
import { useProblems } from './use-problems';
import { useSignOffMutation } from './use-sign-off-mutation';

export type AnswerDialogProps = {
  comment: ClientComment;
  /** A note of a member. */
  isNote: boolean;
  onClose: () => void;
};

/** Answers one comment of a client, or a note. */
export function AnswerDialog({ comment, isNote, onClose }: AnswerDialogProps) {
  const [text, setText] = useState(comment.answer?.text ?? '');
  const problems = useProblems(answerSchema, { text });
  const answering = useSignOffMutation(() => answerComment(comment.id, text));

  return (
    <Dialog
      isOpen
      onOpenChange={(next) => !next && onClose()}
      title={`Answer ${comment.authorName}`}
      description={
        isNote
          ? 'Members read it here, and the note is done. No client is shown it.'
          : 'The client reads it on the page of the link, and by mail if you have given the address: one mail with all answers of five minutes.'
      }
    >
      <DialogForm
        problems={problems}
        problem={answering.error && messageOf(answering.error)}
        isPending={answering.isPending}
        submitLabel={isNote ? 'Answer' : 'Send the answer'}
        onSend={() => answering.mutate(undefined, { onSuccess: onClose })}
        onClose={onClose}
      >
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
      </DialogForm>
    </Dialog>
  );
}
