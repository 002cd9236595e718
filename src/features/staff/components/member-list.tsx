import { useState } from 'react';
import { format } from 'date-fns';
import { CircleAlert } from 'lucide-react';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { StaffMember, StaffRole } from '../model';
import { useRemoveStaffMember, useSetStaffRole } from '../queries';
import { RoleSelect } from './role-select';

const LAST_OWNER = 'The last owner cannot be removed. Make another member an owner first.';

export type MemberListProps = {
  members: readonly StaffMember[];
  ownEmail: string;
  /** Called after users changed their own role or removed themselves. */
  onOwnChange: () => void;
};

/** All members, with role and remove controls. */
export function MemberList({ members, ownEmail, onOwnChange }: MemberListProps) {
  const owners = members.filter(({ role }) => role === 'owner');
  return (
    <ul className="divide-y divide-line rounded-picture border border-line bg-raised">
      {members.map((member) => (
        <MemberRow
          key={member.email}
          member={member}
          isSelf={member.email === ownEmail.toLowerCase()}
          isLastOwner={member.role === 'owner' && owners.length === 1}
          onOwnChange={onOwnChange}
        />
      ))}
    </ul>
  );
}

type MemberRowProps = {
  member: StaffMember;
  isSelf: boolean;
  isLastOwner: boolean;
  onOwnChange: () => void;
};

type Question = { kind: 'remove' } | { kind: 'role'; role: StaffRole };

function MemberRow({ member, isSelf, isLastOwner, onOwnChange }: MemberRowProps) {
  const [question, setQuestion] = useState<Question | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);
  const changing = useSetStaffRole();
  const removing = useRemoveStaffMember();
  const { email, role } = member;
  const isPending = changing.isPending || removing.isPending;

  function ask(next: Question) {
    setRefusal(isLastOwner ? LAST_OWNER : null);
    if (!isLastOwner) setQuestion(next);
  }

  async function handleConfirm() {
    if (!question) return;
    try {
      if (question.kind === 'role') await changing.mutateAsync({ email, role: question.role });
      else await removing.mutateAsync(email);
      notify({ type: 'success', title: doneText(email, question) });
      if (isSelf) onOwnChange();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setQuestion(null);
    }
  }

  return (
    <li className="grid gap-x-6 gap-y-3 px-5 py-4 tablet:grid-cols-[minmax(0,1fr)_9rem_auto] tablet:items-center">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="min-w-0 font-medium break-words">{email}</span>
          {isSelf && <Badge icon={null}>You</Badge>}
        </p>
        <p className="mt-0.5 text-small text-muted">{historyOf(member)}</p>
      </div>
      <div className="flex gap-3 tablet:contents">
        <div className="min-w-0 flex-1">
          <RoleSelect
            label={`Role of ${email}`}
            value={role}
            isDisabled={isPending}
            onChange={(next) => ask({ kind: 'role', role: next })}
          />
        </div>
        <Button disabled={isPending} onClick={() => ask({ kind: 'remove' })}>
          Remove<span className="sr-only"> {email}</span>
        </Button>
      </div>
      <p role="alert" className="text-small font-medium text-danger empty:hidden tablet:col-span-3">
        {refusal !== null && (
          <span className="flex gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {refusal}
          </span>
        )}
      </p>
      <ConfirmDialog
        isOpen={question !== null}
        onOpenChange={(isOpen) => !isOpen && setQuestion(null)}
        {...questionTexts(email, question, isSelf)}
        isPending={isPending}
        onConfirm={() => void handleConfirm()}
      />
    </li>
  );
}

function questionTexts(email: string, question: Question | null, isSelf: boolean) {
  if (question?.kind === 'role') {
    const isPromotion = question.role === 'owner';
    return {
      title: isPromotion ? `Make ${email} an owner?` : `Make ${email} an editor?`,
      description: isPromotion
        ? 'Owners add and remove people, other owners included.'
        : `Editors write and publish, and no longer manage people.${isSelf ? ' That is you: you cannot take it back yourself.' : ''}`,
      confirmLabel: 'Change role',
      pendingLabel: 'Changing...',
    };
  }
  return {
    title: `Remove ${email}?`,
    description: isSelf
      ? 'That is you. The staff area closes at once, and only another owner can open it again.'
      : 'The staff area closes for this person at once. What they have written stays.',
    confirmLabel: 'Remove',
    pendingLabel: 'Removing...',
    isDangerous: true,
  };
}

function doneText(email: string, question: Question): string {
  return question.kind === 'remove'
    ? `${email} removed from the staff`
    : `${email} is ${question.role === 'owner' ? 'an owner' : 'an editor'} now`;
}

function historyOf({ addedAt, addedBy, hasAccount, lastSeenAt }: StaffMember): string {
  const added = `Since ${format(addedAt, 'MMM d, yyyy')}${addedBy === null ? '' : `, added by ${addedBy}`}`;
  if (!hasAccount) return `${added}. Has not signed up yet`;
  if (!lastSeenAt) return `${added}. Never signed in`;
  return `${added}. Last seen ${format(lastSeenAt, 'MMM d, yyyy')}`;
}
