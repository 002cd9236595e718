import { useState, type ReactNode } from 'react';
import { Eye, EyeOff } from 'lucide-react';
import { Field, Input, type InputProps } from '@/components/ui/field';

export type PasswordFieldProps = Omit<InputProps, 'type' | 'id'> & {
  label: string;
  hint?: ReactNode;
  error?: string | null;
};

export function PasswordField({ label, hint, error, disabled, ...rest }: PasswordFieldProps) {
  const [isShown, setIsShown] = useState(false);
  const Icon = isShown ? EyeOff : Eye;
  return (
    <Field label={label} hint={hint} error={error}>
      <div className="relative">
        <Input
          {...rest}
          required
          type={isShown ? 'text' : 'password'}
          disabled={disabled}
          autoCapitalize="none"
          spellCheck={false}
          className="pe-12"
        />
        <button
          type="button"
          aria-label={isShown ? 'Hide password' : 'Show password'}
          disabled={disabled}
          onClick={() => setIsShown(!isShown)}
          className="absolute inset-y-0 end-0 inline-flex w-11 cursor-pointer items-center justify-center rounded-control text-muted transition-colors duration-control hover:text-ink disabled:cursor-not-allowed"
        >
          <Icon aria-hidden="true" className="size-5" />
        </button>
      </div>
    </Field>
  );
}
