import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { changedAddressSchema } from '@contracts/credentials';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { AppError } from '@/lib/errors';
import { useCaptcha } from '../captcha/use-captcha';
import { fieldErrorsOf, focusFirst, type FieldErrors } from '../form-errors';
import { PasswordField } from '../password/password-field';
import { useSubmission } from '../use-submission';
import { ADDRESS_TAKEN, changeAddress, WRONG_PASSWORD } from '../staff-api';

const FIELDS = ['email', 'password'] as const;
type FieldName = (typeof FIELDS)[number];
const NOTHING_TYPED = { email: '', password: '' };

/** Changes the own email: both addresses confirm it by a link. */
export function ChangeAddressForm({ email }: { email: string }) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [errors, setErrors] = useState<FieldErrors<FieldName>>({});
  const [asked, setAsked] = useState<string | null>(null);
  const { submission, submit } = useSubmission();
  const captcha = useCaptcha();
  const form = useRef<HTMLFormElement>(null);
  const isSubmitting = submission.state === 'submitting';

  // After submitting, because fields are disabled meanwhile.
  const focusProblem = useEffectEvent(() => {
    if (form.current) focusFirst(form.current, FIELDS, errors);
  });
  useEffect(() => {
    if (!isSubmitting) focusProblem();
  }, [isSubmitting]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const parsed = changedAddressSchema.safeParse(typed);
    const problems: typeof errors = parsed.error ? fieldErrorsOf(parsed.error, FIELDS) : {};
    const next = parsed.data?.email.toLowerCase() ?? '';
    if (next === email.toLowerCase()) problems.email = 'This is your email already';
    setErrors(problems);
    focusFirst(event.currentTarget, FIELDS, problems);
    if (!parsed.data || Object.keys(problems).length > 0) return;
    const { password } = parsed.data;
    const isAsked = await submit(async () => {
      try {
        await changeAddress({ email, next, password }, await captcha.prove());
      } catch (error) {
        setErrors(problemOf(error) ?? {});
        throw error;
      }
    });
    if (!isAsked) return;
    setAsked(next);
    setTyped(NOTHING_TYPED);
  }

  const fieldProps = (name: FieldName) => ({
    name,
    value: typed[name],
    disabled: isSubmitting,
    onChange: ({ target }: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: target.value })),
  });

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid max-w-md gap-5">
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      {asked !== null && submission.state === 'succeeded' && (
        <Alert kind="success" title="Two mails are on their way">
          Open the link in the mail to <strong className="break-all">{email}</strong>, then the one
          to <strong className="break-all">{asked}</strong>, within an hour. If only the first
          arrives, open its link, then choose “Forgot your password?” with the new email. Until both
          are confirmed, nothing changes under People.
        </Alert>
      )}
      <Field label="New email" error={errors.email ?? null}>
        <Input
          {...fieldProps('email')}
          required
          type="email"
          autoComplete="off"
          autoCapitalize="none"
          inputMode="email"
          spellCheck={false}
        />
      </Field>
      <PasswordField
        label="Current password"
        autoComplete="current-password"
        error={errors.password ?? null}
        {...fieldProps('password')}
      />
      {captcha.slot}
      <Button
        type="submit"
        isPending={isSubmitting}
        pendingLabel="Sending..."
        className="mt-1 justify-self-start"
      >
        Change email
      </Button>
    </form>
  );
}

/** The error of a field that was refused; null for other errors. */
function problemOf(error: unknown): FieldErrors<FieldName> | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === WRONG_PASSWORD) return { password: 'This is not your current password' };
  if (error.kind === 'conflict') return { email: 'A member has this email already' };
  if (error.code === ADDRESS_TAKEN) return { email: 'Another account has this email' };
  return null;
}
