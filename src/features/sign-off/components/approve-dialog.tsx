import { useState } from 'react';
import { useMutation } from '@tanstack/react-query';
import { approvalSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { sendApproval, type ApprovalOutcome } from '../api';
import type { Key, OpenedSignOff } from '../model';
import { approvalProblems } from '../outcomes';
import { DialogForm } from './dialog-form';
import { useProblems } from './use-problems';

export type ApproveDialogProps = {
  signOffKey: Key;
  opened: OpenedSignOff;
  isOpen: boolean;
  onClose: () => void;
  onOutcome: (outcome: ApprovalOutcome) => void;
};

export function ApproveDialog({
  signOffKey,
  opened,
  isOpen,
  onClose,
  onOutcome,
}: ApproveDialogProps) {
  const [name, setName] = useState(opened.clientName);
  const [email, setEmail] = useState('');
  const [id] = useState(() => crypto.randomUUID());
  const problems = useProblems(approvalSchema, { name, email });
  const approving = useMutation({
    mutationFn: () =>
      sendApproval(signOffKey, {
        id,
        name: name.trim(),
        email: email.trim(),
        contentHash: opened.contentHash,
      }),
    networkMode: 'always',
    meta: { handlesError: true },
    onSuccess: (outcome) => {
      if (outcome !== 'invalid') onOutcome(outcome);
    },
  });
  const problem = approving.error
    ? messageOf(approving.error)
    : approving.data && approvalProblems[approving.data];

  return (
    <Dialog
      isOpen={isOpen}
      onOpenChange={(next) => !next && onClose()}
      title="Approve this page"
      description="You approve exactly these words, pictures and figures. Any later change needs a new approval."
    >
      <DialogForm
        problems={problems}
        problem={problem}
        isPending={approving.isPending}
        submitLabel="Approve"
        onSend={() => approving.mutate()}
        onClose={onClose}
      >
        <Field
          label="Your name"
          isRequired
          hint={
            opened.kind === 'case-study'
              ? 'The website names you beside the figures that you confirm.'
              : undefined
          }
          error={problems.of('name')}
        >
          <Input
            value={name}
            autoComplete="name"
            maxLength={SIGN_OFF_LIMITS.name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Email (optional)"
          hint="We send you the approved text there, and nothing else."
          error={problems.of('email')}
        >
          <Input
            type="email"
            value={email}
            autoComplete="email"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}
