import { z } from 'zod';
import { imageReferenceSchema } from '@contracts/url';
import { parseVideo } from '@contracts/video';
import type { Json } from '@/lib/database.types';
import { toStoredImageUrl } from '@/lib/image-url';
import { diffLists, type ListChange } from '@/lib/list-diff';

/** One row of a list inside a document, such as a picture of a gallery. */
export type Row = Record<string, string>;
export type Value = string | string[] | Row[];
/** The values of a document's form. None is null: an empty text is ''. */
export type DocumentInput = Record<string, Value>;
export type NameOf<Input> = Extract<keyof Input, string>;

type Described = {
  /** Shown in the form, the history and the comparison. */
  label: string;
  /** Only if it differs from the name in snake case. */
  column?: string;
  /** The section of the form that renders it; left out if the form renders it itself. */
  section?: string;
  hint?: string;
  /** Half a line wide. */
  isHalf?: boolean;
};

/** `text` is compared word by word, `line` as a whole. */
export type TextField = Described & {
  type: 'text' | 'line';
  limit: number;
  /** More than one renders a text area. */
  rows?: number;
  /** Shows the count from the first character on, not only near the limit. */
  isCounted?: boolean;
  isUrl?: boolean;
  placeholder?: string;
  /** Stored without trimming. */
  isVerbatim?: boolean;
  /** Its renderer (use-rendered.ts): line breaks stay in a part of a study. Compared in a fixed-width face. */
  markdown?: 'post' | 'part';
};
export type PictureField = Described & {
  type: 'picture';
  limit: number;
  shape?: 'wide' | 'logo';
};
export type TagsField = Described & { type: 'tags'; maxCount: number; maxLength: number };
export type ChoiceField = Described & {
  type: 'choice';
  options: Readonly<Record<string, string>>;
  /** Names a change to these values in the history; the default is the label. */
  describe?: (values: DocumentInput) => string;
};
/** ISO 8601 in UTC, or ''. */
export type MomentField = Described & { type: 'moment' };
export type RowsField = Described & {
  type: 'rows';
  /** Name of one row, such as 'metric'. */
  noun: string;
  parts: Readonly<Record<string, RowPart>>;
  /** Rows of two versions that share one of these parts are the same row. */
  sameBy: readonly string[];
  /** Rows that share one of these may be the same, if no other row matches better. */
  alikeBy: readonly string[];
};
export type RowPart = {
  column: string;
  label: string;
  /** Saving drops rows without it. */
  isRequired?: boolean;
  /** May also be the page of a video. */
  isPicture?: boolean;
  /** For forms that render rows by this table. */
  limit?: number;
  /** More than one renders a text area. */
  rows?: number;
  /** One item per line. */
  isList?: boolean;
  /** Kept with the row, not shown. */
  isHidden?: boolean;
};

export type Field = TextField | PictureField | TagsField | ChoiceField | MomentField | RowsField;
/** The field table of a kind: one entry per field, in the order of the form. */
export type Fields<Input extends DocumentInput> = { readonly [Name in NameOf<Input>]: Field };

/** The names of a field table, in its order. */
export function namesOf<Input extends DocumentInput>(fields: Fields<Input>): NameOf<Input>[] {
  return Object.keys(fields).filter((name): name is NameOf<Input> => name in fields);
}

