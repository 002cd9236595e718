import { Field, Input, type InputProps } from '@/components/ui/field';

export type EmailFieldProps = Omit<InputProps, 'type' | 'id' | 'name' | 'onChange'> & {
  error?: string | null | undefined;
  onChange: (email: string) => void;
};

export function EmailField({ error, onChange, ...rest }: EmailFieldProps) {
  return (
    <Field label="Email" error={error}>
      <Input
        {...rest}
        required
        name="email"
        type="email"
        autoComplete="username"
        autoCapitalize="none"
        inputMode="email"
        spellCheck={false}
        onChange={(event) => onChange(event.target.value)}
      />
    </Field>
  );
}
