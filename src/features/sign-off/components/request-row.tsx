import { useState } from 'react';
import { format } from 'date-fns';
import { Alert } from '@/components/ui/alert';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { TextLink } from '@/components/ui/text-link';
import { PersonName } from '@/components/people/person';
import { messageOf } from '@/lib/errors';
import { dayAndTimeOf } from '@/lib/moment';
import { notify } from '@/lib/notifications';
import {
  askClientAgain,
  removeApprovals,
  withdrawRequest,
  type RequestState,
  type SignOffRequest,
} from '../staff-api';
import { useSignOffMutation } from './use-sign-off-mutation';

const badges: Record<RequestState, [BadgeTone, string]> = {
  waiting: ['info', 'Waiting for the client'],
  'change-asked': ['warning', 'Asks for a change'],
  expired: ['neutral', 'Expired'],
  withdrawn: ['neutral', 'Withdrawn'],
  approved: ['success', 'Approved'],
  changed: ['warning', 'Changed since the approval'],
};

export type RequestRowProps = {
  request: SignOffRequest;
  version: number;
  isSaved: boolean;
  /** Owners remove approvals. */
  isOwner: boolean;
  compare: (version: number, against: number) => string;
};

export function RequestRow({ request, version, isSaved, isOwner, compare }: RequestRowProps) {
  const {
    id,
    state,
    clientName,
    clientEmail,
    mailProblem,
    askedBy,
    askedAt,
    expiresAt,
    approval,
    isCurrent,
  } = request;
  const [isWithdrawing, setIsWithdrawing] = useState(false);
  const [isRemoving, setIsRemoving] = useState(false);
  const again = useSignOffMutation(() => askClientAgain(id, version));
  const withdraw = useSignOffMutation(() => withdrawRequest(id));
  const remove = useSignOffMutation(() => removeApprovals(id));
  const isOpen = state !== 'withdrawn';
  const compared = approval && state === 'changed' ? approval.version : request.version;
  const [tone, label] = badges[state];
  return (
    <li className="grid gap-1.5 border-t border-line pt-4">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <span className="min-w-0 font-semibold">{clientName}</span>
        <Badge tone={tone}>{label}</Badge>
      </div>
      <p className="max-w-measure text-small text-muted">
        Asked {dayAndTimeOf(askedAt.getTime())}
        {askedBy !== null && (
          <>
            {' '}
            by <PersonName email={askedBy} />
          </>
        )}
        , about version {request.version}
        {clientEmail !== null && `, by mail to ${clientEmail}`}.{' '}
        {approval && (
          <>
            {approval.name} approved version {approval.version}{' '}
            {dayAndTimeOf(approval.at.getTime())}.{' '}
          </>
        )}
        {state === 'waiting' && (
          <>
            The link works until{' '}
            <span className="whitespace-nowrap">{format(expiresAt, 'MMM d, yyyy, HH:mm')}</span>
            .{' '}
          </>
        )}
        {isOpen && !isCurrent && (
          <TextLink to={compare(version, compared)}>What changed since</TextLink>
        )}
      </p>
      {isOpen && mailProblem !== null && (
        <Alert kind="warning" title="The mail to the client was not sent yet">
          {mailProblem}
        </Alert>
      )}
      <div className="mt-1 flex flex-wrap gap-2 empty:hidden">
        {isOpen && (!isCurrent || state === 'expired') && (
          <Button
            size="small"
            disabled={!isSaved}
            isPending={again.isPending}
            pendingLabel="Asking…"
            onClick={() =>
              again.mutate(undefined, {
                onSuccess: () =>
                  notify({
                    type: 'success',
                    title: `${clientName} sees what is saved now, by the same link`,
                    ...(clientEmail !== null && {
                      description: `A mail goes to ${clientEmail}.`,
                    }),
                  }),
              })
            }
          >
            Ask again<span className="sr-only">: {clientName}</span>
          </Button>
        )}
        {isOpen && (
          <Button size="small" onClick={() => setIsWithdrawing(true)}>
            Withdraw the link<span className="sr-only">: {clientName}</span>
          </Button>
        )}
        {approval && isOwner && (
          <Button size="small" onClick={() => setIsRemoving(true)}>
            Remove the approval<span className="sr-only">: {approval.name}</span>
          </Button>
        )}
      </div>
      {again.error && <Alert kind="danger">{messageOf(again.error)}</Alert>}
      <ConfirmDialog
        isOpen={isWithdrawing}
        onOpenChange={setIsWithdrawing}
        title="Withdraw this link?"
        description={`${clientName} can no longer open the page. Comments and approvals are kept. To ask again, make a new link.`}
        confirmLabel="Withdraw"
        pendingLabel="Withdrawing…"
        isDangerous
        isPending={withdraw.isPending}
        error={withdraw.error && messageOf(withdraw.error)}
        onConfirm={() => withdraw.mutate(undefined, { onSuccess: () => setIsWithdrawing(false) })}
      />
      <ConfirmDialog
        isOpen={isRemoving}
        onOpenChange={setIsRemoving}
        title="Remove this approval?"
        description={`The website no longer says that ${approval?.name} has confirmed the figures. The audit log keeps the removal.`}
        confirmLabel="Remove"
        pendingLabel="Removing…"
        isDangerous
        isPending={remove.isPending}
        error={remove.error && messageOf(remove.error)}
        onConfirm={() => remove.mutate(undefined, { onSuccess: () => setIsRemoving(false) })}
      />
    </li>
  );
}
