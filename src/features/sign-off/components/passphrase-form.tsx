import { useEffect, useRef, useState, type FormEvent } from 'react';
import { Button } from '@/components/ui/button';
import { Field, Input } from '@/components/ui/field';

export type PassphraseFormProps = {
  isWrong: boolean;
  isPending: boolean;
  onEnter: (passphrase: string) => void;
};

export function PassphraseForm({ isWrong, isPending, onEnter }: PassphraseFormProps) {
  const [text, setText] = useState('');
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isWrong && !isPending) field.current?.focus();
  }, [isWrong, isPending]);
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (text !== '') onEnter(text);
  }
  return (
    <form noValidate onSubmit={handleSubmit} className="grid w-full max-w-96 gap-4 text-start">
      <Field label="Passphrase" error={isWrong ? 'This passphrase is not right' : null}>
        <Input
          ref={field}
          type="password"
          autoComplete="off"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </Field>
      <Button type="submit" variant="primary" isPending={isPending} pendingLabel="Opening…">
        Open
      </Button>
    </form>
  );
}
