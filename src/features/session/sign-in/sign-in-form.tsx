import { useEffect, useRef, useState, type FormEvent, type Ref } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { loginSchema } from '@contracts/credentials';
import { useCaptcha } from '../captcha/use-captcha';
import { EmailField } from './email-field';
import { fieldErrorsOf, focusFirst, type FieldErrors } from '../form-errors';
import { PasswordField } from '../password/password-field';
import { ResendConfirmation } from './resend-confirmation';
import { signIn } from '../session-keeper';
import { useSubmission } from '../use-submission';

const FIELDS = ['email', 'password'] as const;

/** After as many failed tries the form says how to recover. */
const TELL_FROM = 3;

export type SignInFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  /** The email cannot be changed. */
  isEmailFixed?: boolean;
  onSignedIn?: () => void;
  /** Shows 'Forgot your password?'. */
  onForgotten?: () => void;
  forgottenButtonRef?: Ref<HTMLButtonElement>;
};

export function SignInForm({
  email,
  onEmailChange,
  isEmailFixed = false,
  onSignedIn,
  onForgotten,
  forgottenButtonRef,
}: SignInFormProps) {
  const [password, setPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors<(typeof FIELDS)[number]>>({});
  const [wrong, setWrong] = useState(0);
  const { submission, submit } = useSubmission();
  const captcha = useCaptcha();
  const isSubmitting = submission.state === 'submitting';
  const form = useRef<HTMLFormElement>(null);

  useEffect(() => {
    const password = form.current?.elements.namedItem('password');
    if (isEmailFixed && password instanceof HTMLElement) password.focus();
  }, [isEmailFixed]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = loginSchema.safeParse({ email, password });
    const problems = parsed.error ? fieldErrorsOf(parsed.error, FIELDS) : {};
    setErrors(problems);
    focusFirst(event.currentTarget, FIELDS, problems);
    if (!parsed.data) return;
    const isSignedIn = await submit(async () => signIn(parsed.data, await captcha.prove()));
    setWrong((count) => (isSignedIn ? 0 : count + 1));
    if (isSignedIn) onSignedIn?.();
  }

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid gap-5">
      {submission.state === 'failed' && (
        <Alert kind="danger">
          <div className="grid gap-4">
            <p>{submission.message}</p>
            {wrong >= TELL_FROM && onForgotten && (
              <p>
                {wrong} tries have failed. “Forgot your password?” sends you a link by mail. Too
                many tries in a short time stop sign-in for a while: wait five minutes, then try
                again.
              </p>
            )}
            {submission.code === 'email_not_confirmed' && (
              <ResendConfirmation key={email} email={email} />
            )}
          </div>
        </Alert>
      )}
      <EmailField
        error={errors.email}
        value={email}
        readOnly={isEmailFixed}
        disabled={isSubmitting}
        onChange={onEmailChange}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="current-password"
        error={errors.password}
        value={password}
        disabled={isSubmitting}
        onChange={(event) => setPassword(event.target.value)}
      />
      {captcha.slot}
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={email.trim() === '' || password === ''}
        isPending={isSubmitting}
        pendingLabel="Signing in..."
        className="mt-1"
      >
        Sign In
      </Button>
      {onForgotten && (
        <Button
          ref={forgottenButtonRef}
          variant="quiet"
          size="small"
          disabled={isSubmitting}
          onClick={onForgotten}
          className="-ms-3 justify-self-start"
        >
          Forgot your password?
        </Button>
      )}
    </form>
  );
}
