import { createContext, use } from 'react';
import { clsx } from 'clsx';
import { get, useController, useFormContext, useFormState, useWatch } from 'react-hook-form';
import { Field, Input, Select, Textarea, type FieldProps } from '@/components/ui/field';
import { TagInput } from '@/components/ui/tag-input';
import type { DocumentInput } from '../fields';
import { tagsIn } from '../fields';

/**
 * The id of the HTML form that the fields inside belong to, if it is not the surrounding one.
 * Chromium's autofill scans every field of a form after each key: 8 ms with fifty rows.
 */
export const FormOwner = createContext<string | undefined>(undefined);

/** The error of one field. Re-renders the component for that field only. */
export function useFieldError(name: string): string | undefined {
  const { control } = useFormContext<DocumentInput>();
  const { errors } = useFormState({ control, name, exact: true });
  const error: unknown = get(errors, name);
  return messageIn(error);
}

function messageIn(error: unknown): string | undefined {
  if (typeof error !== 'object' || error === null) return undefined;
  if ('message' in error && typeof error.message === 'string') return error.message;
  return 'root' in error ? messageIn(error.root) : undefined;
}

const COUNTED_FROM = 0.9;

/** Counts code points as the database does; a text far above the limit is measured cheaply. */
function lengthOf(text: string, limit: number): number {
  return text.length > 2 * limit ? text.length : [...text].length;
}

const LONG_TEXT = 5000;
const BEYOND_LATIN = /[\u0370-\u1fff\u2c00-\uffff]/;

/**
 * Our font has no Cyrillic. Chromium shapes a long paragraph in a fallback font in quadratic time
 * (20 s per key at 200,000 characters), so long texts use a system font that has the letters.
 */
export function fontFor(text: string): string {
  const isSlow = text.length > LONG_TEXT && BEYOND_LATIN.test(text);
  return isSlow ? 'system-ui, sans-serif' : '';
}

function setFont(textarea: HTMLTextAreaElement, added = '') {
  textarea.style.fontFamily = fontFor(textarea.value) || fontFor(added);
}

/** `client.example` is written as `https://client.example`; other texts are left to the validation. */
function withScheme(text: string): string {
  const address = `https://${text.trim()}`;
  const isHost = !text.includes(':') && URL.canParse(address) && text.includes('.');
  return isHost ? address : text;
}

/** A pasted text may have line breaks. */
function withoutBreaks(text: unknown): unknown {
  return typeof text === 'string' ? text.replaceAll('\n', ' ') : text;
}

/** The error of a text and, near its limit, how long it is. */
export function useFieldCount(name: string, limit: number, isCounted = false) {
  const { control } = useFormContext<DocumentInput>();
  const error = useFieldError(name);
  const length = useWatch({
    control,
    name,
    exact: true,
    // Called once more for a removed row, whose text is undefined.
    compute: (text: unknown) => {
      if (isCounted || typeof text !== 'string' || text.length < limit * COUNTED_FROM) return null;
      return lengthOf(text, limit);
    },
  });
  const count =
    length !== null && length >= limit * COUNTED_FROM
      ? `${length.toLocaleString('en')} of ${limit.toLocaleString('en')} characters`
      : undefined;
  return { error, count };
}

export type TextFieldProps = {
  name: string;
  label: string;
  limit: number;
  hint?: string | undefined;
  /** More than one renders a text area. */
  rows?: number | undefined;
  /** A text without line breaks that is shown whole. */
  isWrapped?: boolean;
  isRequired?: boolean;
  /** Shows the count from the first character on, not only near the limit. */
  isCounted?: boolean | undefined;
  type?: 'text' | 'url' | undefined;
  placeholder?: string | undefined;
  /** Offered while typing in a single line. */
  suggestions?: readonly string[] | undefined;
  labelPlace?: FieldProps['labelPlace'];
  isLabelHidden?: boolean | undefined;
  tabIndex?: number | undefined;
  onFocus?: () => void;
  className?: string;
  id?: string;
};

