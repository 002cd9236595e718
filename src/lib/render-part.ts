import type { List, PhrasingContent, Root, RootContent } from 'mdast';
import rehypeSanitize from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkBreaks from 'remark-breaks';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';
import { endAddresses } from '../../supabase/functions/_shared/markdown-cjk.ts';
import {
  checkAddresses,
  schema,
  setDirections,
} from '../../supabase/functions/_shared/markdown-html.ts';
import { markLanguages } from '../../supabase/functions/_shared/markdown-languages.ts';
import { MarkdownError } from '../../supabase/functions/_shared/markdown-limits.ts';
import { markVideos } from '../../supabase/functions/_shared/markdown-videos.ts';
import type { ConnectionClass } from './images/connection';
import { isIntendedList, markerOf, parsePart } from './parse-part';
import { sanitizeHtml } from './sanitize-html';

export type RenderedPart = {
  /** Sanitised. */
  html: string;
  /** Why the text cannot be rendered, for its author; null when it can. */
  problem: string | null;
};

/**
 * Renders a part of a case study. It is Markdown as in posts, with differences that let a plain text look
 * as it was typed: see docs/data-model.md.
 *
 * @param connection limits the sizes of pictures
 */
export function renderPart(markdown: string, connection?: ConnectionClass): RenderedPart {
  const text = markdown.replace(/\r\n?/g, '\n');
  try {
    const parsed = parsePart(text);
    const html = renderer.stringify(renderer.runSync(parsed, text));
    return { html: sanitizeHtml(html, connection), problem: null };
  } catch (error) {
    if (!(error instanceof MarkdownError)) throw error;
    return { html: '', problem: error.message };
  }
}

type Parent = Extract<Root | RootContent, { children: unknown[] }>;

function everyParent(parent: Parent, visit: (parent: Parent) => void) {
  visit(parent);
  for (const child of parent.children) if ('children' in child) everyParent(child, visit);
}

/** The heading of the part is an h2. */
function lowerHeadings() {
  return (root: Root) =>
    everyParent(root, (node) => {
      if (node.type === 'heading') node.depth = LOWER[node.depth];
    });
}
const LOWER = { 1: 3, 2: 3, 3: 4, 4: 5, 5: 6, 6: 6 } as const;

/** `+ 38 %`, `2019. A hard year` and a single `* Footnote` are lines of text, not lists. */
function keepTypedLines() {
  return (root: Root, file: { toString: () => string }) => {
    const source = String(file);
    root.children = root.children.flatMap((node) =>
      node.type === 'list' && !isIntendedList(node, source) ? linesOf(node, source) : [node],
    );
  };
}

/** The items as paragraphs; those without a blank line between them as lines of one paragraph. */
function linesOf(list: List, source: string): RootContent[] {
  const blocks: RootContent[] = [];
  for (const item of list.children) {
    const [first, ...others] = item.children;
    const marker: PhrasingContent = { type: 'text', value: `${markerOf(item, source)} ` };
    const line = first?.type === 'paragraph' ? [marker, ...first.children] : [marker];
    const last = blocks.at(-1);
    if (!list.spread && last?.type === 'paragraph') last.children.push({ type: 'break' }, ...line);
    else blocks.push({ type: 'paragraph', children: line });
    if (first && first.type !== 'paragraph') blocks.push(first);
    blocks.push(...others);
  }
  return blocks;
}

const renderer = unified()
  .use(endAddresses)
  .use(lowerHeadings)
  .use(keepTypedLines)
  .use(markLanguages)
  .use(markVideos)
  .use(remarkBreaks)
  .use(remarkRehype)
  .use(checkAddresses)
  .use(setDirections)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);
