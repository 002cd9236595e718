import { withBlocks } from '@/content/legal-blocks';
import type { Texts } from '@/content/apply-texts';
import {
  namesOf,
  rowsIn,
  type DocumentInput,
  type Field,
  type RowsField,
} from '@/documents/fields';
import { GENERAL, isReadOnPage, sectionTitle } from './fields';
import type { PageTextsKind } from './kind';

/** Where a text that a page shows stands in the form. */
export type Place = {
  /** Of the field, as the form library writes it: 'values_items.2.title'. */
  path: string;
  /** Of a text that holds several, one after each `separator`. */
  part?: number;
  separator?: '\n' | '\n\n';
  /** No other text of the page has the same. */
  label: string;
  /** The characters there is room for. */
  limit: number;
};

// Zero-width characters: a marked text looks and is read aloud like the unmarked one.
const EDGE = '\u2063';
const DIGITS = ['\u200b', '\u200c'];
const MARK = /\u2063([\u200b\u200c]+)\u2063/;
const MARKS = /\u2063[\u200b\u200c]+\u2063/g;

/**
 * The texts of a page, each followed by an invisible mark with its number, so that it is found again wherever the page
 * shows it.
 *
 * @returns `places` by number
 */
export function markTexts(kind: PageTextsKind, input: DocumentInput) {
  const places: Place[] = [];
  const mark = (text: string, place: Place) => {
    if (text === '') return text;
    places.push(place);
    const digits = [...(places.length - 1).toString(2)].map((digit) => DIGITS[Number(digit)]);
    return `${text}${EDGE}${digits.join('')}${EDGE}`;
  };
  const texts: Texts = Object.fromEntries(
    namesOf(kind.fields).map((name) => {
      const field = kind.fields[name];
      const value = input[name] ?? '';
      if (field?.type === 'rows') return [name, markRows(name, field, input, mark)];
      if (!isReadOnPage(name) || field?.type === 'picture') return [name, String(value)];
      const limit = field && 'limit' in field ? field.limit : 0;
      return [name, mark(String(value), { path: name, label: labelOf(name, field), limit })];
    }),
  );
  return { places, texts: 'sections' in texts ? withBlocks(texts) : texts };
}

/** Other than in the form, no heading of a section stands around the text. */
function labelOf(name: string, field: Field | undefined): string {
  const { label = name, section = GENERAL } = field ?? {};
  return section === GENERAL ? label : `${sectionTitle(section)}, ${label}`;
}

/** A list, a table or the address in a legal section: no text of its own (content/legal-blocks.ts). */
const IS_BLOCK = /^(?:- |Table: |\[contact\])/;

type Mark = (text: string, place: Place) => string;

function markRows(name: string, field: RowsField, input: DocumentInput, mark: Mark) {
  return rowsIn(input[name]).map((row, index) =>
    Object.fromEntries(
      Object.entries(row).map(([part, text]) => {
        const shape = field.parts[part];
        if (!shape || !isReadOnPage(part)) return [part, text];
        const { limit = 80 } = shape;
        const label = `${field.noun} ${index + 1}, ${shape.label}`;
        const place = { path: `${name}.${index}.${part}`, label, limit };
        if (part !== 'blocks' && !shape.isList) return [part, mark(text, place)];
        const separator = shape.isList ? '\n' : '\n\n';
        const texts = text.split(separator);
        const marked = texts.map((one, at) => {
          const own = texts.length > 1 ? `${label} ${at + 1}` : label;
          if (IS_BLOCK.test(one)) return one;
          return mark(one, { ...place, label: own, part: at, separator });
        });
        return [part, marked.join(separator)];
      }),
    ),
  );
}

/** @returns the text without its mark, and the number of the mark; null for a text without exactly one at its end */
export function readMark(text: string): { text: string; number: number } | null {
  const found = MARK.exec(text);
  if (!found || found.index + found[0].length !== text.length) return null;
  const digits = [...(found[1] ?? '')].map((digit) => DIGITS.indexOf(digit)).join('');
  return { text: text.slice(0, found.index), number: Number.parseInt(digits, 2) };
}

/** The text as a reader sees it. */
export function withoutMarks(text: string): string {
  return text.replace(MARKS, '');
}

/**
 * Takes the marks out of what is shown. The element around a marked text, or the picture with it, gets the name of its
 * field as `data-place`.
 */
export function takePlaces(root: HTMLElement, places: readonly Place[]) {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const plain = withoutMarks(node.nodeValue ?? '');
    if (plain === node.nodeValue) continue;
    const place = placeOf(node.nodeValue ?? '', places);
    if (place && isVisible(node)) node.parentElement?.setAttribute('data-place', place.path);
    node.nodeValue = plain;
  }
  for (const image of root.querySelectorAll('img')) {
    const path = placeOf(image.alt, places)?.path;
    image.alt = withoutMarks(image.alt);
    const picture = path?.replace(/imageAlt$/, 'picture').replace(/picture_alt$/, 'picture');
    if (picture) image.setAttribute('data-place', picture);
  }
}

const placeOf = (text: string, places: readonly Place[]) => places[readMark(text)?.number ?? -1];

/** Not a text for screen readers only, which no pointer can press. */
const isVisible = ({ parentElement }: Node) =>
  parentElement !== null && parentElement.closest('.sr-only, select, title, svg') === null;
