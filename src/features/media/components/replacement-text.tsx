import { IMAGE_ALT_MAX } from '@contracts/upload';
import { Checkbox, Field, Textarea } from '@/components/ui/field';

/** The alternative text of a replacement, while it is typed. */
export type Wording = {
  text: string;
  /** Filled in from the library; it may describe the old picture. */
  prefill: string;
  isConfirmed: boolean;
};

export const wordingFrom = (prefill: string): Wording => ({
  text: prefill,
  prefill,
  isConfirmed: false,
});

/** What is missing; null for a text that was changed or confirmed. */
export function problemOf({ text, prefill, isConfirmed }: Wording): string | null {
  if (text.trim().length > IMAGE_ALT_MAX) return `Please keep this to ${IMAGE_ALT_MAX} characters`;
  if (!needsConfirmation({ text, prefill }) || isConfirmed) return null;
  return 'Please change this text, or confirm it below';
}

function needsConfirmation({ text, prefill }: Pick<Wording, 'text' | 'prefill'>): boolean {
  return text.trim() === '' || text.trim() === prefill.trim();
}

export type ReplacementTextProps = {
  value: Wording;
  onChange: (wording: Wording) => void;
  /** Shows what is missing. */
  wasTried: boolean;
};

/** Asks for the alternative text of the picture that replaces another. */
export function ReplacementText({ value, onChange, wasTried }: ReplacementTextProps) {
  const isEmpty = value.text.trim() === '';
  return (
    <div className="grid gap-2">
      <Field
        label="Alternative text of the new picture"
        hint="Used in every place, also where one had its own. Texts of pictures inside a post’s text stay: check them."
        error={wasTried ? problemOf(value) : null}
      >
        <Textarea
          rows={2}
          value={value.text}
          onChange={({ target }) => onChange({ ...value, text: target.value, isConfirmed: false })}
        />
      </Field>
      {needsConfirmation(value) && (
        <Checkbox
          label={
            isEmpty
              ? 'The new picture is decoration and needs no text'
              : 'This text describes the new picture'
          }
          checked={value.isConfirmed}
          onChange={({ target }) => onChange({ ...value, isConfirmed: target.checked })}
        />
      )}
    </div>
  );
}
