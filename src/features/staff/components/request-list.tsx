import { useState } from 'react';
import { format } from 'date-fns';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { writtenEmail } from '@/lib/email';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { StaffRequest, StaffRole } from '../model';
import { useApproveStaffRequest, useDeclineStaffRequest } from '../queries';
import { RoleSelect } from './role-select';

export type RequestListProps = {
  requests: readonly StaffRequest[];
  /** After a row disappeared, with the button in it that had the focus. */
  onAnswered: () => void;
};

/** Open access requests, approved as editor by default. */
export function RequestList({ requests, onAnswered }: RequestListProps) {
  return (
    <ul className="divide-y divide-line rounded-control border border-line bg-raised">
      {requests.map((request) => (
        <RequestRow key={request.id} request={request} onAnswered={onAnswered} />
      ))}
    </ul>
  );
}

function RequestRow({ request, onAnswered }: { request: StaffRequest; onAnswered: () => void }) {
  const { id, note, createdAt } = request;
  const email = writtenEmail(request.email);
  const [role, setRole] = useState<StaffRole>('editor');
  const [isDeclining, setIsDeclining] = useState(false);
  const approving = useApproveStaffRequest();
  const declining = useDeclineStaffRequest();
  const isPending = approving.isPending || declining.isPending;

  async function answer(work: () => Promise<void>, title: string) {
    try {
      await work();
      notify({ type: 'success', title });
      onAnswered();
    } catch {
      // The row shows the error of the mutation.
    }
    setIsDeclining(false);
  }

  const failure = approving.error ?? declining.error;
  return (
    <li className="grid gap-x-6 gap-y-3 px-5 py-4 tablet:grid-cols-[minmax(0,1fr)_9rem_auto] tablet:items-center">
      <div className="min-w-0">
        <p className="font-medium">{email}</p>
        <p className="mt-0.5 text-small text-muted">Asked {format(createdAt, 'MMM d, yyyy')}</p>
        {note !== null && (
          <blockquote className="mt-2 border-s-2 border-line-strong ps-3 text-base whitespace-pre-line">
            {note}
          </blockquote>
        )}
      </div>
      <RoleSelect
        label={`Role for ${email}`}
        value={role}
        isDisabled={isPending}
        onChange={setRole}
      />
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          isPending={approving.isPending}
          disabled={isPending}
          onClick={() =>
            void answer(() => approving.mutateAsync({ id, role }), `${email} is staff now`)
          }
        >
          Approve<span className="sr-only"> {email}</span>
        </Button>
        <Button disabled={isPending} onClick={() => setIsDeclining(true)}>
          Decline<span className="sr-only"> {email}</span>
        </Button>
      </div>
      {failure && (
        <Alert kind="danger" className="tablet:col-span-3">
          {messageOf(failure)}
        </Alert>
      )}
      <ConfirmDialog
        isOpen={isDeclining}
        onOpenChange={setIsDeclining}
        title={`Decline ${email}?`}
        description="They see that an owner has declined, and cannot ask again for 30 days. You can still add the address yourself."
        confirmLabel="Decline"
        pendingLabel="Declining..."
        isDangerous
        isPending={declining.isPending}
        onConfirm={() =>
          void answer(() => declining.mutateAsync(id), `Request of ${email} declined`)
        }
      />
    </li>
  );
}
