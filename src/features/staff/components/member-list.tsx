import { useState } from 'react';
import { format } from 'date-fns';
import { CircleAlert } from 'lucide-react';
import { shownName, usePeople, type Person } from '@/components/people/people-context';
import { PersonName, Portrait } from '@/components/people/person';
import { Badge } from '@/components/ui/badge';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { writtenEmail } from '@/lib/email';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import type { StaffMember, StaffRole } from '../model';
import { useRemoveStaffMember, useSetStaffRole } from '../queries';
import { NameDialog } from './name-dialog';
import { RoleSelect } from './role-select';

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
    <>
      <ul className="divide-y divide-line rounded-control border border-line bg-raised">
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
      {owners.length === 1 && (
        <p className="mt-2 text-small text-balance text-muted">
          To change or remove the only owner, make another member an owner first.
        </p>
      )}
    </>
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
  const [isRenaming, setIsRenaming] = useState(false);
  const person = usePeople().personOf(member.email);
  const changing = useSetStaffRole();
  const removing = useRemoveStaffMember();
  const { email, role } = member;
  const address = writtenEmail(email);
  const isPending = changing.isPending || removing.isPending;

  function ask(next: Question) {
    setRefusal(null);
    setQuestion(next);
  }

  async function handleConfirm() {
    if (!question) return;
    try {
      if (question.kind === 'role') await changing.mutateAsync({ email, role: question.role });
      else await removing.mutateAsync(email);
      notify({ type: 'success', title: doneText(labelOf(person), question) });
      if (isSelf) onOwnChange();
    } catch (error) {
      setRefusal(messageOf(error));
    } finally {
      setQuestion(null);
    }
  }

  return (
    <li className="grid gap-x-6 gap-y-3 px-5 py-4 tablet:grid-cols-[minmax(0,1fr)_9rem_10rem] tablet:items-center desktop:grid-cols-[minmax(0,1.3fr)_minmax(0,1fr)_9rem_10rem]">
      <div className="flex min-w-0 items-center gap-3.5">
        <Portrait person={person} />
        <div className="min-w-0">
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-medium wrap-anywhere">
            {shownName(person)}
            {isSelf && <span className="font-normal text-muted">(you)</span>}
          </p>
          <p className="text-small break-words">{address}</p>
        </div>
      </div>
      <div className="text-small text-muted tablet:max-desktop:col-start-1 tablet:max-desktop:row-start-2 tablet:max-desktop:ps-12.5">
        <MemberHistory member={member} />
      </div>
      <div className="flex items-center gap-3 tablet:contents">
        <div className="min-w-0 flex-1">
          {isLastOwner ? (
            <Badge icon={null}>Owner</Badge>
          ) : (
            <RoleSelect
              label={`Role of ${address}`}
              value={role}
              isDisabled={isPending}
              onChange={(next) => ask({ kind: 'role', role: next })}
            />
          )}
        </div>
        <div className="-me-3 flex justify-end">
          <Button variant="quiet" size="small" onClick={() => setIsRenaming(true)}>
            Rename<span className="sr-only"> {address}</span>
          </Button>
          {!isLastOwner && (
            <Button
              variant="quiet"
              size="small"
              disabled={isPending}
              onClick={() => ask({ kind: 'remove' })}
            >
              Remove<span className="sr-only"> {address}</span>
            </Button>
          )}
        </div>
      </div>
      <p
        role="alert"
        className="text-small font-medium text-danger empty:hidden tablet:col-span-full"
      >
        {refusal !== null && (
          <span className="flex gap-1.5">
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            {refusal}
          </span>
        )}
      </p>
      <NameDialog person={person} isOpen={isRenaming} onClose={() => setIsRenaming(false)} />
      <ConfirmDialog
        isOpen={question !== null}
        onOpenChange={(isOpen) => !isOpen && setQuestion(null)}
        {...questionTexts(labelOf(person), question, isSelf)}
        isPending={isPending}
        onConfirm={() => void handleConfirm()}
      />
    </li>
  );
}

/** For questions and results, where two members must not be confused. */
function labelOf({ name, email }: Person): string {
  const address = writtenEmail(email);
  return name === null ? address : `${name} (${address})`;
}

function questionTexts(member: string, question: Question | null, isSelf: boolean) {
  if (question?.kind === 'role') {
    const isPromotion = question.role === 'owner';
    return {
      title: isPromotion ? `Make ${member} an owner?` : `Make ${member} an editor?`,
      description: isPromotion
        ? 'Owners add and remove people, other owners included.'
        : `Editors write and publish, and no longer manage people.${isSelf ? ' That is you: you cannot take it back yourself.' : ''}`,
      confirmLabel: 'Change role',
      pendingLabel: 'Changing...',
    };
  }
  return {
    title: `Remove ${member}?`,
    description: isSelf
      ? 'That is you. The staff area closes at once, and only another owner can open it again.'
      : 'The staff area closes for this person at once. What they have written stays.',
    confirmLabel: 'Remove',
    pendingLabel: 'Removing...',
    isDangerous: true,
  };
}

function doneText(member: string, question: Question): string {
  return question.kind === 'remove'
    ? `${member} removed from the staff`
    : `${member} is ${question.role === 'owner' ? 'an owner' : 'an editor'} now`;
}

function MemberHistory({ member }: { member: StaffMember }) {
  const { addedAt, addedBy, hasAccount, lastSeenAt } = member;
  return (
    <>
      {hasAccount ? 'Since' : 'Added'} {format(addedAt, 'MMM d, yyyy')}
      {addedBy !== null && (
        <>
          {hasAccount && ', added'} by <PersonName email={addedBy} />
        </>
      )}
      {!hasAccount && (
        <Badge tone="info" className="mt-1 flex! w-fit">
          Not signed up yet
        </Badge>
      )}
      {hasAccount &&
        (lastSeenAt ? `. Last seen ${format(lastSeenAt, 'MMM d, yyyy')}` : '. Never signed in')}
    </>
  );
}
