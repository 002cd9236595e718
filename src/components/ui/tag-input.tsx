import { useId, useRef, useState, type ClipboardEvent, type KeyboardEvent } from 'react';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { useFieldControl } from './field';
import { isComposing } from '@/lib/words/is-composing';

export type TagInputProps = {
  /** Of the Field; names the list. */
  label: string;
  value: readonly string[];
  onChange: (value: string[]) => void;
  /** Maximum number of characters per tag. */
  maxLength?: number;
  /** Maximum number of tags. */
  maxCount?: number;
  suggestions?: readonly string[] | undefined;
  onBlur?: () => void;
};

/** A list of short texts edited in place, in a Field: Enter or comma adds, Backspace in the empty field removes. */
export function TagInput({
  label,
  value,
  onChange,
  maxLength = 60,
  maxCount = 20,
  suggestions = [],
  onBlur,
}: TagInputProps) {
  const [draft, setDraft] = useState('');
  const [problem, setProblem] = useState<string | null>(null);
  const [announcement, setAnnouncement] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const listId = useId();
  const problemId = useId();
  const control = useFieldControl();

  function add(texts: readonly string[]) {
    const next = [...value];
    let nextProblem: string | null = null;
    for (const text of texts.map((part) => part.trim().replace(/\s+/g, ' ')).filter(Boolean)) {
      const isKnown = next.some((tag) => tag.toLowerCase() === text.toLowerCase());
      if (isKnown) nextProblem = `“${text}” is already in the list`;
      else if (text.length > maxLength) nextProblem = `At most ${maxLength} characters each`;
      else if (next.length >= maxCount) nextProblem = `At most ${maxCount} entries`;
      else next.push(text);
    }
    const added = next.slice(value.length);
    if (added.length > 0) {
      onChange(next);
      setAnnouncement(`Added ${added.join(', ')}`);
    }
    setProblem(nextProblem);
    return nextProblem === null;
  }

  function remove(index: number) {
    const tag = value[index];
    if (tag === undefined) return;
    onChange(value.filter((_, other) => other !== index));
    setAnnouncement(`Removed ${tag}`);
    setProblem(null);
    input.current?.focus();
  }

  function handleKeyDown(event: KeyboardEvent<HTMLInputElement>) {
    if (isComposing(event.nativeEvent)) return;
    if ((event.key === 'Enter' && draft.trim() !== '') || event.key === ',') {
      event.preventDefault();
      if (add([draft])) setDraft('');
    }
    if (event.key === 'Backspace' && draft === '') remove(value.length - 1);
  }

  function handlePaste(event: ClipboardEvent<HTMLInputElement>) {
    const text = event.clipboardData.getData('text');
    if (!/[,\n]/.test(text)) return;
    event.preventDefault();
    if (add(`${draft}${text}`.split(/[,\n]/))) setDraft('');
  }

  function handleBlur() {
    if (draft.trim() !== '' && add([draft])) setDraft('');
    onBlur?.();
  }

  return (
    <div>
      <div
        className={clsx(
          'flex min-h-11 flex-wrap items-center gap-1.5 rounded-control border border-line-strong bg-raised px-2 py-1.5 text-base',
          'transition-colors duration-control has-[input:focus-visible]:outline-2 has-[input:focus-visible]:outline-offset-2 has-[input:focus-visible]:outline-sky hover:border-ink has-aria-invalid:border-danger',
        )}
      >
        {value.length > 0 && (
          <ul className="contents" aria-label={label}>
            {value.map((tag, index) => (
              <li
                key={tag}
                className="inline-flex max-w-full items-center rounded-full bg-sunken ps-3 text-small font-medium"
              >
                <span dir="auto" className="min-w-0 truncate">
                  {tag}
                </span>
                <button
                  type="button"
                  aria-label={`Remove ${tag}`}
                  onClick={() => remove(index)}
                  className="inline-flex size-8 shrink-0 cursor-pointer items-center justify-center rounded-full text-muted hover:text-danger"
                >
                  <X aria-hidden="true" className="size-3.5" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <input
          dir="auto"
          id={control.id}
          ref={input}
          value={draft}
          list={suggestions.length > 0 ? listId : undefined}
          aria-invalid={control['aria-invalid'] || problem !== null || undefined}
          aria-describedby={
            [problem !== null && problemId, control['aria-describedby']]
              .filter(Boolean)
              .join(' ') || undefined
          }
          onChange={(event) => {
            setDraft(event.target.value);
            setProblem(null);
          }}
          onKeyDown={handleKeyDown}
          onPaste={handlePaste}
          onBlur={handleBlur}
          className="field-sizing-content max-w-full min-w-10 flex-1 bg-transparent px-1.5 py-1 text-ink outline-none"
        />
        {suggestions.length > 0 && (
          <datalist id={listId}>
            {suggestions.map((suggestion) => (
              <option key={suggestion} value={suggestion} />
            ))}
          </datalist>
        )}
      </div>
      {problem !== null && (
        <p id={problemId} className="mt-1.5 text-small font-medium text-danger">
          {problem}
        </p>
      )}
      <p role="status" className="sr-only">
        {problem ?? announcement}
      </p>
    </div>
  );
}
