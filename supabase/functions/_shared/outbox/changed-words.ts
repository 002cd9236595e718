// What changed between two saved contents of a document: the words, and which pictures.
import { cutText } from '../contracts/words/cut-text.ts';

export type ChangedField = {
  /** 'What we loved' for what_we_loved. */
  field: string;
  /** The words from the first change to the last, with a few around them; '' without any. Null for a picture. */
  words: { before: string; after: string } | null;
};

/** Address and state of the page, and what follows from the Markdown of a post. */
const NOT_READ = new Set(['slug', 'status', 'published_at', 'content_html', 'reading_minutes']);
const PICTURE = /(?:image|logo)_url$/;
const EXCERPT_MAX = 600;
const WORDS_AROUND = 6;

export function changedFields(earlier: unknown, current: unknown): ChangedField[] {
  const [was, is] = [fieldsOf(earlier), fieldsOf(current)];
  return [...new Set([...was.keys(), ...is.keys()])].flatMap((name) => {
    const [before, after] = [was.get(name) ?? '', is.get(name) ?? ''];
    if (before === after) return [];
    const words = PICTURE.test(name) ? null : changedPart(before, after);
    return [{ field: labelOf(name.replace(/_url$/, '')), words }];
  });
}

/** 'what_we_loved' is 'What we loved'. */
export function labelOf(column: string): string {
  const words = column.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Every field with its words; of a list, all rows of which are one field, a row per line. */
function fieldsOf(content: unknown): Map<string, string> {
  const fields = new Map<string, string>();
  for (const [name, value] of entriesOf(content)) {
    if (Array.isArray(value)) {
      fields.set(name, value.map(wordsOfRow).join('\n'));
      fields.set(`${name}_image_url`, value.flatMap(picturesOfRow).join('\n'));
    } else if (typeof value === 'object') {
      for (const [inner, text] of fieldsOf(value)) fields.set(inner, text);
    } else if (!NOT_READ.has(name)) {
      fields.set(name === 'content_markdown' ? 'text' : name, String(value));
    }
  }
  return fields;
}

const entriesOf = (value: unknown): [string, unknown][] =>
  typeof value === 'object' && value !== null
    ? Object.entries(value).filter(([, inner]) => inner !== null)
    : [];

function wordsOfRow(row: unknown): string {
  if (typeof row !== 'object') return String(row);
  return entriesOf(row)
    .filter(([name]) => !PICTURE.test(name))
    .map(([, text]) => String(text))
    .join(', ');
}

const picturesOfRow = (row: unknown) =>
  entriesOf(row).flatMap(([name, url]) => (PICTURE.test(name) ? [String(url)] : []));

/** After a space, and between characters of scripts that have none. */
const BETWEEN_WORDS = /(?<=[\s\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}])/u;

function changedPart(before: string, after: string) {
  const [was, is] = [before.split(BETWEEN_WORDS), after.split(BETWEEN_WORDS)];
  const shorter = Math.min(was.length, is.length);
  let start = 0;
  while (start < shorter && was[start] === is[start]) start += 1;
  let end = 0;
  while (end < shorter - start && was[was.length - 1 - end] === is[is.length - 1 - end]) end += 1;
  const part = (words: string[]) => {
    const from = Math.max(0, start - WORDS_AROUND);
    const to = Math.min(words.length, words.length - end + WORDS_AROUND);
    const text = words.slice(from, to).join('').trim();
    const [left, right] = [from > 0 ? '… ' : '', to < words.length ? ' …' : ''];
    return text === '' ? '' : left + cutText(text, EXCERPT_MAX, '…') + right;
  };
  return { before: part(was), after: part(is) };
}
