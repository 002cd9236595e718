import { toPublicImageUrl } from '@/lib/image-url';

/** A row of a list. The value of a part is a text, or a list where the built-in row has one. */
export type TextRow = Readonly<Record<string, string | readonly unknown[]>>;

/**
 * Texts of a page by name. The name is the place in the page's content, so that `hero_lead` is `hero.lead`; a list is
 * given whole. `picture` is the address of a picture of the library that replaces the `image` beside it; '' keeps it.
 */
export type Texts = Readonly<Record<string, string | readonly TextRow[]>>;

type Content = Record<string, unknown>;

const builtIn = new WeakMap<object, unknown>();

/** The content as it stands in the code, without the texts that `applyTexts` has written into it. */
export function builtInOf<T extends object>(content: T): T {
  return (builtIn.get(content) as T | undefined) ?? content;
}

/**
 * Writes texts into the content of a page, in place. Ignores names and parts that the content does not have: they are
 * of another version of the code.
 *
 * @param content an object of texts; for a list that is exported itself, an object with it
 */
export function applyTexts(content: object, texts: Texts) {
  for (const kept of [content, ...Object.values(content)]) {
    if (isObject(kept) && !builtIn.has(kept)) builtIn.set(kept, structuredClone(kept));
  }
  for (const [name, value] of Object.entries(texts)) {
    const path = name.split('_');
    const key = path.pop() ?? '';
    const holder = path.reduce<unknown>((at, step) => isObject(at) && at[step], content);
    if (!isObject(holder)) continue;
    const present = holder[key];
    if (key === 'picture' && 'image' in holder) {
      holder.image =
        value === '' ? builtInOf(holder).image : { src: toPublicImageUrl(String(value)) };
    } else if (typeof value !== 'string') {
      if (Array.isArray(present))
        present.splice(0, Infinity, ...rowsFrom(value, builtInOf(present)));
    } else if (typeof present === 'string') holder[key] = value;
  }
}

function rowsFrom(rows: readonly TextRow[], known: readonly unknown[]): unknown[] {
  if (!isObject(known[0])) return rows.map(({ text }) => text);
  const items = known.filter(isObject);
  const parts = new Set(items.flatMap((item) => Object.keys(item)));
  const offered = rows.filter(({ hidden }) => hidden !== 'yes');
  // The layout needs one.
  return (offered.length > 0 ? offered : rows).map((row) => {
    const item: Content = { ...items.find(({ id }) => id !== undefined && id === row.id) };
    for (const [part, value] of Object.entries(row)) {
      if (!parts.has(part)) continue;
      if (value === '') Reflect.deleteProperty(item, part);
      else item[part] = typeof value === 'string' && isList(items, part) ? linesOf(value) : value;
    }
    if (parts.has('image') && typeof row.picture === 'string' && row.picture !== '') {
      item.image = { src: toPublicImageUrl(row.picture) };
    }
    return item;
  });
}

const isList = (items: readonly Content[], part: string) =>
  items.some((item) => Array.isArray(item[part]));

/** The items of a list that is written one per line. */
function linesOf(text: string): string[] {
  return text.split('\n').filter((line) => line.trim() !== '');
}

function isObject(value: unknown): value is Content {
  return typeof value === 'object' && value !== null;
}
