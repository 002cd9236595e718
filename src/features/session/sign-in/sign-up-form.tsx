import { useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { AppError } from '@/lib/errors';
import { PASSWORD_MIN, registrationSchema } from '@contracts/credentials';
import { PASSWORD_LEAKED } from '../api';
import { useCaptcha } from '../captcha/use-captcha';
import { EmailField } from './email-field';
import { fieldErrorsOf, focusFirst, type FieldErrors } from '../form-errors';
import { PasswordField } from '../password/password-field';
import { signUp } from '../session-keeper';
import { useSubmission } from '../use-submission';

const FIELDS = ['fullName', 'email', 'password', 'confirmPassword'] as const;

export type SignUpFormProps = {
  email: string;
  onEmailChange: (email: string) => void;
  /** `isConfirmationPending`: the address has to be confirmed by an emailed link first. */
  onSignedUp: (result: { email: string; isConfirmationPending: boolean }) => void;
};

export function SignUpForm({ email, onEmailChange, onSignedUp }: SignUpFormProps) {
  const [fullName, setFullName] = useState('');
  const [password, setPassword] = useState('');
  const [confirmPassword, setConfirmPassword] = useState('');
  const [errors, setErrors] = useState<FieldErrors<(typeof FIELDS)[number]>>({});
  const { submission, submit } = useSubmission();
  const captcha = useCaptcha();
  const isSubmitting = submission.state === 'submitting';

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = registrationSchema.safeParse({
      ...{ email, password, confirmPassword },
      fullName: fullName.trim() === '' ? undefined : fullName,
    });
    const problems = parsed.error ? fieldErrorsOf(parsed.error, FIELDS) : {};
    setErrors(problems);
    focusFirst(event.currentTarget, FIELDS, problems);
    if (!parsed.data) return;
    const account = {
      email: parsed.data.email,
      password: parsed.data.password,
      fullName: parsed.data.fullName,
    };
    await submit(async () => {
      try {
        const { isConfirmationPending } = await signUp(account, await captcha.prove());
        onSignedUp({ email: account.email, isConfirmationPending });
      } catch (error) {
        if (!(error instanceof AppError) || error.code !== PASSWORD_LEAKED) throw error;
        setErrors({ password: error.message });
        throw new AppError('invalid', 'Your account was not created.', { cause: error });
      }
    });
  }

  return (
    <form noValidate onSubmit={handleSubmit} className="grid gap-5">
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      <Field
        label="Full name (optional)"
        hint="How other staff see you if an owner adds you."
        error={errors.fullName}
      >
        <Input
          name="fullName"
          autoComplete="name"
          value={fullName}
          disabled={isSubmitting}
          onChange={(event) => setFullName(event.target.value)}
        />
      </Field>
      <EmailField
        error={errors.email}
        value={email}
        disabled={isSubmitting}
        onChange={onEmailChange}
      />
      <PasswordField
        label="Password"
        name="password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters, with an uppercase letter, a lowercase letter and a number.`}
        error={errors.password}
        value={password}
        disabled={isSubmitting}
        onChange={(event) => setPassword(event.target.value)}
      />
      <PasswordField
        label="Confirm password"
        name="confirmPassword"
        autoComplete="new-password"
        error={errors.confirmPassword}
        value={confirmPassword}
        disabled={isSubmitting}
        onChange={(event) => setConfirmPassword(event.target.value)}
      />
      {captcha.slot}
      <Button
        type="submit"
        variant="primary"
        size="large"
        disabled={email.trim() === '' || password === ''}
        isPending={isSubmitting}
        pendingLabel="Creating account..."
        className="mt-1"
      >
        Create account
      </Button>
    </form>
  );
}
