import { OTHER_SERVICE } from '@contracts/enquiry-fields';
import { builtInOf } from '@/content/apply-texts';
import { textOfBlocks } from '@/content/legal-blocks';
import type { TextPage } from '@/content/text-sources';
import type { DocumentInput, Field, Row, RowPart, Value } from '@/documents/fields';
import { contentsOf } from './content';

export type TextFields = Readonly<Record<string, Field>>;

/** A page's fields in the order of its content, and the texts of the code. */
export type PageTexts = { fields: TextFields; builtIn: DocumentInput };

/** Not texts: what the code refers to, and addresses of pages. */
const NOT_TEXTS: ReadonlySet<string> = new Set([
  ...['to', 'id', 'href', 'url', 'shown', 'image', 'law', 'shortName', 'securityEmail', 'place'],
]);
/** Lists whose length the layout needs. */
const FIXED: ReadonlySet<string> = new Set([
  ...['hero_title', 'nav', 'quickLinks', 'legalLinks', 'newsletter_feeds_links'],
]);
/** Whose length says nothing about the room for them: hours of their own for some days, closed days of several years. */
const ROOM: ReadonlyMap<string, number> = new Map([
  ['hours', 120],
  ['holidays', 4000],
]);
/** Parts that every built-in row has and none needs. */
const OPTIONAL_PARTS: ReadonlySet<string> = new Set(['holidays']);
/** Lists whose rows can be kept from visitors and come back; 'hidden' is 'yes' or ''. */
const HIDEABLE: ReadonlySet<string> = new Set(['services']);
/** Parts of rows that are kept but neither shown nor edited. */
const HIDDEN_PARTS: ReadonlySet<string> = new Set(['id']);
/** Values that the page computes with or reformats; they cannot be edited in place. */
const CODES: ReadonlySet<string> = new Set([
  ...['id', 'href', 'timeZone', 'countryCode', 'picture', 'updated', 'holidays', 'hidden'],
]);

export const ROWS_MAX = 40;
export const ADDRESS_MAX = 2000;
const LINE_MAX = 80;

type Content = Record<string, unknown>;

/** Derives fields and labels from the content, so that a text added to the code can be edited without more. */
export function pageTexts(page: TextPage): PageTexts {
  const fields: Record<string, Field> = {};
  const builtIn: DocumentInput = {};
  const add = (name: string, field: Field, value: Value) => {
    if (name in fields) return;
    fields[name] = field;
    builtIn[name] = value;
  };
  const lists = new Map<string, Content[]>();
  for (const { source, content } of contentsOf(page)) {
    const own: unknown = builtInOf(content);
    if (source.list !== undefined && Array.isArray(own)) {
      lists.set(source.list, mergeById(lists.get(source.list) ?? [], own.filter(isContent)));
    } else collect(own, source.prefix === undefined ? [] : [source.prefix], add);
  }
  for (const [name, items] of lists) addRows([name], items, add);
  return { fields, builtIn };
}

type Add = (name: string, field: Field, value: Value) => void;

function collect(value: unknown, path: readonly string[], add: Add) {
  const name = path.join('_');
  if (typeof value === 'string') add(name, textField(path, value), value);
  else if (Array.isArray(value) && !FIXED.has(name)) {
    if (typeof value[0] === 'string') addLines(path, value.map(String), add);
    else addRows(path, value.filter(isContent), add);
  } else if (typeof value === 'object' && value !== null) {
    if (isContent(value) && isImage(value.image))
      add([...path, 'picture'].join('_'), pictureField(path), '');
    for (const [key, inner] of Object.entries(value)) {
      if (!NOT_TEXTS.has(key)) collect(inner, [...path, key], add);
    }
  }
}

function pictureField(path: readonly string[]): Field {
  return {
    type: 'picture',
    label: 'Picture',
    section: path[0] ?? GENERAL,
    limit: ADDRESS_MAX,
    hint: 'Without one of the library, the picture of the website is shown.',
  };
}

function textField(path: readonly string[], text: string): Field {
  const name = path.at(-1) ?? '';
  const isLong = text.length > LINE_MAX || ['text', 'lead', 'description'].includes(name);
  return {
    type: 'text',
    label: labelOf(path),
    section: path.length > 1 ? path[0] : GENERAL,
    limit: limitFor(text),
    ...(isLong && { rows: 3 }),
  };
}

function addLines(path: readonly string[], lines: readonly string[], add: Add) {
  const longest = lines.reduce((long, line) => (line.length > long.length ? line : long), '');
  const parts = { text: { column: 'text', label: 'Text', isRequired: true, ...partOf(longest) } };
  add(
    path.join('_'),
    rowsField(path, parts),
    lines.map((text) => ({ text })),
  );
}