/** The column of a field: `heroImageUrl` is stored in `hero_image_url`. */
export function columnOf(name: string, field: Field): string {
  return field.column ?? name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/** The value as it is stored: texts trimmed, unfinished rows dropped. */
export function storedValue(field: Field, value: Value = ''): Json {
  if (field.type === 'rows') return storedRows(field, value);
  if (typeof value !== 'string') return value;
  if (field.type === 'picture') return toStoredImageUrl(value.trim()) || null;
  if ('isVerbatim' in field && field.isVerbatim) return value;
  return value.trim() || null;
}

function storedRows(field: RowsField, value: Value): Json[] {
  return rowsIn(value)
    .filter((row) => isStoredRow(field, row))
    .map((row) => storedRow(field, row));
}

/** A row with the names of its columns. */
export function storedRow({ parts }: RowsField, row: Row): Json {
  return Object.fromEntries(
    Object.entries(parts).map(([name, { column, isRequired, isPicture }]) => {
      const text = (row[name] ?? '').trim();
      return [column, isPicture ? toStoredMedia(text) : isRequired ? text : text || null];
    }),
  );
}

/** The stored address of a picture or a video. */
export function toStoredMedia(address: string): string {
  return parseVideo(address.trim())?.page ?? toStoredImageUrl(address.trim());
}

/** Whether saving stores the row: every required part is filled in. */
export function isStoredRow({ parts }: RowsField, row: Row): boolean {
  return Object.entries(parts).every(
    ([name, { isRequired }]) => !isRequired || (row[name] ?? '').trim() !== '',
  );
}

/** Whether a picture field accepts this address, with or without our origin. Empty is accepted. */
export function isOwnPicture(address: string): boolean {
  return imageReferenceSchema.safeParse(toStoredImageUrl(address.trim())).success;
}

export function rowsIn(value: Value = ''): Row[] {
  return typeof value === 'string' ? [] : value.filter((row) => typeof row !== 'string');
}

export function tagsIn(value: Value = ''): string[] {
  return typeof value === 'string' ? [] : value.filter((tag) => typeof tag === 'string');
}

/** Whether both have the same stored value in this field. */
export function isStoredAlike<Input extends DocumentInput>(
  fields: Fields<Input>,
  name: NameOf<Input>,
  a: Input,
  b: Input,
): boolean {
  const field = fields[name];
  return isSame(storedValue(field, a[name]), storedValue(field, b[name]));
}

/** The fields whose stored values differ, in the order of the form. */
export function changedFields<Input extends DocumentInput>(
  fields: Fields<Input>,
  before: Input,
  after: Input,
): NameOf<Input>[] {
  return namesOf(fields).filter((name) => !isStoredAlike(fields, name, before, after));
}

/** Whether all stored values are the same. */
export function hasSameContent<Input extends DocumentInput>(
  fields: Fields<Input>,
  a: Input,
  b: Input,
): boolean {
  return namesOf(fields).every((name) => isStoredAlike(fields, name, a, b));
}

/** The fields that differ as typed: unlike in `changedFields`, blanks and unfinished rows count. */
export function fieldsTyped<Input extends DocumentInput>(
  fields: Fields<Input>,
  a: Input,
  b: Input,
): NameOf<Input>[] {
  return namesOf(fields).filter((name) => {
    const [one, other] = [a[name], b[name]];
    return one !== other && (typeof one === 'string' || !isSame(one ?? null, other ?? null));
  });
}

/** Whether both are the same as typed, see `fieldsTyped`. */
export function hasSameText<Input extends DocumentInput>(
  fields: Fields<Input>,
  a: Input,
  b: Input,
): boolean {
  return fieldsTyped(fields, a, b).length === 0;
}

/** The stored values, but as typed where both are stored alike: a blank is no change to save. */
export function keepTypedValues<Input extends DocumentInput>(
  fields: Fields<Input>,
  stored: Input,
  sent: Input,
): Input {
  const input = { ...stored };
  for (const name of namesOf(fields)) {
    if (isStoredAlike(fields, name, stored, sent)) input[name] = sent[name];
  }
  return input;
}

/** The values of an empty form: the first option of a choice, otherwise '' or no rows. */
export function emptyInput<Input extends DocumentInput>(fields: Fields<Input>): Input {
  return inputSchema(fields).parse({});
}

/** The form values of a document read by field names; null becomes empty. */
export function inputFromValues<Input extends DocumentInput>(
  fields: Fields<Input>,
  values: Readonly<Record<NameOf<Input>, unknown>>,
): Input {
  return toInput(fields, values, (name) => name);
}

/** The form values of a document read by columns; a missing column becomes empty. */
export function inputFromColumns<Input extends DocumentInput>(
  fields: Fields<Input>,
  columns: Readonly<Record<string, unknown>>,
): Input {
  return toInput(fields, columns, columnOf, ({ column }) => column);
}

function toInput<Input extends DocumentInput>(
  fields: Fields<Input>,
  values: Readonly<Record<string, unknown>>,
  keyOf: (name: string, field: Field) => string,
  keyOfPart: (part: RowPart, name: string) => string = (_part, name) => name,
): Input {
  const entries = namesOf(fields).map((name) => {
    const field: Field = fields[name];
    const value = asText(values[keyOf(name, field)] ?? undefined);
    if (field.type !== 'rows' || !Array.isArray(value)) return [name, value] as const;
    return [name, value.map((row: unknown) => toRow(field, row, keyOfPart))] as const;
  });
  return inputSchema(fields).parse(Object.fromEntries(entries));
}

/** A number of a column is edited as text. */
function asText(value: unknown): unknown {
  return typeof value === 'number' ? String(value) : value;
}

function toRow(
  { parts }: RowsField,
  row: unknown,
  keyOfPart: (part: RowPart, name: string) => string,
): Row {
  const values: Record<string, unknown> = Object(row);
  return Object.fromEntries(
    Object.entries(parts).map(([name, part]) => [
      name,
      String(values[keyOfPart(part, name)] ?? ''),
    ]),
  );
}

/**
 * Checks the shape of text kept on this device, not its content: the form validates that after
 * restoring. A field added after the text was written becomes empty.
 */
export function inputSchema<Input extends DocumentInput>(fields: Fields<Input>): z.ZodType<Input> {
  const shape = Object.fromEntries(
    namesOf(fields).map((name) => [name, valueSchema(fields[name])]),
  );
  return z.object(shape).transform((values, context) => {
    if (isInput(fields, values)) return values;
    context.addIssue({ code: 'custom', message: 'A field is missing' });
    return z.NEVER;
  });
}

function valueSchema(field: Field): z.ZodType<Value> {
  switch (field.type) {
    case 'rows':
      return z
        .array(
          z.object(Object.fromEntries(Object.keys(field.parts).map((part) => [part, z.string()]))),
        )
        .default([]);
    case 'tags':
      return z.array(z.string()).default([]);
    case 'choice':
      return z.enum(Object.keys(field.options)).default(Object.keys(field.options)[0] ?? '');
    default:
      return z.string().default('');
  }
}

export function isInput<Input extends DocumentInput>(
  fields: Fields<Input>,
  values: DocumentInput,
): values is Input {
  return namesOf(fields).every((name) => name in values);
}

export function isSame(a: Json, b: Json): boolean {
  return JSON.stringify(a) === JSON.stringify(b);
}

/** The rows that were added, removed, moved or changed. */
export function rowChanges(field: RowsField, before?: Value, after?: Value): ListChange<Row>[] {
  return diffLists(rowsIn(before), rowsIn(after), (one, other) =>
    [...field.sameBy, ...field.alikeBy].some((part) => isSameText(one[part], other[part])),
  );
}

/** Equal and not empty. */
export function isSameText(one = '', other = ''): boolean {
  return one.trim() !== '' && one.trim() === other.trim();
}

const NAMED_FIELDS = 3;

/** The summary of a version in the history: 'Title, Challenge, 2 metrics'. */
export function describeChanges<Input extends DocumentInput>(
  fields: Fields<Input>,
  before: Input,
  after: Input,
): string {
  const parts = changedFields(fields, before, after).map((name) => {
    const field: Field = fields[name];
    if (field.type === 'rows') {
      const count = rowChanges(field, before[name], after[name]).length;
      return `${count} ${field.noun}${count === 1 ? '' : 's'}`;
    }
    return (field.type === 'choice' && field.describe?.(after)) || field.label;
  });
  if (parts.length === 0) return 'No changes';
  const more = parts.length - NAMED_FIELDS;
  return more > 1
    ? `${parts.slice(0, NAMED_FIELDS).join(', ')} and ${more} more`
    : parts.join(', ');
}
