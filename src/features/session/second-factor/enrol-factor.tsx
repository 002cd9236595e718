import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Image } from '@/components/image';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { AppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { CodeForm } from './code-form';
import { useVerifyFactor } from './factor-queries';
import { enrolFactor, MFA_UNAVAILABLE, removeFactor, type Enrolment } from '../staff-api';
import { useSubmission } from '../use-submission';

const NAME_MAX = 60;

export type EnrolFactorProps = {
  /** The Auth service requires a unique name per app. */
  takenNames: readonly string[];
  /** Gets an error if trying again cannot help. */
  onClose: (error?: unknown) => void;
};

/** Two steps: name the app, then scan its secret and enter the first code. */
export function EnrolFactor({ takenNames, onClose }: EnrolFactorProps) {
  const [name, setName] = useState(() => freeName(takenNames));
  const [problem, setProblem] = useState<string | null>(null);
  const [enrolment, setEnrolment] = useState<Enrolment | null>(null);
  const { submission, submit } = useSubmission();
  const verifying = useVerifyFactor();
  const nameInput = useRef<HTMLInputElement>(null);
  useEffect(() => nameInput.current?.focus(), []);

  async function handleName(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const wanted = name.trim();
    const isTaken = takenNames.includes(wanted);
    setProblem(isTaken ? 'Another of your apps has this name' : null);
    if (isTaken) return nameInput.current?.focus();
    await submit(async () => {
      try {
        setEnrolment(await enrolFactor(wanted));
      } catch (error) {
        if (error instanceof AppError && error.code === MFA_UNAVAILABLE) onClose(error);
        throw error;
      }
    });
  }

  async function handleCode(code: string) {
    if (!enrolment) return;
    await verifying.mutateAsync({ id: enrolment.id, code });
    notify({
      type: 'success',
      title: 'Two-step sign-in is on',
      description: 'From now on signing in asks for a code of this app.',
    });
    onClose();
  }

  function handleCancel() {
    // If this fails, the app stays in the list as 'Never confirmed'.
    if (enrolment) removeFactor(enrolment.id).catch(console.error);
    onClose();
  }

  if (enrolment) {
    return (
      <div className="grid w-full gap-6 rounded-control border border-line bg-raised p-5 tablet:p-6">
        <Secret enrolment={enrolment} />
        <CodeForm submitLabel="Turn on" onCode={handleCode} />
        <Button variant="quiet" onClick={handleCancel} className="-ms-5 justify-self-start">
          Cancel
        </Button>
      </div>
    );
  }
  return (
    <form
      noValidate
      onSubmit={handleName}
      className="grid w-full max-w-md gap-5 rounded-control border border-line bg-raised p-5 tablet:p-6"
    >
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      <Field
        label="Name of the app"
        hint="Helps you recognise the device later."
        error={problem}
        isRequired
      >
        <Input
          ref={nameInput}
          value={name}
          maxLength={NAME_MAX}
          autoComplete="off"
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <div className="flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          disabled={name.trim() === ''}
          isPending={submission.state === 'submitting'}
          pendingLabel="Preparing..."
        >
          Continue
        </Button>
        <Button variant="quiet" onClick={() => onClose()}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Secret({ enrolment }: { enrolment: Enrolment }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <div className="flex flex-wrap items-start gap-6">
      {/* Scanners need dark on light, in the dark theme too. */}
      <div className="size-44 shrink-0 rounded-control border border-line bg-[white] p-2">
        <Image
          src={enrolment.qrCode}
          alt="QR code of the secret below"
          aspect="fill"
          sizes="160px"
          fit="contain"
        />
      </div>
      <div className="min-w-0 flex-[1_1_14rem]">
        <h3 ref={heading} tabIndex={-1} className="sans-heading text-base outline-none">
          Scan this with your authenticator app
        </h3>
        <p className="mt-2 text-base text-muted">
          Or type the secret into the app, then enter the code it shows.
        </p>
        <p className="mt-3 font-mono text-base font-medium break-all select-all">
          {enrolment.secret}
        </p>
      </div>
    </div>
  );
}

function freeName(taken: readonly string[]): string {
  const base = 'Authenticator app';
  for (let number = 1; ; number += 1) {
    const name = number === 1 ? base : `${base} ${number}`;
    if (!taken.includes(name)) return name;
  }
}
