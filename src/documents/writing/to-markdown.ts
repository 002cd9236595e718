// Prints nodes of the writing surface as Markdown.
import type {
  BlockContent,
  FootnoteDefinition,
  Link,
  List,
  ListItem,
  Nodes,
  PhrasingContent,
  Root,
  RootContent,
  Table,
  TableRow,
  Text,
} from 'mdast';
import { defaultHandlers, type Handle } from 'mdast-util-to-markdown';
import type { Mark, Node } from 'prosemirror-model';
import remarkCjkFriendly from 'remark-cjk-friendly';
import remarkCjkFriendlyGfmStrikethrough from 'remark-cjk-friendly-gfm-strikethrough';
import remarkGfm from 'remark-gfm';
import remarkStringify from 'remark-stringify';
import { unified } from 'unified';
import { MARKDOWN_MAX } from '../../../supabase/functions/_shared/markdown-limits.ts';
import { parseText } from './dialect';
import { toSurface, type Parsed } from './from-markdown';
import type { Dialect } from './schema';

declare module 'mdast' {
  // Declaration merging with the types of mdast needs interfaces.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface ListData {
    marker?: string;
  }
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface LinkData {
    /** The address as it is written among words, without a sign around it. */
    bare?: string | undefined;
  }
}

/** Keeps the marker that a list had in its source. */
const printList: Handle = (node: List, parent, state, info) => {
  const marker = node.data?.marker;
  if (marker) Object.assign(state.options, { [node.ordered ? 'bulletOrdered' : 'bullet']: marker });
  return defaultHandlers.list(node, parent, state, info);
};

const printLink: Handle = (node: Link, parent, state, info) =>
  node.data?.bare ?? defaultHandlers.link(node, parent, state, info);
Object.assign(printLink, { peek: Reflect.get(defaultHandlers.link, 'peek') });

type Emphasis = '_' | '*';

function createPrinter(emphasis: Emphasis, handlers: Record<string, Handle> = {}) {
  return (
    unified()
      .use(remarkCjkFriendly)
      .use(remarkCjkFriendlyGfmStrikethrough)
      // Last: its paragraphs print the boxes of tasks.
      .use(remarkGfm, { tablePipeAlign: false })
      .use(remarkStringify, {
        bullet: '-',
        rule: '-',
        emphasis,
        listItemIndent: 'one',
        handlers: { list: printList, link: printLink, ...handlers },
      })
      .freeze()
  );
}

/** Every sign that could mean something is escaped. */
const escaping = { _: createPrinter('_'), '*': createPrinter('*') };

