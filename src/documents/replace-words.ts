import {
  namesOf,
  rowsIn,
  tagsIn,
  type DocumentInput,
  type Field,
  type Fields,
  type Row,
  type Value,
} from './fields';

/** A name that was changed. */
export type Rename = { from: string; to: string };

const IN_A_WORD = /[\p{L}\p{N}]/u;
const BEFORE_SNIPPET = 40;
const SNIPPET = 120;

/** Where the text says the old name: not inside a longer word, and not as a part of the new name. */
function placesOf(text: string, { from, to }: Rename): number[] {
  const places: number[] = [];
  const offsets = indexesOf(to, from);
  for (const place of indexesOf(text, from)) {
    const isInNewName = offsets.some((offset) => text.startsWith(to, place - offset));
    const next = text.charAt(place + from.length);
    const isInWord = IN_A_WORD.test(text.charAt(place - 1)) || IN_A_WORD.test(next);
    if (!isInNewName && !isInWord) places.push(place);
  }
  return places;
}

function indexesOf(text: string, part: string): number[] {
  const found: number[] = [];
  if (part === '') return found;
  for (let at = text.indexOf(part); at !== -1; at = text.indexOf(part, at + part.length)) {
    found.push(at);
  }
  return found;
}

function replaced(text: string, rename: Rename): string {
  let result = '';
  let end = 0;
  for (const place of placesOf(text, rename)) {
    result += text.slice(end, place) + rename.to;
    end = place + rename.from.length;
  }
  return result + text.slice(end);
}

/** The words around the first place in these texts; null if none says the old name. */
export function snippetOf(texts: readonly string[], rename: Rename): string | null {
  for (const text of texts) {
    const [place] = placesOf(text, rename);
    if (place === undefined) continue;
    const start = place <= BEFORE_SNIPPET ? 0 : text.indexOf(' ', place - BEFORE_SNIPPET - 1) + 1;
    const words = text.slice(start, start + SNIPPET).replaceAll(/\s+/g, ' ');
    return `${start > 0 ? '…' : ''}${words}${start + SNIPPET < text.length ? '…' : ''}`;
  }
  return null;
}

/** The document with the new name. Addresses, pictures, choices and what is hidden stay. */
export function withWordsReplaced<Input extends DocumentInput>(
  fields: Fields<Input>,
  input: Input,
  rename: Rename,
): Input {
  const result = { ...input };
  for (const name of namesOf(fields)) {
    if (name !== 'slug')
      Object.assign(result, { [name]: inField(fields[name], input[name], rename) });
  }
  return result;
}

function inField(field: Field, value: Value | undefined, rename: Rename): Value {
  if (field.type === 'tags') {
    return [...new Set(tagsIn(value).map((tag) => replaced(tag, rename)))];
  }
  if (field.type === 'rows') {
    return rowsIn(value).map((row) => inRow(row, field.parts, rename));
  }
  const isText = (field.type === 'text' || field.type === 'line') && !field.isUrl;
  return isText ? replaced(String(value ?? ''), rename) : (value ?? '');
}

function inRow(row: Row, parts: Extract<Field, { type: 'rows' }>['parts'], rename: Rename): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, text]) => {
      const part = parts[name];
      const isText = part && !part.isPicture && !part.isHidden && name !== 'href';
      return [name, isText ? replaced(text, rename) : text];
    }),
  );
}

/** All texts of a document in the order of its fields. */
export function textsOf<Input extends DocumentInput>(
  fields: Fields<Input>,
  input: Input,
): string[] {
  return namesOf(fields).flatMap((name) => {
    const value = input[name] ?? '';
    if (typeof value === 'string') return [value];
    return [...tagsIn(value), ...rowsIn(value).flatMap((row) => Object.values(row))];
  });
}
