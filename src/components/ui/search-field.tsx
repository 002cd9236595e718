import { useEffect, useRef } from 'react';
import { Search } from 'lucide-react';
import { SEARCH_MAX } from '@/lib/constants';
import { isComposing } from '@/lib/words/is-composing';
import { Field, Input } from './field';

const TYPING_PAUSE_MS = 300;

export type SearchFieldProps = {
  label: string;
  /** The current search; '' for none. */
  value: string;
  /** Called with the trimmed words. */
  onSearch: (words: string) => void;
  /** Where the placeholder says what is searched, and no other field stands beside it. */
  isLabelHidden?: boolean;
  /** Name of the query parameter, for a form that works without scripts. */
  name?: string;
  /** What is searched. */
  placeholder: string;
  className?: string;
};

/** A field with a magnifying glass. Searches after a short pause in typing, on Enter and on blur. */
export function SearchField(props: SearchFieldProps) {
  const { label, value, onSearch, isLabelHidden, className, ...rest } = props;
  const field = useRef<HTMLInputElement>(null);
  const lastSearch = useRef(value);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const latestOnSearch = useRef(onSearch);

  useEffect(() => {
    latestOnSearch.current = onSearch;
  });
  // Back, forward and links change the value from outside; text being typed is not overwritten.
  useEffect(() => {
    if (value === lastSearch.current) return;
    clearTimeout(timer.current);
    lastSearch.current = value;
    if (field.current) field.current.value = value;
  }, [value]);

  // What was typed before the app ran.
  useEffect(() => {
    search();
    return () => clearTimeout(timer.current);
  }, []);

  function search() {
    clearTimeout(timer.current);
    const words = field.current?.value.trim() ?? '';
    if (words === lastSearch.current) return;
    lastSearch.current = words;
    latestOnSearch.current(words);
  }

  function handleInput() {
    clearTimeout(timer.current);
    timer.current = setTimeout(search, TYPING_PAUSE_MS);
  }

  return (
    <Field label={label} isLabelHidden={isLabelHidden} className={className}>
      <div className="relative">
        <Search
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 start-3.5 my-auto size-4.5 text-muted"
        />
        <Input
          {...rest}
          ref={field}
          type="search"
          autoComplete="off"
          maxLength={SEARCH_MAX}
          defaultValue={value}
          onInput={handleInput}
          onKeyDown={({ key, nativeEvent }) => {
            if (key === 'Enter' && !isComposing(nativeEvent)) search();
          }}
          onBlur={search}
          className="ps-10"
        />
      </div>
    </Field>
  );
}
