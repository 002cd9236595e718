// Renders the Markdown of a post to safe HTML. The function `blog`, the preview of the staff area and the
// tests use this pipeline: the same text gives the same bytes in Deno, Node and the browser. The database
// checks the allowed output in private.is_rendered_post.
import type { Element, ElementContent, Root as HtmlRoot } from 'hast';
import type { Definition, Heading, Root as MarkdownRoot, RootContent } from 'mdast';
import rehypeHighlight from 'rehype-highlight';
import rehypeSanitize, { type Options as SanitizeSchema } from 'rehype-sanitize';
import rehypeStringify from 'rehype-stringify';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import remarkRehype from 'remark-rehype';
import { unified } from 'unified';

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
/** Limit of the characters that repeated references and empty table cells add. */
const EXPANSION_MAX = 400_000;
/** Limit per text. Highlighting takes quadratic time in some languages; code beyond the limit is not highlighted. */
const COLORED_CODE_MAX = 20_000;

/** The text cannot be rendered; the message is for its author. */
export class MarkdownError extends Error {
  override name = 'MarkdownError';
}

export function renderMarkdown(markdown: string): string {
  const problem = findExcess(markdown);
  if (problem) throw new MarkdownError(problem);
  const parsed = parser.parse(markdown);
  if (depthOf(parsed) > DEPTH_MAX) throw new MarkdownError(TOO_DEEP);
  if (expansionOf(parsed) > EXPANSION_MAX) throw new MarkdownError(TOO_LARGE);
  try {
    return renderer.stringify(renderer.runSync(parsed));
  } catch (error) {
    // Highlighting recurses as deep as the brackets in the code, which the checks above do not count.
    if (error instanceof RangeError) throw new MarkdownError(TOO_DEEP);
    throw error;
  }
}

const TOO_LONG = `Please keep this to ${MARKDOWN_MAX.toLocaleString('en')} characters`;
const TOO_DEEP = 'Quotes, lists or brackets are nested too deeply';
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

