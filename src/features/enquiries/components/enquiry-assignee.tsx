import { shownName, usePeople } from '@/components/people/people-context';
import { PersonLine } from '@/components/people/person';
import { Button } from '@/components/ui/button';
import { Field, Select } from '@/components/ui/field';
import type { StoredEnquiry } from '../model';

export type EnquiryAssigneeProps = {
  enquiry: Pick<StoredEnquiry, 'assignedTo'>;
  members: readonly string[];
  me: string;
  onAssign: (email: string | null) => void;
};

/** Owners choose any member. Editors cannot read the staff list: they assign or unassign themselves. */
export function EnquiryAssignee({ enquiry, members, me, onAssign }: EnquiryAssigneeProps) {
  const { assignedTo } = enquiry;
  const { personOf } = usePeople();
  const isMine = assignedTo === me;
  const known = new Set([...members, me, ...(assignedTo === null ? [] : [assignedTo])]);
  if (members.length > 0) {
    return (
      <Field label="Assigned to">
        <Select value={assignedTo ?? ''} onChange={(event) => onAssign(event.target.value || null)}>
          <option value="">Not assigned</option>
          {[...known].sort().map((email) => (
            <option key={email} value={email}>
              {shownName(personOf(email))}
              {email === me && ' (you)'}
            </option>
          ))}
        </Select>
      </Field>
    );
  }
  return (
    <div className="min-w-0">
      <h3 className="mb-1.5 sans-heading text-small">Assigned to</h3>
      <p className="text-base">
        {assignedTo === null ? 'Not assigned' : isMine ? 'You' : <PersonLine email={assignedTo} />}
      </p>
      <Button size="small" className="mt-2" onClick={() => onAssign(isMine ? null : me)}>
        {isMine ? 'Unassign' : 'Assign to me'}
      </Button>
    </div>
  );
}
