import { namesOf, type DocumentInput, type Field, type Fields, type NameOf } from '../fields';
import { ChoiceField, TagsField, TextField } from './form-fields';
import { MarkdownField } from './markdown-field';
import { PictureField, type RenderPicturePicker } from './picture-field';

export type SectionFieldsProps<Input extends DocumentInput> = {
  fields: Fields<Input>;
  section: string;
  renderPicker?: RenderPicturePicker | undefined;
  /** For tags and lines of text, by field. */
  suggestions?: Readonly<Record<string, readonly string[]>>;
};

/** The fields of one section, in the order of the field table. */
export function SectionFields<Input extends DocumentInput>({
  fields,
  section,
  renderPicker,
  suggestions = {},
}: SectionFieldsProps<Input>) {
  const names = namesOf(fields).filter((name) => fields[name].section === section);
  return linesOf(fields, names).map((line) => {
    const controls = line.map((name) => (
      <FieldControl
        key={name}
        name={name}
        field={fields[name]}
        renderPicker={renderPicker}
        suggestions={suggestions[name]}
      />
    ));
    if (!line.some((name) => fields[name].isHalf)) return controls;
    return (
      <div key={line.join()} className="grid gap-5 tablet:grid-cols-2">
        {controls}
      </div>
    );
  });
}

/** Puts neighbouring half-width fields on one line. */
function linesOf<Input extends DocumentInput>(
  fields: Fields<Input>,
  names: readonly NameOf<Input>[],
): NameOf<Input>[][] {
  const lines: NameOf<Input>[][] = [];
  for (const name of names) {
    const last = lines.at(-1);
    const neighbour = last?.at(-1);
    if (neighbour && fields[neighbour].isHalf && fields[name].isHalf) last?.push(name);
    else lines.push([name]);
  }
  return lines;
}

type FieldControlProps = {
  name: string;
  field: Field;
  renderPicker: RenderPicturePicker | undefined;
  suggestions: readonly string[] | undefined;
};

/** Forms render rows and dates with controls of their own. */
function FieldControl({ name, field, renderPicker, suggestions }: FieldControlProps) {
  const { label, hint } = field;
  switch (field.type) {
    case 'text':
    case 'line':
      return field.markdown ? (
        <MarkdownField {...{ name, label, hint }} limit={field.limit} rows={field.rows ?? 7} />
      ) : (
        <TextField
          name={name}
          label={label}
          hint={hint}
          limit={field.limit}
          rows={field.rows}
          isCounted={field.isCounted}
          type={field.isUrl ? 'url' : undefined}
          placeholder={field.placeholder}
          suggestions={suggestions}
        />
      );
    case 'tags': {
      const { maxCount, maxLength } = field;
      return <TagsField {...{ name, label, hint, maxCount, maxLength, suggestions }} />;
    }
    case 'picture': {
      const { limit, shape } = field;
      return <PictureField {...{ name, label, hint, limit, shape, renderPicker }} />;
    }
    case 'choice':
      return <ChoiceField {...{ name, label, hint }} options={field.options} />;
    default:
      return null;
  }
}
