import {
  createContext,
  use,
  useCallback,
  useEffect,
  useId,
  useRef,
  useSyncExternalStore,
  type ComponentProps,
  type ReactNode,
} from 'react';
import { clsx } from 'clsx';
import { CircleAlert } from 'lucide-react';

type FieldControl = {
  id: string;
  required: boolean | undefined;
  'aria-invalid': boolean | undefined;
  'aria-describedby': string | undefined;
};

const FieldContext = createContext<FieldControl | null>(null);

/** The attributes for a control inside a Field; its own props take precedence. Empty outside of a Field. */
export function useFieldControl(isRequired?: boolean): Partial<FieldControl> {
  const control = use(FieldContext);
  if (!(isRequired ?? control?.required)) return control ?? {};
  // Firefox tells screen readers that an empty required field is invalid, before anything is typed.
  return { ...control, 'aria-invalid': control?.['aria-invalid'] ?? false };
}

const labelPlaces = {
  above: { field: '', label: 'mb-1.5 flex items-baseline gap-4' },
  beside: {
    field:
      'tablet:grid tablet:grid-cols-[4.5rem_minmax(0,1fr)] tablet:items-start tablet:gap-x-3 tablet:[&>:not(:first-child)]:col-start-2',
    label: 'max-tablet:mb-1 tablet:pt-1 tablet:pointer-coarse:pt-2',
  },
} as const;

export type FieldProps = {
  label: ReactNode;
  /** One control: Input, Textarea, Select, TagInput or anything that spreads useFieldControl(). */
  children: ReactNode;
  id?: string;
  hint?: ReactNode;
  error?: string | null;
  isRequired?: boolean;
  /** Says so after the label; in forms in which most fields are required. */
  isOptional?: boolean;
  isLabelHidden?: boolean;
  /** 'beside', for dense rows: above the control on a phone, beside it from tablet on. */
  labelPlace?: keyof typeof labelPlaces | undefined;
  /** The maximum number of characters; shows a counter. */
  counter?: number;
  className?: string;
};

export function Field({
  label,
  children,
  id: givenId,
  hint,
  error,
  isRequired,
  isOptional = false,
  isLabelHidden = false,
  labelPlace = 'above',
  counter,
  className,
}: FieldProps) {
  const ownId = useId();
  const id = givenId ?? ownId;
  const hintId = `${id}-hint`;
  const errorId = `${id}-error`;
  const counterId = `${id}-counter`;
  const hasHint = hint !== undefined && hint !== null && hint !== '';
  const hasError = Boolean(error);
  const describedBy = [hasError && errorId, hasHint && hintId, counter !== undefined && counterId]
    .filter(Boolean)
    .join(' ');
  const control: FieldControl = {
    id,
    required: isRequired || undefined,
    'aria-invalid': hasError || undefined,
    'aria-describedby': describedBy || undefined,
  };
  const place = labelPlaces[labelPlace];
  return (
    <div
      className={clsx('group/field min-w-0', place.field, className)}
      data-invalid={hasError || undefined}
    >
      <div className={isLabelHidden ? 'sr-only' : place.label}>
        <label htmlFor={id} className="text-small font-semibold text-ink">
          {label}
          {isRequired && (
            <span aria-hidden="true" className="ms-1 text-accent-text">
              *
            </span>
          )}
          {isOptional && <span className="font-normal text-muted"> (optional)</span>}
        </label>
        {counter !== undefined && <Counter id={counterId} controlId={id} max={counter} />}
      </div>
      <FieldContext value={control}>{children}</FieldContext>
      {hasHint && (
        <p id={hintId} className="mt-1.5 max-w-measure text-small text-pretty text-muted">
          {hint}
        </p>
      )}
      {hasError && (
        <div className="grid grid-rows-[1fr] transition-[grid-template-rows] duration-control starting:grid-rows-[0fr]">
          <p
            id={errorId}
            className="flex gap-1.5 overflow-hidden pt-1.5 text-small font-medium text-danger"
          >
            <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
            <span className="min-w-0">{error}</span>
          </p>
        </div>
      )}
    </div>
  );
}