/** The page title is the only h1: if a text has its own, all its headings move down one level. */
function shiftHeadings() {
  return (root: MarkdownRoot) => {
    const headings: Heading[] = [];
    const collect = (nodes: readonly MarkdownNode[]) => {
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

function everyElement(root: HtmlRoot, visit: (element: Element) => void) {
  const walk = (nodes: readonly (ElementContent | HtmlRoot['children'][number])[]) => {
    for (const node of nodes) {
      if (node.type !== 'element') continue;
      visit(node);
      walk(node.children);
    }
  };
  walk(root.children);
}

function textOf(element: Element): string {
  return element.children
    .map((child) =>
      child.type === 'text' ? child.value : child.type === 'element' ? textOf(child) : '',
    )
    .join('');
}

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

const WEB_ADDRESS = /^https?:\/\/[^/?#\s]/i;
const LINK_ADDRESS = /^(?:mailto:|tel:|#|\/(?![/\\]))/i;
const FOREIGN_ADDRESS = /^(?:https?:|[/\\]{2})/i;
const PICTURE_ADDRESS = /^(?:\/storage\/v1\/object\/public)?\/images\//;
/** The origin of a bucket address, as "Copy URL" gives it. It is removed because it differs by installation. */
const BUCKET_ORIGIN = /^https?:\/\/[^/?#\s]+(?=\/storage\/v1\/object\/public\/images\/)/i;
/** `..`, also percent-encoded: browsers resolve it to the parent folder. */
const DOT_SEGMENT = /[/\\](?:\.|%2e){2}(?=[/\\?#]|$)/i;

/**
 * Links and pictures with a forbidden address are replaced by their text. A picture of another website is
 * an error, so that its author learns that it cannot be shown.
 */
function checkAddresses() {
  return (root: HtmlRoot) => {
    everyElement(root, (element) => {
      if (element.tagName === 'a') checkLink(element);
      if (element.tagName === 'img') checkPicture(element);
    });
  };
}

function checkLink(element: Element) {
  const address = String(element.properties.href ?? '');
  if (WEB_ADDRESS.test(address)) {
    element.properties.href = lowerCaseScheme(address);
    element.properties.rel = ['nofollow', 'noopener', 'noreferrer'];
  } else if (LINK_ADDRESS.test(address)) {
    element.properties.href = lowerCaseScheme(address);
  } else {
    replaceBySpan(element, element.children);
  }
}

function checkPicture(element: Element) {
  const address = String(element.properties.src ?? '').replace(BUCKET_ORIGIN, '');
  if (FOREIGN_ADDRESS.test(address)) throw new MarkdownError(foreignPicture(address));
  if (PICTURE_ADDRESS.test(address) && !DOT_SEGMENT.test(address)) {
    Object.assign(element.properties, { src: address, loading: 'lazy', decoding: 'async' });
  } else {
    replaceBySpan(element, [{ type: 'text', value: String(element.properties.alt ?? '') }]);
  }
}

const foreignPicture = (address: string) =>
  `The picture ${address.slice(0, 100)} is on another website. Please upload it and insert it from here`;

const lowerCaseScheme = (address: string) =>
  address.replace(/^[a-z]+:/i, (scheme) => scheme.toLowerCase());

function replaceBySpan(element: Element, children: ElementContent[]) {
  Object.assign(element, { tagName: 'span', properties: {}, children });
}

const HIGHLIGHT_CLASSES = [
  'className',
  'hljs',
  /^hljs-[a-z0-9_-]+$/,
  /^language-[\w.+#-]+$/,
] as const;

const schema: SanitizeSchema = {
  tagNames: [
    ...['p', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote', 'ul', 'ol', 'li', 'pre', 'code', 'span'],
    ...['em', 'strong', 'del', 'br', 'hr', 'sup', 'a', 'img', 'input', 'section'],
    ...['table', 'thead', 'tbody', 'tr', 'th', 'td'],
  ],
  attributes: {
    h2: ['id', ['className', 'sr-only']],
    ...Object.fromEntries(['h3', 'h4', 'h5', 'h6'].map((heading) => [heading, ['id']])),
    a: [
      ...['href', 'title', 'rel', 'id', 'ariaLabel', 'ariaDescribedBy'],
      ...['dataFootnoteRef', 'dataFootnoteBackref', ['className', 'data-footnote-backref']],
    ] as NonNullable<SanitizeSchema['attributes']>[string],
    img: ['src', 'alt', 'title', ['loading', 'lazy'], ['decoding', 'async']],
    input: [['type', 'checkbox'], 'checked', ['disabled', true]],
    ul: [['className', 'contains-task-list']],
    ol: ['start', ['className', 'contains-task-list']],
    li: ['id', ['className', 'task-list-item']],
    section: ['dataFootnotes', ['className', 'footnotes']],
    code: [[...HIGHLIGHT_CLASSES]],
    span: [['className', /^hljs-[a-z0-9_-]+$/, /^(?:class|function|inherited)_+$/]],
    th: [['align', 'left', 'center', 'right']],
    td: [['align', 'left', 'center', 'right']],
  },
  protocols: { href: ['http', 'https', 'mailto', 'tel'], src: ['https'] },
  required: { input: { type: 'checkbox', disabled: true } },
  ancestors: Object.fromEntries(
    ['thead', 'tbody', 'tr', 'th', 'td'].map((part) => [part, ['table']]),
  ),
  // All ids are set by this file or the footnotes plugin, with a prefix.
  clobber: [],
  strip: ['script', 'style'],
};

const parser = unified().use(remarkParse).use(remarkGfm);
const renderer = unified()
  .use(shiftHeadings)
  .use(remarkRehype, { clobberPrefix: 'footnote-' })
  .use(identifyHeadings)
  .use(checkAddresses)
  .use(spareLongCode)
  .use(rehypeHighlight)
  .use(rehypeSanitize, schema)
  .use(rehypeStringify);
