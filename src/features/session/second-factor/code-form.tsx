import { useRef, useState, type FormEvent, type ReactNode } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { useSubmission } from '../use-submission';

export const CODE_LENGTH = 6;

export type CodeFormProps = {
  submitLabel: string;
  /** Must throw when the code is refused. */
  onCode: (code: string) => Promise<void>;
  /** Above the field. */
  children?: ReactNode;
};

/** A form for the code of an authenticator app. */
export function CodeForm({ submitLabel, onCode, children }: CodeFormProps) {
  const [code, setCode] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const { submission, submit } = useSubmission();
  const input = useRef<HTMLInputElement>(null);
  const isSubmitting = submission.state === 'submitting';

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const digits = code.replace(/\s/g, '');
    const isComplete = /^\d{6}$/.test(digits);
    setProblem(isComplete ? null : `The code has ${CODE_LENGTH} digits`);
    if (!isComplete) input.current?.focus();
    else if (!(await submit(() => onCode(digits)))) setCode('');
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-sm gap-5">
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      {children}
      <Field label="Code" hint="Your authenticator app shows it." error={problem} isRequired>
        <Input
          ref={input}
          name="code"
          inputMode="numeric"
          autoComplete="one-time-code"
          maxLength={CODE_LENGTH + 1}
          value={code}
          disabled={isSubmitting}
          onChange={(event) => setCode(event.target.value)}
          className="tracking-[0.3em] tabular-figures"
        />
      </Field>
      <Button
        type="submit"
        variant="primary"
        disabled={code.trim() === ''}
        isPending={isSubmitting}
        pendingLabel="Checking..."
        className="justify-self-start"
      >
        {submitLabel}
      </Button>
    </form>
  );
}
