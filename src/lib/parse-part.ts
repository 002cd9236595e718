// Parses the Markdown of a case study's parts, see render-part.ts.
import type { List, ListItem, Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyGfmStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified, type Processor } from 'unified';
import { parseWithinLimits } from '../../supabase/functions/_shared/markdown-limits.ts';

/** Syntax that plain texts contain by accident: an indent, `<b>`, `&amp;`, a line of dashes, `[1]: note`. */
const DISABLED = [
  ...[
    'codeIndented',
    'htmlFlow',
    'htmlText',
    'characterReference',
    'setextUnderline',
    'definition',
  ],
  ...['gfmFootnoteCall', 'gfmFootnoteDefinition', 'gfmPotentialFootnoteCall'],
];

function disableAccidents(this: Processor) {
  const data = this.data();
  data.micromarkExtensions = [...(data.micromarkExtensions ?? []), { disable: { null: DISABLED } }];
}

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm, { singleTilde: false })
  .use(remarkCjkFriendly)
  .use(remarkCjkFriendlyGfmStrikethrough, { singleTilde: false })
  .use(disableAccidents);

/** @throws MarkdownError */
export function parsePart(markdown: string): Root {
  return parseWithinLimits(markdown, (text) => parser.parse(text));
}

/** Two lines or more with dashes or asterisks, or numbered 1. 2. 3.; or tasks. */
export function isIntendedList({ children }: List, source: string): boolean {
  if (children.some(({ checked }) => typeof checked === 'boolean')) return true;
  const markers = children.map((item) => markerOf(item, source));
  const isMarked = (marker: string, index: number) =>
    marker === '-' || marker === '*' || marker === `${index + 1}.`;
  return markers.length > 1 && markers.every(isMarked);
}

export function markerOf({ position }: ListItem, source: string): string {
  return /^(?:[-+*]|\d{1,9}[.)])/.exec(source.slice(position?.start.offset))?.[0] ?? '';
}
