import { Field, Select } from './field';

export type ChoiceFieldProps<Value extends string> = {
  label: string;
  value: Value | undefined;
  /** The choices with their labels, in order. */
  labels: Readonly<Record<Value, string>>;
  /** Label of the first entry, for no choice. */
  any?: string;
  onChange: (value: Value | undefined) => void;
};

/** A select for a filter bar. */
export function ChoiceField<Value extends string>({
  label,
  value,
  labels,
  any,
  onChange,
}: ChoiceFieldProps<Value>) {
  const isChoice = (text: string): text is Value => Object.hasOwn(labels, text);
  return (
    <Field label={label}>
      <Select
        value={value ?? ''}
        onChange={({ target }) => onChange(isChoice(target.value) ? target.value : undefined)}
      >
        {any !== undefined && <option value="">{any}</option>}
        {Object.entries<string>(labels).map(([choice, words]) => (
          <option key={choice} value={choice}>
            {words}
          </option>
        ))}
      </Select>
    </Field>
  );
}
