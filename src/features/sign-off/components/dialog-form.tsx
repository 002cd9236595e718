import type { FormEvent, ReactNode } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import type { useProblems } from './use-problems';

type DialogFormProps = {
  problems: Pick<ReturnType<typeof useProblems>, 'check'>;
  /** Why it was not sent. */
  problem: string | null | undefined;
  isPending: boolean;
  submitLabel: string;
  pendingLabel?: string;
  onSend: () => void;
  onClose: () => void;
  /** The fields. */
  children: ReactNode;
};

/** The form of a dialog: sent once it has no problems, with its text kept if that fails. */
export function DialogForm({
  problems,
  problem,
  isPending,
  submitLabel,
  pendingLabel = 'Sending…',
  onSend,
  onClose,
  children,
}: DialogFormProps) {
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    if (problems.check(event.currentTarget) && !isPending) onSend();
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      {children}
      {problem && (
        <Alert kind="danger" title={problem}>
          What you typed is still here.
        </Alert>
      )}
      <div className="flex flex-wrap justify-end gap-3">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" isPending={isPending} pendingLabel={pendingLabel}>
          {submitLabel}
        </Button>
      </div>
    </form>
  );
}
