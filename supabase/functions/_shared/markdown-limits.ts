// Refuses Markdown that would take the parser quadratic time, overflow its stack or grow beyond measure.
import type { Definition, Root as MarkdownRoot, RootContent } from 'mdast';

export const MARKDOWN_MAX = 100_000;
/** More than any real text needs, and far below the recursion limit. */
const DEPTH_MAX = 100;
const MARKERS_PER_LINE_MAX = 40;
const OPEN_BRACKETS_MAX = 40;
const EMPHASIS_MARKS_MAX = 1000;
const TABLE_BARS_MAX = 5000;
const BRACKETS_MAX = 4000;
const UNOPENED_BRACKETS_MAX = 500;
const QUOTES_MAX = 1000;
/** The parser looks for the end of each length once more through the whole block. */
const BACKTICK_LENGTHS_MAX = 10;
/** Limit of the characters that repeated references and empty table cells add. */
const EXPANSION_MAX = 400_000;

/** The text cannot be rendered; the message is for its author. */
export class MarkdownError extends Error {
  override name = 'MarkdownError';
}

/**
 * Parses a text that is safe to render.
 *
 * @throws MarkdownError
 */
export function parseWithinLimits(
  markdown: string,
  parse: (markdown: string) => MarkdownRoot,
): MarkdownRoot {
  const problem = findExcess(markdown);
  if (problem) throw new MarkdownError(problem);
  const parsed = parse(markdown);
  if (depthOf(parsed) > DEPTH_MAX) throw new MarkdownError(TOO_DEEP);
  if (expansionOf(parsed) > EXPANSION_MAX) throw new MarkdownError(TOO_LARGE);
  return parsed;
}

const TOO_LONG = `Please keep this to ${MARKDOWN_MAX.toLocaleString('en')} characters`;
export const TOO_DEEP = 'Quotes, lists or brackets are nested too deeply';
const TOO_DENSE = 'A paragraph or table holds too many marks to be rendered';
const TOO_LARGE =
  'A table, or an address that is repeated, makes the text too large to be rendered';

const CONTAINER_MARKERS =
  /^(?:[ \t]*(?:>|(?:[-+*]|\d{1,9}[.)])(?=[ \t])|\[\^(?:\\.|[^\][\\\s]){1,999}\]:))+/gm;
const FAR_INDENTED_LIST = /^[ \t]{200,}(?:[-+*]|\d{1,9}[.)])[ \t]/m;
const QUOTE = /^(?![ \t]*>).*\n[ \t]*>/gm;
const MARKER = />|[-+*](?=[ \t])|\d{1,9}[.)]|\[\^(?:\\.|[^\][\\\s]){1,999}\]:/g;

/**
 * Finds texts that would take the parser quadratic time or overflow its stack. They are recognised by
 * counting, before parsing.
 */
function findExcess(markdown: string): string | null {
  if (markdown.length > 2 * MARKDOWN_MAX || [...markdown].length > MARKDOWN_MAX) return TOO_LONG;
  if (FAR_INDENTED_LIST.test(markdown)) return TOO_DEEP;
  for (const [markers] of markdown.matchAll(CONTAINER_MARKERS)) {
    if ((markers.match(MARKER)?.length ?? 0) > MARKERS_PER_LINE_MAX) return TOO_DEEP;
  }
  for (const block of markdown.split(/\n[ \t\r]*\n/)) {
    let open = 0;
    let opened = 0;
    let unopened = 0;
    let marks = 0;
    for (const character of block) {
      if (character === '[') {
        open += 1;
        opened += 1;
      } else if (character === ']' && open > 0) open -= 1;
      else if (character === ']') unopened += 1;
      else if (character === '*' || character === '_' || character === '~') marks += 1;
      if (open > OPEN_BRACKETS_MAX) return TOO_DEEP;
    }
    if (marks > EMPHASIS_MARKS_MAX) return TOO_DENSE;
    const lengths = new Set([...block.matchAll(/`+/g)].map(([run]) => run.length));
    if (lengths.size > BACKTICK_LENGTHS_MAX) return TOO_DENSE;
    if (opened > BRACKETS_MAX || unopened > UNOPENED_BRACKETS_MAX) return TOO_DENSE;
  }
  if ((markdown.match(QUOTE)?.length ?? 0) > QUOTES_MAX) return TOO_DEEP;
  return markdown.split('|').length > TABLE_BARS_MAX ? TOO_DENSE : null;
}

type MarkdownNode = MarkdownRoot | RootContent;

/** Without recursion, because it checks whether recursion is safe. */
function depthOf(root: MarkdownRoot): number {
  let level: MarkdownNode[] = [root];
  let depth = 0;
  for (; level.length > 0 && depth <= DEPTH_MAX; depth += 1) {
    level = level.flatMap((node) => ('children' in node ? node.children : []));
  }
  return depth;
}

/**
 * A short text can expand to a huge one: each `[a]` repeats the whole address of its definition, and each
 * row of a table gets a cell for every column.
 */
function expansionOf(root: MarkdownRoot): number {
  const nodes: MarkdownNode[] = [root];
  const sizes = new Map<string, number>();
  const references: string[] = [];
  let characters = 0;
  for (let node = nodes.pop(); node; node = nodes.pop()) {
    if ('children' in node) for (const child of node.children) nodes.push(child);
    if (node.type === 'table') characters += node.children.length * (node.align?.length ?? 0) * 10;
    if (node.type === 'definition') {
      sizes.set(node.identifier, Math.max(sizes.get(node.identifier) ?? 0, sizeOf(node)));
    }
    if (node.type === 'linkReference' || node.type === 'imageReference') {
      references.push(node.identifier);
    }
  }
  for (const reference of references) characters += sizes.get(reference) ?? 0;
  return characters;
}

const sizeOf = ({ url, title }: Definition) => url.length + (title?.length ?? 0);
