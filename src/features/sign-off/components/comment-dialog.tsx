import { useMutation } from '@tanstack/react-query';
import { commentSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Textarea } from '@/components/ui/field';
import { useAttemptId } from '@/hooks/use-kept-text';
import { messageOf } from '@/lib/errors';
import { sendComment, type CommentOutcome } from '../api';
import type { DraftState } from '../draft';
import type { ClientComment, Key } from '../model';
import { commentProblems } from '../outcomes';
import { CommentItem } from './comment-item';
import { DialogForm } from './dialog-form';
import { useProblems } from './use-problems';

export type CommentDialogProps = {
  signOffKey: Key;
  state: DraftState;
  /** Written beside the same words before. */
  earlier: readonly ClientComment[];
  isOpen: boolean;
  onClose: () => void;
  /** The comment was stored, or the link has changed. */
  onOutcome: (outcome: CommentOutcome) => void;
};

/** Writes one comment. Closing keeps what was typed. */
export function CommentDialog({
  signOffKey,
  state: { draft, change, isAvailable },
  earlier,
  isOpen,
  onClose,
  onOutcome,
}: CommentDialogProps) {
  const { name, text, quote, anchor, asksChange } = draft;
  const attemptId = useAttemptId();
  const problems = useProblems(commentSchema, { name, text });
  const sending = useMutation({
    mutationFn: () =>
      sendComment(signOffKey, {
        id: attemptId(JSON.stringify(draft)),
        ...{ authorName: name.trim(), anchor, quote, text, asksChange },
      }),
    networkMode: 'always',
    meta: { handlesError: true },
    onSuccess: (outcome) => {
      if (outcome === 'stored') change({ text: '', anchor: [], quote: null, asksChange: false });
      if (commentProblems[outcome] === undefined) onOutcome(outcome);
    },
  });
  const problem = sending.error
    ? messageOf(sending.error)
    : sending.data && commentProblems[sending.data];

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title={asksChange ? 'Ask for a change' : 'Write a comment'}
      description={
        quote === null ? 'About the whole page.' : <q className="line-clamp-3">{quote}</q>
      }
    >
      <DialogForm
        problems={problems}
        problem={problem}
        isPending={sending.isPending}
        submitLabel={asksChange ? 'Ask for the change' : 'Send comment'}
        onSend={() => sending.mutate()}
        onClose={onClose}
      >
        {earlier.length > 0 && (
          <ul className="grid gap-4" aria-label="Comments beside these words">
            {earlier.map((comment) => (
              <CommentItem key={comment.id} comment={comment} />
            ))}
          </ul>
        )}
        <Field label="Your name" isRequired error={problems.of('name')}>
          <Input
            value={name}
            autoComplete="name"
            maxLength={SIGN_OFF_LIMITS.name}
            onChange={(event) => change({ name: event.target.value })}
          />
        </Field>
        <Field
          label={asksChange ? 'What should change' : 'Comment'}
          isRequired
          counter={SIGN_OFF_LIMITS.comment}
          error={problems.of('text')}
          hint={isAvailable ? 'Kept on this device until you send it.' : undefined}
        >
          <Textarea
            rows={4}
            value={text}
            onChange={(event) => change({ text: event.target.value })}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