/** Texts as they were typed, for those that mean nothing else. `[note]` may, beside a definition elsewhere. */
const printTyped: Handle = (node: Text, parent, state, info) =>
  node.value.replace(/\[[^\][]*\]\{lang=/g, '').includes('[')
    ? defaultHandlers.text(node, parent, state, info)
    : node.value;
const plain = {
  _: createPrinter('_', { text: printTyped }),
  '*': createPrinter('*', { text: printTyped }),
};

type How = { dialect: Dialect; hasBareLinks: boolean };

const printed = new WeakMap<Node, string>();

/** A block as Markdown: as it was typed where that means the same, otherwise with escapes. */
export function printBlock(block: Node, dialect: Dialect): string {
  const before = printed.get(block);
  if (before !== undefined) return before;
  const text = print(block, dialect);
  printed.set(block, text);
  return text;
}

function print(block: Node, dialect: Dialect): string {
  const typed = write(plain, block, { dialect, hasBareLinks: true });
  const safe = write(escaping, block, { dialect, hasBareLinks: false });
  if (typed === safe) return safe;
  const candidates = [typed, write(escaping, block, { dialect, hasBareLinks: true })];
  const meaning = signatureOf(block);
  const found = candidates.find((text) => meaningOf(text, block, dialect) === meaning);
  if (found !== undefined) return found;
  // An address among words is a link even if it is escaped.
  const safeMeaning = meaningOf(safe, block, dialect);
  return safeMeaning !== null && safeMeaning === meaningOf(typed, block, dialect) ? typed : safe;
}

/** A whole text. */
export function printTree(tree: Root, dialect: Dialect): string {
  return escaping._.stringify(dialect === 'part' ? withLineEnds(tree) : tree);
}

/** A line break of a part is a line end. */
function withLineEnds(tree: Root): Root {
  const replace = (parent: Nodes) => {
    if (!('children' in parent)) return;
    parent.children.forEach((child, index) => {
      if (child.type === 'break')
        Object.assign(parent.children, { [index]: { type: 'text', value: '\n' } });
      else replace(child);
    });
  };
  replace(tree);
  return tree;
}

function write(printers: typeof escaping, block: Node, how: How): string {
  return printers[emphasisOf(block)]
    .stringify({ type: 'root', children: [blockToMdast(block, how)] })
    .replace(/\n$/, '');
}

/** The sign of the block's source; `_` means nothing within a word. */
function emphasisOf(block: Node): Emphasis {
  let hasAsterisks = false;
  let isWithinWord = false;
  block.descendants((node, _position, parent, index) => {
    const sign = emphasisIn(node);
    if (sign === null || !parent) return;
    if (sign === '*') hasAsterisks = true;
    const before = index > 0 ? parent.child(index - 1) : null;
    const after = parent.maybeChild(index + 1);
    const isJoined =
      (before !== null &&
        emphasisIn(before) === null &&
        /[\p{L}\p{N}]$/u.test(before.text ?? '')) ||
      (after !== null && emphasisIn(after) === null && /^[\p{L}\p{N}]/u.test(after.text ?? ''));
    if (isJoined) isWithinWord = true;
  });
  return hasAsterisks || isWithinWord ? '*' : '_';
}

function emphasisIn({ marks }: Node): unknown {
  return marks.find(({ type }) => type.name === 'em')?.attrs.sign ?? null;
}

const BORDER = '\n\n# Border\n\n';

/** Which of these blocks are the same after printing and parsing. All at once, because a text has hundreds. */
export function stableBlocks(blocks: readonly Node[], dialect: Dialect): Set<Node> {
  const how = { dialect, hasBareLinks: true };
  const texts = blocks.map((block) => write(escaping, block, how));
  const all = texts.join(BORDER);
  const parsed = all.length < MARKDOWN_MAX ? parseText(all, dialect).children : [];
  const isWhole = parsed.length === 2 * blocks.length - 1;
  const stable = blocks.filter((block, index) => {
    const node = parsed[2 * index];
    const meaning = signatureOf(block);
    if (isWhole && node && toMeaning(node, { source: all, dialect }) === meaning) return true;
    // The definition of its notes is none of these blocks.
    return meaningOf(printBlock(block, dialect), block, dialect) === meaning;
  });
  return new Set(stable);
}

/** What a text means beside the definitions of a block's notes; null if it cannot be held. */
function meaningOf(text: string, block: Node, dialect: Dialect): string | null {
  const [first] = parseText(withFootnotes(text, block), dialect).children;
  return first ? toMeaning(first, { source: text, dialect }) : null;
}

function toMeaning(block: RootContent, parsed: Parsed): string | null {
  const node = toSurface(block, parsed);
  return node && signatureOf(node);
}

/** A reference is one only beside its definition. */
function withFootnotes(text: string, block: Node): string {
  const labels = new Set<string>();
  block.descendants((node) => {
    if (node.type.name === 'footnote_reference') labels.add(String(node.attrs.label));
  });
  return [text, ...[...labels].map((label) => `[^${label}]: x`)].join('\n\n');
}

const signatures = new WeakMap<Node, string>();

/** The same for two blocks that mean the same: without how they are written. */
export function signatureOf(block: Node): string {
  const before = signatures.get(block);
  if (before !== undefined) return before;
  const text = JSON.stringify(block.toJSON(), (key, value: unknown) =>
    ['marker', 'spread', 'sign', 'form'].includes(key) ? undefined : value,
  );
  signatures.set(block, text);
  return text;
}

function blockToMdast(node: Node, how: How): BlockContent | FootnoteDefinition {
  if (node.type.name !== 'footnote_definition') return flowOf(node, how);
  const { label } = node.attrs;
  return { type: 'footnoteDefinition', identifier: label, label, children: childrenOf(node, how) };
}

function flowOf(node: Node, how: How): BlockContent {
  const { attrs } = node;
  switch (node.type.name) {
    case 'heading':
      return { type: 'heading', depth: attrs.level, children: phrasingOf(node, how) };
    case 'blockquote':
      return { type: 'blockquote', children: childrenOf(node, how) };
    case 'horizontal_rule':
      return { type: 'thematicBreak' };
    case 'code_block':
      return {
        type: 'code',
        lang: attrs.language || null,
        meta: attrs.language ? attrs.meta : null,
        value: node.textContent,
      };
    case 'markdown':
      return { type: 'html', value: node.textContent };
    case 'bullet_list':
    case 'ordered_list':
      return listToMdast(node, how);
    case 'table':
      return tableToMdast(node, how);
    case 'video':
      return {
        type: 'paragraph',
        children:
          attrs.title === null
            ? [{ type: 'html', value: attrs.url }]
            : [
                {
                  type: 'link',
                  url: attrs.url,
                  title: null,
                  children: [{ type: 'text', value: attrs.title }],
                },
              ],
      };
    default:
      return { type: 'paragraph', children: phrasingOf(node, how) };
  }
}

/** Without empty paragraphs, which Markdown does not have. */
function childrenOf(node: Node, how: How): BlockContent[] {
  return node.children
    .filter((child) => !isEmptyParagraph(child))
    .map((child) => flowOf(child, how));
}

export function isEmptyParagraph(node: Node): boolean {
  return (
    node.type.name === 'paragraph' &&
    node.children.every((child) => (child.isText ? child.text?.trim() === '' : isBreak(child)))
  );
}

function listToMdast(node: Node, how: How): List {
  const isOrdered = node.type.name === 'ordered_list';
  return {
    type: 'list',
    ordered: isOrdered,
    start: isOrdered ? node.attrs.start : null,
    spread: node.attrs.spread,
    data: { marker: node.attrs.marker },
    children: node.children.map((item): ListItem => ({
      type: 'listItem',
      checked: item.attrs.checked,
      spread: item.attrs.spread,
      children: childrenOf(item, how),
    })),
  };
}

function tableToMdast(node: Node, how: How): Table {
  return {
    type: 'table',
    align: node.firstChild?.children.map((cell) => cell.attrs.align) ?? [],
    children: node.children.map((row): TableRow => ({
      type: 'tableRow',
      children: row.children.map((cell) => ({
        type: 'tableCell',
        children: phrasingOf(cell, how),
      })),
    })),
  };
}

type Run = { node: Node; marks: readonly Mark[] };

function phrasingOf(block: Node, how: How): PhrasingContent[] {
  return nest(trimmed(block.children.map((node) => ({ node, marks: marksOf(node) }))), how);
}

/** Code is not a mark of Markdown but the innermost text. */
const marksOf = (node: Node) => node.marks.filter(({ type }) => type.name !== 'code');

function isBreak(node: Node): boolean {
  return node.type.name === 'hard_break' || node.type.name === 'soft_break';
}

/** Blanks and breaks at the ends of a block and blanks beside breaks mean nothing in Markdown. */
function trimmed(runs: readonly Run[]): Run[] {
  const kept = [...runs];
  while (kept[0] && isBreak(kept[0].node)) kept.shift();
  for (let last = kept.at(-1); last && isBreak(last.node); last = kept.at(-1)) kept.pop();
  const result = kept.flatMap(({ node, marks }, index): Run[] => {
    if (!node.isText || isCode(node)) return [{ node, marks }];
    const before = kept[index - 1]?.node;
    const after = kept[index + 1]?.node;
    let text = node.text ?? '';
    if (!before || isBreak(before)) text = text.trimStart();
    if (!after || isBreak(after)) text = text.trimEnd();
    return text === '' ? [] : [{ node: node.type.schema.text(text, node.marks), marks }];
  });
  return result.length === runs.length ? result : trimmed(result);
}

const isCode = (node: Node) => node.marks.some(({ type }) => type.name === 'code');

/** Marks around the longest run are the outer ones. */
function nest(runs: readonly Run[], how: How): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  let index = 0;
  for (let run = runs[index]; run; run = runs[index]) {
    const [outer] = run.marks
      .map((mark) => ({ mark, end: endOf(mark, runs, index) }))
      .sort((a, b) => b.end - a.end);
    if (!outer) {
      result.push(...leafOf(run.node, how));
      index += 1;
      continue;
    }
    const { mark } = outer;
    const inner = runs
      .slice(index, outer.end)
      .map(({ node, marks }) => ({ node, marks: marks.filter((other) => !other.eq(mark)) }));
    result.push(...wrap(mark, inner, how));
    index = outer.end;
  }
  return merged(result);
}

