import { useEffect, useEffectEvent, useRef, useState, type FormEvent } from 'react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';
import { AppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import {
  newPasswordSchema,
  PASSWORD_MIN,
  STAFF_PASSWORD_MIN,
  staffPasswordSchema,
} from '@contracts/credentials';
import { PASSWORD_LEAKED, requestPasswordCode, savePassword } from '../api';
import { fieldErrorsOf, focusFirst, type FieldErrors } from '../form-errors';
import { PasswordField } from './password-field';
import { logPasswordChange } from '../security-events';
import { useSubmission } from '../use-submission';

const FIELDS = ['currentPassword', 'password', 'code'] as const;
type FieldName = (typeof FIELDS)[number];
const NOTHING_TYPED = { currentPassword: '', password: '', code: '' };

const CURRENT_MISSING = 'Please enter your current password';
const CODE_MISSING = 'Please enter the code from our email';

export type NewPasswordFormProps = {
  email: string;
  /** Members need a longer password. */
  isMember: boolean;
  /** False after an emailed link: the user may not know it. */
  asksForCurrent?: boolean;
  onSaved?: () => void;
};

/** Saves a new password and ends the user's other sessions. Asked once, in a field that can be shown. */
export function NewPasswordForm({
  email,
  isMember,
  asksForCurrent = false,
  onSaved,
}: NewPasswordFormProps) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const [errors, setErrors] = useState<FieldErrors<FieldName>>({});
  /** The server may require it even if `asksForCurrent` is false. */
  const [needsCurrent, setNeedsCurrent] = useState(asksForCurrent);
  const [isCodeMailed, setIsCodeMailed] = useState(false);
  const { submission, submit } = useSubmission();
  const form = useRef<HTMLFormElement>(null);
  const isSubmitting = submission.state === 'submitting';

  // After submitting, because fields are disabled meanwhile.
  const focusNext = useEffectEvent(() => {
    const isCodeNext = isCodeMailed && typed.code === '';
    if (form.current) focusFirst(form.current, FIELDS, isCodeNext ? { code: '' } : errors);
  });
  useEffect(() => {
    if (!isSubmitting) focusNext();
  }, [isSubmitting]);

  async function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const schema = isMember ? staffPasswordSchema : newPasswordSchema;
    const parsed = schema.safeParse(typed);
    const problems: typeof errors = parsed.error ? fieldErrorsOf(parsed.error, FIELDS) : {};
    const code = typed.code.trim();
    if (needsCurrent && typed.currentPassword === '') problems.currentPassword = CURRENT_MISSING;
    if (isCodeMailed && code === '') problems.code = CODE_MISSING;
    setErrors(problems);
    focusFirst(event.currentTarget, FIELDS, problems);
    if (!parsed.data || Object.keys(problems).length > 0) return;
    const { password } = parsed.data;
    let isSaved = false;
    await submit(async () => {
      try {
        const { areOthersOut } = await savePassword({
          password,
          ...(needsCurrent && { currentPassword: typed.currentPassword }),
          ...(isCodeMailed && { code }),
        });
        notifySaved(areOthersOut);
        isSaved = true;
      } catch (error) {
        await handleRefusal(error);
      }
    });
    if (!isSaved) return;
    logPasswordChange(asksForCurrent ? 'account' : 'link');
    setTyped(NOTHING_TYPED);
    setIsCodeMailed(false);
    onSaved?.();
  }

  /** @throws the error for the alert; nothing if the form continues with the code field */
  async function handleRefusal(error: unknown) {
    const code = error instanceof AppError ? error.code : null;
    if (code === 'reauthentication_needed') {
      await requestPasswordCode();
      setIsCodeMailed(true);
      return;
    }
    if (code === 'current_password_required') setNeedsCurrent(true);
    const problem = problemOf(error);
    if (!problem) throw error;
    setErrors(problem);
    throw new AppError('invalid', 'Your password was not changed.', { cause: error });
  }

  const fieldProps = (name: FieldName) => ({
    name,
    error: errors[name] ?? null,
    value: typed[name],
    disabled: isSubmitting,
    onChange: (event: { target: { value: string } }) =>
      setTyped((before) => ({ ...before, [name]: event.target.value })),
  });

  return (
    <form ref={form} noValidate onSubmit={handleSubmit} className="grid max-w-md gap-5">
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
      {/* The account name, for password managers. */}
      <input type="text" name="username" autoComplete="username" value={email} readOnly hidden />
      {needsCurrent && (
        <PasswordField
          label="Current password"
          autoComplete="current-password"
          {...fieldProps('currentPassword')}
        />
      )}
      <PasswordField
        label="New password"
        autoComplete="new-password"
        hint={hintFor(isMember)}
        {...fieldProps('password')}
      />
      {isCodeMailed && <MailedCode email={email} {...fieldProps('code')} />}
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

type MailedCodeProps = {
  email: string;
  name: string;
  error: string | null;
  value: string;
  disabled: boolean;
  onChange: (event: { target: { value: string } }) => void;
};

/** For sessions that are too old to change the password without a code. */
function MailedCode({ email, error, ...rest }: MailedCodeProps) {
  const { submission, submit } = useSubmission();
  return (
    <div className="grid justify-items-start gap-3">
      <Alert kind="info" title="One more step">
        You signed in more than a day ago. To make sure that it is you, we sent a code to{' '}
        <strong className="font-semibold">{email}</strong>.
      </Alert>
      <Field label="Code from our email" error={error} isRequired className="w-full">
        <Input {...rest} inputMode="numeric" autoComplete="one-time-code" maxLength={12} />
      </Field>
      <Button
        size="small"
        variant="quiet"
        disabled={rest.disabled}
        isPending={submission.state === 'submitting'}
        pendingLabel="Sending..."
        onClick={() => void submit(requestPasswordCode)}
        className="-ms-3"
      >
        Send another code
      </Button>
      {submission.state === 'succeeded' && <Alert kind="success">Sent again.</Alert>}
      {submission.state === 'failed' && <Alert kind="danger">{submission.message}</Alert>}
    </div>
  );
}

/** The error of a field that the server refused; null for other errors. */
function problemOf(error: unknown): FieldErrors<FieldName> | null {
  if (!(error instanceof AppError)) return null;
  switch (error.code) {
    case 'current_password_required':
      return { currentPassword: CURRENT_MISSING };
    case 'current_password_invalid':
      return { currentPassword: 'This is not your current password' };
    case 'reauthentication_not_valid':
      return { code: 'This code is wrong or too old' };
    case PASSWORD_LEAKED:
      return { password: error.message };
    default:
      return null;
  }
}

function hintFor(isMember: boolean): string {
  const kinds = 'with an uppercase letter, a lowercase letter and a number.';
  return isMember
    ? `Members of staff: at least ${STAFF_PASSWORD_MIN} characters, ${kinds}`
    : `At least ${PASSWORD_MIN} characters, ${kinds}`;
}
function notifySaved(areOthersOut: boolean) {
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