/** Reads the control directly, so that typing does not render the form. */
function Counter({ id, controlId, max }: { id: string; controlId: string; max: number }) {
  const read = () => {
    const control = document.getElementById(controlId);
    const isText = control instanceof HTMLInputElement || control instanceof HTMLTextAreaElement;
    return isText ? control.value.length : 0;
  };
  const subscribe = useCallback(
    (listener: () => void) => {
      const control = document.getElementById(controlId);
      control?.addEventListener('input', listener);
      return () => control?.removeEventListener('input', listener);
    },
    [controlId],
  );
  const length = useSyncExternalStore(subscribe, read, () => 0);
  const isOver = length > max;
  return (
    <span
      id={id}
      className={clsx(
        'ms-auto text-small tabular-figures',
        isOver ? 'font-semibold text-danger' : 'text-muted',
      )}
    >
      {length}
      <span aria-hidden="true"> / </span>
      <span className="sr-only"> of </span>
      {max}
      <span className="sr-only"> characters</span>
    </span>
  );
}

export type InputProps = ComponentProps<'input'>;

export function Input({ className, ...rest }: InputProps) {
  return (
    <input
      dir="auto"
      {...useFieldControl(rest.required)}
      {...rest}
      className={clsx('control', className)}
    />
  );
}

export type TextareaProps = ComponentProps<'textarea'>;

/** Grows with its text, up to 70% of the screen. */
export function Textarea({ className, rows = 4, onInput, ref, ...rest }: TextareaProps) {
  const element = useRef<HTMLTextAreaElement | null>(null);
  const setRef = useCallback(
    (node: HTMLTextAreaElement | null) => {
      element.current = node;
      if (typeof ref === 'function') return ref(node);
      if (ref) ref.current = node;
    },
    [ref],
  );
  useEffect(() => {
    if (element.current) growWithoutFieldSizing(element.current);
  }, [rest.value]);
  return (
    <textarea
      dir="auto"
      {...useFieldControl(rest.required)}
      rows={rows}
      {...rest}
      ref={setRef}
      onInput={(event) => {
        growWithoutFieldSizing(event.currentTarget);
        onInput?.(event);
      }}
      // One line is as high as an input beside it.
      style={{ ...(rows > 1 && { minHeight: `calc(${rows} * 1.5em + 1.25rem)` }), ...rest.style }}
      className={clsx(
        'control field-sizing-content max-h-[70vh] resize-y leading-normal',
        className,
      )}
    />
  );
}

function growWithoutFieldSizing(textarea: HTMLTextAreaElement) {
  if (typeof CSS === 'undefined' || CSS.supports?.('field-sizing', 'content')) return;
  textarea.style.height = 'auto';
  textarea.style.height = `${textarea.scrollHeight + 2}px`;
}

export type SelectProps = ComponentProps<'select'>;

export function Select({ className, children, ...rest }: SelectProps) {
  return (
    <div className={clsx('relative', className)}>
      <select
        {...useFieldControl()}
        {...rest}
        className="control cursor-pointer appearance-none pe-10"
      >
        {children}
      </select>
      {/* Inline, because it is part of a page that is near its limit of bytes. */}
      <svg
        aria-hidden="true"
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinecap="round"
        strokeLinejoin="round"
        className="pointer-events-none absolute inset-y-0 end-3 my-auto size-5 text-muted"
      >
        <path d="m6 9 6 6 6-6" />
      </svg>
    </div>
  );
}

export type CheckboxProps = Omit<ComponentProps<'input'>, 'type'> & { label: ReactNode };

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={clsx('flex min-h-11 cursor-pointer items-center gap-3 text-base', className)}>
      <input type="checkbox" {...rest} className="checkbox" />
      <span>{label}</span>
    </label>
  );
}

/** 1Password, LastPass and Bitwarden leave a field with these alone. */
const NOT_FOR_MANAGERS = {
  'data-1p-ignore': '',
  'data-lpignore': 'true',
  'data-bwignore': '',
};

/** A hidden field that visitors leave empty and programs fill in. */
export function Honeypot({ name }: { name: string }) {
  return (
    <div aria-hidden="true" className="absolute -left-[200vw] size-px overflow-hidden">
      <label>
        Website
        <input name={name} tabIndex={-1} autoComplete="off" {...NOT_FOR_MANAGERS} />
      </label>
    </div>
  );
}