function endOf(mark: Mark, runs: readonly Run[], start: number): number {
  let end = start;
  while (runs[end]?.marks.some((other) => other.eq(mark))) end += 1;
  return end;
}

/** Emphasis cannot begin or end with a blank: blanks at its ends stand beside it. */
function wrap(mark: Mark, runs: readonly Run[], how: How): PhrasingContent[] {
  if (mark.type.name === 'link') {
    const { href: url, title, form } = mark.attrs;
    const isBare = form === 'bare' && how.hasBareLinks;
    const bare = isBare ? runs.map(({ node }) => node.text).join('') : undefined;
    return [{ type: 'link', url, title, data: { bare }, children: nest(runs, how) }];
  }
  const first = runs[0];
  const last = runs.at(-1);
  if (!first || !last) return [];
  const lead = first.node.isText && !isCode(first.node) ? /^\s+/.exec(first.node.text ?? '') : null;
  if (lead || isBreak(first.node)) {
    const [outside, inside] = lead ? cut(first, lead[0].length) : [first, null];
    return [
      ...nest([outside], how),
      ...wrap(mark, [...(inside ? [inside] : []), ...runs.slice(1)], how),
    ];
  }
  const text = last.node.text ?? '';
  const hasTail = last.node.isText && !isCode(last.node) && /\s$/.test(text);
  if (hasTail || isBreak(last.node)) {
    const [inside, outside] = hasTail ? cut(last, text.trimEnd().length) : [null, last];
    return [
      ...wrap(mark, [...runs.slice(0, -1), ...(inside ? [inside] : [])], how),
      ...(outside ? nest([outside], how) : []),
    ];
  }
  const children = nest(runs, how);
  if (mark.type.name === 'em') return [{ type: 'emphasis', children }];
  return [{ type: mark.type.name === 'strong' ? 'strong' : 'delete', children }];
}

