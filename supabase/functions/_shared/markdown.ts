// Renders the Markdown of a post to safe HTML. The function `blog`, the preview of the staff area and the
// tests use this pipeline: the same text gives the same bytes in Deno, Node and the browser. The parts of a
// case study are rendered by src/lib/render-part.ts from the same pieces.
import type { Root as HtmlRoot } from 'hast';
import type { Heading, Root as MarkdownRoot, RootContent } from 'mdast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { endAddresses } from './markdown-cjk.ts';
import { checkAddresses, everyElement, schema, setDirections, textOf } from './markdown-html.ts';
import { markLanguages } from './markdown-languages.ts';
import { MarkdownError, TOO_DEEP } from './markdown-limits.ts';
import { parsePost } from './markdown-parser.ts';
import { markVideos } from './markdown-videos.ts';

/** Limit per text. Highlighting takes quadratic time in some languages; code beyond the limit is not highlighted. */
const COLORED_CODE_MAX = 20_000;

export function renderMarkdown(markdown: string): string {
  const parsed = parsePost(markdown);
  try {
    return renderer.stringify(renderer.runSync(parsed));
  } catch (error) {
    // Highlighting recurses as deep as the brackets in the code, which the limits do not count.
    if (error instanceof RangeError) throw new MarkdownError(TOO_DEEP);
    throw error;
  }
}

/** The page title is the only h1: if a text has its own, all its headings move down one level. */
function shiftHeadings() {
  return (root: MarkdownRoot) => {
    const headings: Heading[] = [];
    const collect = (nodes: readonly RootContent[]) => {
      for (const node of nodes) {
        if (node.type === 'heading') headings.push(node);
        else if ('children' in node) collect(node.children);
      }
    };
    collect(root.children);
    if (!headings.some(({ depth }) => depth === 1)) return;
    for (const heading of headings) heading.depth = DEEPER[heading.depth];
  };
}
const DEEPER = { 1: 2, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 } as const;

/** With a prefix, so that a heading "main" does not get the id of the page's #main. */
function identifyHeadings() {
  return (root: HtmlRoot) => {
    const taken = new Set<string>();
    const next = new Map<string, number>();
    everyElement(root, (element) => {
      if (!/^h[2-6]$/.test(element.tagName) || element.properties.id !== undefined) return;
      const words = textOf(element)
        .normalize('NFC')
        .toLowerCase()
        .replace(/[^\p{L}\p{M}\p{N}]+/gu, '-')
        .replace(/^-+|-+$/g, '');
      const base = words === '' ? 'section' : `section-${words}`;
      let turn = next.get(base) ?? 1;
      let id = turn === 1 ? base : `${base}-${turn}`;
      while (taken.has(id)) id = `${base}-${(turn += 1)}`;
      next.set(base, turn + 1);
      taken.add(id);
      element.properties.id = id;
    });
  };
}

function spareLongCode() {
  return (root: HtmlRoot) => {
    let left = COLORED_CODE_MAX;
    everyElement(root, (element) => {
      if (element.tagName !== 'code') return;
      const { className } = element.properties;
      const { length } = textOf(element);
      if (length > left && Array.isArray(className)) className.push('no-highlight');
      else if (Array.isArray(className)) left -= length;
    });
  };
}

const renderer = unified()
  .use(endAddresses)
  .use(shiftHeadings)
  .use(markLanguages)
  .use(markVideos)
  .use(remarkRehype, { clobberPrefix: 'footnote-' })
  .use(identifyHeadings)
  .use(checkAddresses)
  .use(setDirections)
  .use(spareLongCode)
  .use(rehypeHighlight)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);
