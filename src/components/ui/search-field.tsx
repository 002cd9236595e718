import { useEffect, useRef, useState } from 'react';
import { Field, Input } from './field';

const TYPING_PAUSE_MS = 300;

export type SearchFieldProps = {
  label: string;
  /** What is looked for now; '' for nothing. */
  value: string;
  maxLength: number;
  /** With the words as they should be looked for, trimmed. */
  onSearch: (words: string) => void;
  placeholder?: string;
  className?: string;
};

/** Looks after a short pause in typing; the words are the typist's until the field is left. */
export function SearchField({ label, value, onSearch, className, ...input }: SearchFieldProps) {
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  function search(words: string) {
    clearTimeout(timer.current);
    if (words.trim() !== value) onSearch(words.trim());
  }

  function handleType(next: string) {
    setTyped(next);
    clearTimeout(timer.current);
    timer.current = setTimeout(() => search(next), TYPING_PAUSE_MS);
  }

  function handleBlur() {
    if (typed !== null) search(typed);
    setTyped(null);
  }

  return (
    <Field label={label} className={className}>
      <Input
        {...input}
        type="search"
        value={typed ?? value}
        onChange={(event) => handleType(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') search(event.currentTarget.value);
        }}
        onBlur={handleBlur}
      />
    </Field>
  );
}
