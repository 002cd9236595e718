import { useRef, useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { newMemberSchema, type StaffRole } from '../model';
import { useAddStaffMember } from '../queries';
import { RoleSelect } from './role-select';

/** Adds an address to the staff. The account with this confirmed address has access at once. */
export function AddMemberForm() {
  const [email, setEmail] = useState('');
  const [role, setRole] = useState<StaffRole>('editor');
  const [problem, setProblem] = useState<string | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const adding = useAddStaffMember();

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = newMemberSchema.safeParse({ email, role });
    setProblem(parsed.error?.issues[0]?.message ?? null);
    if (!parsed.data) {
      input.current?.focus();
      return;
    }
    const member = parsed.data;
    adding.mutate(member, {
      onSuccess: () => {
        notify({ type: 'success', title: `${member.email} added to the staff` });
        setEmail('');
        setRole('editor');
        input.current?.focus();
      },
    });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-4">
      {adding.error && <Alert kind="danger">{messageOf(adding.error)}</Alert>}
      <div className="grid items-start gap-4 tablet:grid-cols-[minmax(0,1fr)_10rem_auto]">
        <Field
          label="Email"
          hint="They get an email with a link to sign up or sign in."
          error={problem}
          isRequired
        >
          <Input
            ref={input}
            type="email"
            inputMode="email"
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="Role">
          <RoleSelect value={role} onChange={setRole} />
        </Field>
        <Button
          type="submit"
          variant="primary"
          isPending={adding.isPending}
          pendingLabel="Adding..."
          className="tablet:mt-6.5"
        >
          Add person
        </Button>
      </div>
    </form>
  );
}
