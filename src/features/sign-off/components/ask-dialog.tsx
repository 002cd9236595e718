import { useEffect, useRef, useState } from 'react';
import { z } from 'zod';
import { clientEmailSchema, clientNameSchema, SIGN_OFF_LIMITS } from '@contracts/sign-off';
import { Button, buttonClasses } from '@/components/ui/button';
import { Dialog } from '@/components/ui/dialog';
import { Field, Input, Select } from '@/components/ui/field';
import { copyText } from '@/lib/copy-text';
import { messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { askClient } from '../staff-api';
import { DialogForm } from './dialog-form';
import { useProblems } from './use-problems';
import { useSignOffMutation } from './use-sign-off-mutation';

const VALID_DAYS = [7, 14, 30, 90];
const DEFAULT_DAYS = 14;
const PASSPHRASE_MIN = 8;

const askSchema = z.object({
  name: clientNameSchema,
  email: clientEmailSchema,
  passphrase: z
    .string()
    .max(200, 'At most 200 characters')
    .refine((text) => text === '' || text.length >= PASSPHRASE_MIN, 'At least 8 characters'),
});

export type AskDialogProps = {
  documentId: string;
  version: number;
  title: string;
  onClose: () => void;
};

/** Makes a link for a client, and shows it once. */
export function AskDialog({ documentId, version, title, onClose }: AskDialogProps) {
  const [name, setName] = useState('');
  const [email, setEmail] = useState('');
  const [validDays, setValidDays] = useState(DEFAULT_DAYS);
  const [passphrase, setPassphrase] = useState('');
  const problems = useProblems(askSchema, { name, email, passphrase });
  const asking = useSignOffMutation(() =>
    askClient({ documentId, version, clientName: name, clientEmail: email, validDays, passphrase }),
  );

  // One dialog for both steps: a second one would know no element to give the focus back to.
  const frame = { isOpen: true, onOpenChange: (next: boolean) => !next && onClose() };
  if (asking.data !== undefined) {
    return (
      <Dialog
        {...frame}
        title="The link is ready"
        description={
          email.trim() === ''
            ? 'It is shown only now. If it gets lost, withdraw it and make a new one.'
            : `${name.trim()} gets a link by mail at ${email.trim()}. This one, for other ways, is shown only now.`
        }
        footer={<Button onClick={onClose}>Done</Button>}
      >
        <ReadyLink
          link={`${window.location.origin}${paths.signOff}#token=${asking.data}`}
          title={title}
          hasPassphrase={passphrase !== ''}
        />
      </Dialog>
    );
  }
  return (
    <Dialog
      {...frame}
      title="Ask the client"
      description="Makes a link to exactly what is saved now. Who has the link can read it, comment and approve, without an account."
    >
      <DialogForm
        problems={problems}
        problem={asking.error && messageOf(asking.error)}
        isPending={asking.isPending}
        submitLabel={email.trim() === '' ? 'Make the link' : 'Send the link'}
        pendingLabel="Making the link…"
        onSend={() => asking.mutate(undefined)}
        onClose={onClose}
      >
        <Field label="Name of the client" isRequired error={problems.of('name')}>
          <Input
            value={name}
            autoComplete="off"
            maxLength={SIGN_OFF_LIMITS.name}
            onChange={(event) => setName(event.target.value)}
          />
        </Field>
        <Field
          label="Email of the client (optional)"
          hint="We send the link there, and your answers to comments. Without it, pass the link on yourself."
          error={problems.of('email')}
        >
          <Input
            type="email"
            value={email}
            autoComplete="off"
            onChange={(event) => setEmail(event.target.value)}
          />
        </Field>
        <Field label="The link works for">
          <Select value={validDays} onChange={(event) => setValidDays(Number(event.target.value))}>
            {VALID_DAYS.map((days) => (
              <option key={days} value={days}>
                {days} days
              </option>
            ))}
          </Select>
        </Field>
        <Field
          label="Passphrase (optional)"
          hint="Tell it to the client by another way than the link."
          error={problems.of('passphrase')}
        >
          <Input
            value={passphrase}
            autoComplete="off"
            onChange={(event) => setPassphrase(event.target.value)}
          />
        </Field>
      </DialogForm>
    </Dialog>
  );
}

type ReadyLinkProps = { link: string; title: string; hasPassphrase: boolean };

function ReadyLink({ link, title, hasPassphrase }: ReadyLinkProps) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  const subject = `Please read and approve: ${title}`;
  const body = [
    `Please read “${title}” and approve it, or comment on it:`,
    link,
    ...(hasPassphrase ? ['I tell you the passphrase separately.'] : []),
  ].join('\n\n');
  return (
    <div className="grid gap-5">
      <Field label="Link for the client">
        <Input ref={field} readOnly value={link} onFocus={(event) => event.target.select()} />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          variant="primary"
          onClick={() =>
            void copyText(link, { done: 'The link is copied', failed: 'Copy the link yourself' })
          }
        >
          Copy the link
        </Button>
        <a
          className={buttonClasses()}
          href={`mailto:?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body)}`}
        >
          Write a mail
        </a>
      </div>
    </div>
  );
}
