import { useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { AppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { newPasswordSchema, PASSWORD_MIN } from '@contracts/credentials';
import { isPassword, savePassword } from './api';
import { fieldErrorsOf, focusFirst, type FieldErrors } from './form-errors';
import { PasswordField } from './password-field';
import { logPasswordChange } from './security-events';
import { useSubmission } from './use-submission';

const FIELDS = ['currentPassword', 'password', 'confirmPassword'] as const;
const NOTHING_TYPED = { currentPassword: '', password: '', confirmPassword: '' };

export type NewPasswordFormProps = {
  email: string;
  /** Not for people whom a mailed link has let in: they may not know it. */
  asksForCurrent?: boolean;
  onSaved?: () => void;
};

/** Saves a new password and signs this person out everywhere else. */
export function NewPasswordForm({ email, asksForCurrent = false, onSaved }: NewPasswordFormProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [errors, setErrors] = useState<FieldErrors<(typeof FIELDS)[number]>>({});
  const { submission, submit } = useSubmission();
  const isSubmitting = submission.state === 'submitting';

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const form = event.currentTarget;
    const parsed = newPasswordSchema.safeParse(typed);
    const complaints: typeof errors = parsed.error ? fieldErrorsOf(parsed.error, FIELDS) : {};
    if (asksForCurrent && typed.currentPassword === '') {
      complaints.currentPassword = 'Please enter your current password';
    }
    setErrors(complaints);
    focusFirst(form, FIELDS, complaints);
    if (!parsed.data || complaints.currentPassword) return;
    const { password } = parsed.data;
    const isSaved = await submit(async () => {
      if (asksForCurrent && !(await isPassword({ email, password: typed.currentPassword }))) {
        setErrors({ currentPassword: 'This is not your current password' });
        throw new AppError('invalid', 'Your password was not changed.');
      }
      const { areOthersOut } = await savePassword(password);
      logPasswordChange(asksForCurrent ? 'account' : 'link');
      saySaved(areOthersOut);
    });
    if (!isSaved) return;
    setTyped(NOTHING_TYPED);
    onSaved?.();
  }

  const fieldProps = (name: (typeof FIELDS)[number]) => ({
    name,
    error: errors[name] ?? null,
    value: typed[name],
    disabled: isSubmitting,
    onChange: (event: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: event.target.value })),
  });

  return (
    <form noValidate onSubmit={handleSubmit} className="grid max-w-md gap-5">
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      {/* Tells password managers whose password this is. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {asksForCurrent && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...fieldProps('currentPassword')}
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={`At least ${PASSWORD_MIN} characters, with an uppercase letter, a lowercase letter and a number.`}
        {...fieldProps('password')}
      />
      <PasswordField
        label="Confirm new password"
        autoComplete="new-password"
        {...fieldProps('confirmPassword')}
      />
      <Button
        type="submit"
        variant="primary"
        isPending={isSubmitting}
        pendingLabel="Saving..."
        className="mt-1 justify-self-start"
      >
        Save password
      </Button>
    </form>
  );
}

function saySaved(areOthersOut: boolean) {
  if (areOthersOut) {
    notify({
      type: 'success',
      title: 'Password saved',
      description: 'Your other devices are signed out.',
    });
  } else {
    notify({
      type: 'warning',
      title: 'Password saved',
      description: 'Other devices may still be signed in: log out here to end every session.',
    });
  }
}