export function TextField({
  name,
  label,
  limit,
  hint,
  rows = 1,
  isWrapped = false,
  isRequired,
  isCounted = false,
  type,
  placeholder,
  suggestions = [],
  labelPlace,
  isLabelHidden,
  tabIndex,
  onFocus,
  className,
  id,
}: TextFieldProps) {
  const { register, trigger, getValues, setValue } = useFormContext<DocumentInput>();
  const owner = use(FormOwner);
  const { error, count } = useFieldCount(name, limit, isCounted);
  const listId = `${name}-suggestions`;
  const props = {
    ...register(name, {
      ...(isWrapped && { setValueAs: withoutBreaks }),
      onBlur: () => {
        const text = getValues(name);
        // An empty field is reported on save, not when the focus passes through it.
        if (typeof text !== 'string' || text === '') return;
        if (type === 'url') setValue(name, withScheme(text), { shouldDirty: true });
        void trigger(name);
      },
    }),
    placeholder,
    tabIndex,
    onFocus,
    form: owner,
  };
  return (
    <Field
      id={id}
      label={label}
      hint={count ?? hint}
      error={error}
      isRequired={isRequired}
      labelPlace={labelPlace}
      isLabelHidden={isLabelHidden}
      counter={isCounted ? limit : undefined}
      className={className}
    >
      {rows > 1 || isWrapped ? (
        <Textarea
          {...props}
          rows={rows}
          data-single-line={isWrapped || undefined}
          className={clsx(isWrapped && 'min-h-11! resize-none!')}
          ref={(textarea) => {
            props.ref(textarea);
            if (textarea) setFont(textarea);
          }}
          onPaste={(event) => {
            setFont(event.currentTarget, event.clipboardData.getData('text'));
          }}
        />
      ) : (
        <Input
          {...props}
          type={type}
          autoComplete="off"
          list={suggestions.length > 0 ? listId : undefined}
        />
      )}
      {suggestions.length > 0 && (
        <datalist id={listId}>
          {suggestions.map((suggestion) => (
            <option key={suggestion} value={suggestion} />
          ))}
        </datalist>
      )}
    </Field>
  );
}

export type TagsFieldProps = {
  name: string;
  label: string;
  maxCount: number;
  maxLength: number;
  hint?: string | undefined;
  suggestions?: readonly string[] | undefined;
};

export function TagsField({ name, label, maxCount, maxLength, hint, suggestions }: TagsFieldProps) {
  const { control } = useFormContext<DocumentInput>();
  const { field, fieldState } = useController({ control, name });
  return (
    <div data-keeps-enter>
      <Field
        id={tagsFieldId(name)}
        label={label}
        hint={hint}
        error={messageIn(fieldState.error) ?? firstMessageIn(fieldState.error)}
      >
        <TagInput
          label={label}
          value={tagsIn(field.value)}
          onChange={field.onChange}
          suggestions={suggestions}
          onBlur={field.onBlur}
          maxCount={maxCount}
          maxLength={maxLength}
        />
      </Field>
    </div>
  );
}

function firstMessageIn(error: unknown): string | undefined {
  return Array.isArray(error) ? error.map(messageIn).find(Boolean) : undefined;
}

export type ChoiceFieldProps = {
  name: string;
  label: string;
  hint?: string | undefined;
  options: Readonly<Record<string, string>>;
};

export function ChoiceField({ name, label, hint, options }: ChoiceFieldProps) {
  const { register } = useFormContext<DocumentInput>();
  const error = useFieldError(name);
  return (
    <Field label={label} hint={hint} error={error}>
      <Select {...register(name)}>
        {Object.entries(options).map(([value, option]) => (
          <option key={value} value={value}>
            {option}
          </option>
        ))}
      </Select>
    </Field>
  );
}

/** The id to focus a tag list by: the form library can focus registered inputs only. */
export function tagsFieldId(name: string): string {
  return `document-${name}`;
}
