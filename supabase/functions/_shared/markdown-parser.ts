// Parses the Markdown of posts. On its own, because the writing surface of the staff area needs no HTML.
import type { Root } from 'mdast';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyGfmStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
import { parseWithinLimits } from './markdown-limits.ts';

const parser = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkCjkFriendly)
  .use(remarkCjkFriendlyGfmStrikethrough);

/** @throws MarkdownError */
export function parsePost(markdown: string): Root {
  return parseWithinLimits(markdown, (text) => parser.parse(text));
}