function addRows(path: readonly string[], items: readonly Content[], add: Add) {
  const parts: Record<string, RowPart> = {};
  const optional = new Set<string>();
  for (const name of new Set(items.flatMap((item) => Object.keys(item)))) {
    const values = items.map((item) => item[name]);
    const isPicture = values.some(isImage);
    const texts = values.map((value) => textOfPart(name, value)).filter((text) => text !== null);
    if (!isPicture && texts.length === 0) continue;
    if (texts.length < items.length || OPTIONAL_PARTS.has(name)) optional.add(name);
    const part = isPicture ? 'picture' : name;
    const longest = texts.reduce((long, text) => (text.length > long.length ? text : long), '');
    const isList = values.some(Array.isArray);
    parts[part] = {
      column: part,
      label: isShortName(name, items) ? 'Name in forms and tags' : labelOf([part]),
      isRequired:
        !isPicture && !HIDDEN_PARTS.has(name) && !optional.has(name) && !isShortName(name, items),
      ...(isPicture ? { isPicture } : partOf(longest, isList && name !== 'blocks')),
      ...(ROOM.has(part) && { limit: ROOM.get(part) }),
      ...(HIDDEN_PARTS.has(part) && { isHidden: true }),
    };
  }
  if (HIDEABLE.has(path.join('_'))) parts.hidden = { column: 'hidden', label: 'Hidden' };
  const rows = items.map((item): Row =>
    Object.fromEntries(
      Object.keys(parts).map((part) => [part, textOfPart(part, item[part]) ?? '']),
    ),
  );
  add(path.join('_'), rowsField(path, parts), rows);
}

/** The label beside a title: without one, the title stands for it. */
const isShortName = (name: string, items: readonly Content[]) =>
  name === 'label' && items.some((item) => 'title' in item);

function rowsField(path: readonly string[], parts: Record<string, RowPart>): Field {
  const label = labelOf(path);
  return {
    type: 'rows',
    label,
    section: path.length > 1 ? path[0] : GENERAL,
    noun: nounOf(path),
    parts,
    sameBy: 'id' in parts ? ['id'] : [],
    alikeBy: ['title', 'name', 'label', 'city', 'text'].filter((part) => part in parts),
  };
}

function partOf(longest: string, isList = false): Pick<RowPart, 'limit' | 'rows' | 'isList'> {
  const isLong = longest.length > LINE_MAX || isList;
  return { limit: limitFor(longest), ...(isLong && { rows: 3 }), ...(isList && { isList }) };
}

/** Half as long again as the built-in text: the layout was looked at with that at 390 pixels. */
function limitFor(text: string): number {
  const room = text.length > LINE_MAX ? 2 : 1.5;
  return Math.min(5000, Math.max(30, Math.ceil((text.length * room) / 10) * 10));
}

/** The text of a part of a row; null for what is none. */
function textOfPart(name: string, value: unknown): string | null {
  if (typeof value === 'string') return value;
  if (!Array.isArray(value)) return null;
  if (name === 'blocks') return textOfBlocks(value);
  return value.every((item) => typeof item === 'string') ? value.join('\n') : null;
}

const isContent = (value: unknown): value is Content =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const isImage = (value: unknown) => isContent(value) && 'widths' in value;

function mergeById(rows: readonly Content[], others: readonly Content[]): Content[] {
  if (rows.length === 0) return [...others];
  return rows.map((row) => ({ ...others.find(({ id }) => id === row.id), ...row }));
}

/** The section of texts that stand in no part of a page. */
export const GENERAL = 'general';

const SECTION_TITLES: Readonly<Record<string, string>> = {
  [GENERAL]: 'General',
  meta: 'Search engines and previews of links',
  hero: 'Head of the page',
  closing: 'Call to action',
  ways: 'Without the form',
};

export function sectionTitle(section: string): string {
  return SECTION_TITLES[section] ?? words(section);
}

const NOUNS: Readonly<Record<string, string>> = { people: 'person', social: 'social link' };

/** Of a list that is only called 'items', the noun is made of what holds it: 'values_items' has values. */
function nounOf(path: readonly string[]): string {
  const list = path.at(-1) ?? '';
  const holder = list === 'items' ? path.at(-2) : undefined;
  if (holder?.endsWith('s') === false) return `${words(holder).toLowerCase()} item`;
  return (
    NOUNS[list] ??
    words(holder ?? list)
      .toLowerCase()
      .replace(/s$/, '')
  );
}

/** 'getInTouch_hints_title' → 'Hints: title'. The section is not repeated. */
function labelOf(path: readonly string[]): string {
  const own = path.length > 1 ? path.slice(1) : path;
  const [first = '', ...rest] = own.map(words);
  return [first, ...rest.map((word) => word.toLowerCase())].join(': ');
}

/** Where a word of the code is none of the page. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['action', 'Button'],
  ['alt', 'Alt text'],
  ['blocks', 'Text'],
  ['holidays', 'Closed on'],
  ['imageAlt', 'Alt text'],
  ['label', 'Words'],
]);

/** 'simpleLocation' → 'Simple location', '0' → 'Part 1'. */
function words(name: string): string {
  if (/^\d+$/.test(name)) return `Part ${Number(name) + 1}`;
  const known = NAMES.get(name);
  if (known !== undefined) return known;
  const spaced = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
}

/** Whether the page shows this text, or part of a row, as it is written. */
export const isReadOnPage = (name: string) => !CODES.has(name);

/** The id of a new row, made from its first text. */
export function newRowId(
  row: Row,
  taken: readonly Row[],
  slugFromTitle: (title: string) => string,
): string {
  const base = slugFromTitle(row.title ?? row.name ?? row.city ?? '') || 'new';
  const isTaken = (id: string) =>
    id === OTHER_SERVICE.value || taken.some((other) => other.id === id);
  if (!isTaken(base)) return base;
  let count = 2;
  while (isTaken(`${base}-${count}`)) count += 1;
  return `${base}-${count}`;
}