function cut({ node, marks }: Run, at: number): [Run, Run | null] {
  const text = node.text ?? '';
  const part = (words: string): Run => ({ node: node.type.schema.text(words, node.marks), marks });
  return [part(text.slice(0, at)), at < text.length ? part(text.slice(at)) : null];
}

function leafOf(node: Node, { dialect }: How): PhrasingContent[] {
  const { attrs } = node;
  switch (node.type.name) {
    case 'image':
      return [{ type: 'image', url: attrs.src, alt: attrs.alt, title: attrs.title }];
    case 'footnote_reference':
      return [
        {
          type: 'footnoteReference',
          identifier: attrs.label,
          label: attrs.label,
        },
      ];
    case 'soft_break':
      return [{ type: 'text', value: '\n' }];
    case 'hard_break':
      return [dialect === 'part' ? { type: 'text', value: '\n' } : { type: 'break' }];
    default:
      return [
        isCode(node)
          ? { type: 'inlineCode', value: node.text ?? '' }
          : { type: 'text', value: node.text ?? '' },
      ];
  }
}

/** Neighbouring texts become one, so that escapes see what is beside them. */
function merged(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  const result: PhrasingContent[] = [];
  for (const node of nodes) {
    const last = result.at(-1);
    if (last?.type === 'text' && node.type === 'text') last.value += node.value;
    else result.push(node);
  }
  return result;
}
