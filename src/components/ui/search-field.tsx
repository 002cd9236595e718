import { useEffect, useRef } from 'react';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { SEARCH_MAX } from '@/lib/constants';
import { Field, Input } from './field';

const TYPING_PAUSE_MS = 300;

export type SearchFieldProps = {
  label: string;
  /** What is looked for now; '' for nothing. */
  value: string;
  /** With the words as they should be looked for, trimmed. */
  onSearch: (words: string) => void;
  /** Shows a magnifying glass in place of the label. */
  hasIcon?: boolean;
  /** Of the parameter, in a form that works without scripts. */
  name?: string;
  placeholder?: string;
  className?: string;
};

/** Looks after a short pause in typing, at Enter, and when the field is left. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onSearch, hasIcon = false, className, ...rest } = props;
  const field = useRef<HTMLInputElement>(null);
  const asked = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestOnSearch = useRef(onSearch);

  useEffect(() => {
    latestOnSearch.current = onSearch;
  });
  useEffect(() => () => clearTimeout(timer.current), []);

  // Back, forward and links change the search from outside; what is being typed is left alone.
  useEffect(() => {
    if (value === asked.current) return;
    clearTimeout(timer.current);
    asked.current = value;
    if (field.current) field.current.value = value;
  }, [value]);

  function ask() {
    clearTimeout(timer.current);
    const words = field.current?.value.trim() ?? '';
    if (words === asked.current) return;
    asked.current = words;
    latestOnSearch.current(words);
  }

  function handleInput() {
    clearTimeout(timer.current);
    timer.current = setTimeout(ask, TYPING_PAUSE_MS);
  }

  const input = (
    <Input
      {...rest}
      ref={field}
      type="search"
      aria-label={hasIcon ? label : undefined}
      autoComplete="off"
      maxLength={SEARCH_MAX}
      defaultValue={value}
      onInput={handleInput}
      onKeyDown={({ key }) => key === 'Enter' && ask()}
      onBlur={ask}
      className={hasIcon ? 'ps-10' : undefined}
    />
  );
  if (!hasIcon) {
    return (
      <Field label={label} className={className}>
        {input}
      </Field>
    );
  }
  return (
    <div className={clsx('relative', className)}>
      <Search
        aria-hidden="true"
        className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-muted"
      />
      {input}
    </div>
  );
}
