import { useEffect, useRef, useState, type FormEvent } from 'react';
import { MailCheck } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { newPasswordRequestSchema } from '@contracts/credentials';
import { requestNewPassword } from '../api';
import { useCaptcha } from '../captcha/use-captcha';
import { EmailField } from '../sign-in/email-field';
import { fieldErrorsOf, focusFirst, type FieldErrors } from '../form-errors';
import { useSubmission } from '../use-submission';

const FIELDS = ['email'] as const;

export type ForgotPasswordFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  onBack: () => void;
};

/** Sends the link for a new password. The answer does not reveal whether the account exists. */
export function ForgotPasswordForm({ email, onEmailChange, onBack }: ForgotPasswordFormProps) {
  const [errors, setErrors] = useState<FieldErrors<(typeof FIELDS)[number]>>({});
  const { submission, submit, reset } = useSubmission();
  const captcha = useCaptcha();
  const isSubmitting = submission.state === 'submitting';

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = newPasswordRequestSchema.safeParse({ email });
    const problems = parsed.error ? fieldErrorsOf(parsed.error, FIELDS) : {};
    setErrors(problems);
    focusFirst(event.currentTarget, FIELDS, problems);
    if (!parsed.data) return;
    await submit(async () => requestNewPassword(parsed.data.email, await captcha.prove()));
  }

  if (submission.state === 'succeeded') {
    return <Answer email={email.trim()} onBack={onBack} onAgain={reset} />;
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      <div>
        <FocusedHeading>Forgot your password?</FocusedHeading>
        <p className="mt-2 max-w-measure text-base text-muted">
          We email you a link to choose a new one.
        </p>
      </div>
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      <EmailField
        error={errors.email}
        value={email}
        disabled={isSubmitting}
        onChange={onEmailChange}
      />
      {captcha.slot}
      <div className="mt-1 flex flex-wrap gap-3">
        <Button
          type="submit"
          variant="primary"
          disabled={email.trim() === ''}
          isPending={isSubmitting}
          pendingLabel="Sending..."
        >
          Send the link
        </Button>
        <Button variant="quiet" onClick={onBack}>
          Back to sign in
        </Button>
      </div>
    </form>
  );
}

type AnswerProps = { email: string; onBack: () => void; onAgain: () => void };

function Answer({ email, onBack, onAgain }: AnswerProps) {
  return (
    <div className="grid justify-items-start gap-4">
      <MailCheck aria-hidden="true" className="size-10 stroke-[1.25] text-success" />
      <FocusedHeading>Check your email</FocusedHeading>
      <p className="max-w-measure text-body">
        If there is an account for <strong className="font-semibold">{email}</strong>, a link was
        sent there. It works for one hour.
      </p>
      <p className="max-w-measure text-base text-muted">
        Nothing there after a minute? Look in the spam folder, and check the address.
      </p>
      <div className="mt-2 flex flex-wrap gap-3">
        <Button onClick={onBack}>Back to sign in</Button>
        <Button variant="quiet" onClick={onAgain}>
          Try another address
        </Button>
      </div>
    </div>
  );
}

/** Gets the focus, because the pressed button was removed. */
function FocusedHeading({ children }: { children: string }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <h2 ref={heading} tabIndex={-1} className="font-display text-h3 outline-none">
      {children}
    </h2>
  );
}
