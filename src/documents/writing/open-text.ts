// Keeps the source of every block that was not changed: what is written on the surface changes the source of its own
// block only.
import type { RootContent } from 'mdast';
import type { Node } from 'prosemirror-model';
import { parseText } from './dialect';
import { offsetsOf, toSurface } from './from-markdown';
import { schemas, type Dialect } from './schema';
import { isEmptyParagraph, printBlock, stableBlocks } from './to-markdown';

/** A block of the opened text with its lines of the source. */
type Origin = { node: Node; source: string; start: number };

export type OpenText = {
  /** The document for the surface. */
  doc: Node;
  print: (doc: Node) => PrintedText;
};

export type PrintedText = {
  source: string;
  /** Where each block begins in the source, by its index; -1 for one that is not printed. */
  starts: number[];
};

/** @throws MarkdownError for a text that cannot be rendered */
export function openText(source: string, dialect: Dialect): OpenText {
  const origins = originsOf(source, dialect);
  const { nodes } = schemas[dialect];
  const blocks = origins.map(({ node }) => node);
  const doc = nodes.doc.create(null, blocks.length > 0 ? blocks : [nodes.paragraph.create()]);
  return { doc, print: (changed) => print(changed, { source, origins, dialect }) };
}

function originsOf(source: string, dialect: Dialect): Origin[] {
  const parsed = { source, dialect };
  const pieces = linesOf(parseText(source, dialect).children, source).map((lines) => {
    const [block] = lines.blocks;
    const node = block && lines.blocks.length === 1 ? toSurface(block, parsed) : null;
    return { ...lines, node, text: source.slice(lines.start, lines.end) };
  });
  const unsure = pieces.flatMap(({ node, text }) => (node && !isPlain(node, text) ? [node] : []));
  const stable = stableBlocks(unsure, dialect);
  return pieces.map(({ node, text, start }) => {
    const isHeld = node !== null && (stable.has(node) || isPlain(node, text));
    return { node: isHeld ? node : markdownBlock(text, dialect), source: text, start };
  });
}

export function markdownBlock(source: string, dialect: Dialect): Node {
  const schema = schemas[dialect];
  const lines = source.replace(/\r\n?/g, '\n');
  return schema.nodes.markdown.create(null, lines === '' ? [] : [schema.text(lines)]);
}

type Lines = { blocks: RootContent[]; start: number; end: number };

/** The whole lines of each block, indents included. Blocks that share a line stay together. */
function linesOf(blocks: readonly RootContent[], source: string): Lines[] {
  const result: Lines[] = [];
  for (const block of blocks) {
    const offsets = offsetsOf(block);
    if (!offsets) continue;
    const before = Math.max(
      source.lastIndexOf('\n', offsets.start - 1),
      source.lastIndexOf('\r', offsets.start - 1),
    );
    const start = offsets.start === 0 ? 0 : before + 1;
    const rest = source.slice(offsets.end).search(/[\r\n]/);
    const end = rest === -1 ? source.length : offsets.end + rest;
    const last = result.at(-1);
    if (last && last.end > start) {
      last.blocks.push(block);
      last.end = Math.max(last.end, end);
    } else result.push({ blocks: [block], start, end });
  }
  return result;
}

/** A paragraph of words and simple punctuation, which needs no check. */
function isPlain(node: Node, source: string): boolean {
  return node.type.name === 'paragraph' && /^\p{L}[\p{L}\p{M}\p{N} ,.;?!'"’“”–—-]*$/u.test(source);
}

type Context = { source: string; origins: readonly Origin[]; dialect: Dialect };
/** `origin` is -1 for a block that is new or was changed. */
type Piece = { node: Node; index: number; origin: number; text: string };

function print(doc: Node, context: Context): PrintedText {
  const { source, origins, dialect } = context;
  const eol = source.includes('\r\n') ? '\r\n' : '\n';
  const pieces = piecesOf(doc, context);
  const starts = doc.children.map(() => -1);
  // Blanks alone would indent what is written first.
  let result = source.slice(0, origins[0]?.start ?? (pieces.length > 0 ? 0 : source.length));
  pieces.forEach((piece, place) => {
    const before = pieces[place - 1];
    if (before) {
      const gap = gapBetween(before, piece, pieces[place + 1], context);
      result += gap.replaceAll(/\r?\n/g, eol);
      if (piece.origin === -1 || piece.text !== origins[piece.origin]?.source) {
        piece.text = piece.text.replaceAll(/\r?\n/g, eol);
      }
    } else if (piece.origin === -1) piece.text = piece.text.replaceAll(/\r?\n/g, eol);
    starts[piece.index] = result.length;
    result += piece.text;
  });
  const last = origins.at(-1);
  if (last) result += source.slice(last.start + last.source.length);
  return { source: result, starts };

  function gapBetween(before: Piece, piece: Piece, after: Piece | undefined, around: Context) {
    const original = originalGap(before, piece, after, around);
    if (original !== null && isUntouched(before, piece)) return original;
    // The parser reads some blocks behind indented code as words, for example `10. ten`.
    if (INDENTED.test(origins[piece.origin - 1]?.source ?? '')) {
      piece.text = printBlock(piece.node, dialect);
    }
    const gap = original !== null && /\n[ \t]*\r?\n/.test(original) ? original : '\n\n';
    const gaps = original === null ? ['\n\n'] : [...new Set([original, gap])];
    const found = gaps.find((candidate) => holdsApart(before, candidate, piece, dialect));
    if (found !== undefined) return found;
    for (const text of alternatives(piece, dialect)) {
      piece.text = text;
      if (holdsApart(before, '\n\n', piece, dialect)) return '\n\n';
    }
    return '\n\n';
  }
}

const INDENTED = /^(?: {4}|\t)/;

const isUntouched = (before: Piece, piece: Piece) =>
  before.origin !== -1 && piece.origin === before.origin + 1;

/** The blocks to print, each with its source or as new Markdown. */
function piecesOf(doc: Node, { origins, dialect }: Context): Piece[] {
  const taken = new Set<number>();
  const byNode = new Map(origins.map(({ node }, index) => [node, index]));
  const sameMeaning = new Map<string, number[]>();
  const kept = doc.children.map((node) => {
    const origin = byNode.get(node) ?? -1;
    if (taken.has(origin)) return { node, origin: -1 };
    if (origin !== -1) taken.add(origin);
    return { node, origin };
  });
  // Blocks that were changed back or moved are new nodes.
  if (kept.some(({ origin }) => origin === -1)) {
    origins.forEach(({ node }, index) => {
      if (taken.has(index)) return;
      const signature = exactly(node);
      sameMeaning.set(signature, [...(sameMeaning.get(signature) ?? []), index]);
    });
  }
  return kept.flatMap(({ node, origin: known }, index): Piece[] => {
    const origin = known === -1 ? (sameMeaning.get(exactly(node))?.shift() ?? -1) : known;
    const text =
      origins[origin]?.source ?? (isEmptyParagraph(node) ? '' : printBlock(node, dialect));
    return origin === -1 && text === '' ? [] : [{ node, index, origin, text }];
  });
}

const exactTexts = new WeakMap<Node, string>();

function exactly(node: Node): string {
  const before = exactTexts.get(node);
  if (before !== undefined) return before;
  const text = JSON.stringify(node.toJSON());
  exactTexts.set(node, text);
  return text;
}

/** What the source had between the two; for a changed block, around the block in whose place it stands. */
function originalGap(
  before: Piece,
  piece: Piece,
  after: Piece | undefined,
  { source, origins }: Context,
): string | null {
  const gapAfter = (index: number) => {
    const left = origins[index];
    const right = origins[index + 1];
    return left && right ? source.slice(left.start + left.source.length, right.start) : null;
  };
  if (before.origin !== -1 && piece.origin === before.origin + 1) return gapAfter(before.origin);
  const isInPlace =
    before.origin !== -1 &&
    piece.origin === -1 &&
    (after ? after.origin === before.origin + 2 : before.origin === origins.length - 2);
  if (isInPlace) return gapAfter(before.origin);
  if (before.origin === -1 && piece.origin > 0) return gapAfter(piece.origin - 1);
  return null;
}

const CLOSED = ['paragraph', 'heading', 'horizontal_rule', 'blockquote', 'table', 'video'];

/** Whether two blocks stay two when their Markdown is parsed with this gap. */
function holdsApart(before: Piece, gap: string, piece: Piece, dialect: Dialect): boolean {
  const isBlank = /\n[ \t]*\r?\n/.test(gap);
  if (isBlank && CLOSED.includes(before.node.type.name) && !/^\s/.test(piece.text)) return true;
  const alone = [before.text, piece.text].map((text) => parseText(text, dialect).children);
  const together = parseText(before.text + gap + piece.text, dialect).children;
  const [left = [], right = []] = alone;
  const border = before.text.length + gap.length;
  return (
    together.length === left.length + right.length &&
    together.every(({ type }, index) => type === [...left, ...right][index]?.type) &&
    (offsetsOf(together[left.length - 1])?.end ?? 0) <= before.text.length &&
    (offsetsOf(together[left.length])?.start ?? border) >= border
  );
}

/** Other ways to write a block that would merge with the one before it. */
function* alternatives({ node }: Piece, dialect: Dialect): Generator<string> {
  yield printBlock(node, dialect);
  const other = OTHER_MARKERS[String(node.attrs.marker)];
  // In a part `1)` is no list.
  if (other !== undefined && !(dialect === 'part' && other === ')')) {
    const { type, attrs, content } = node;
    yield printBlock(type.create({ ...attrs, marker: other }, content), dialect);
  }
}
const OTHER_MARKERS: Readonly<Record<string, string>> = {
  '-': '*',
  '*': '-',
  '+': '-',
  '.': ')',
  ')': '.',
};

/** The source offset of a place in the document. */
export function toOffset(doc: Node, position: number, { starts, source }: PrintedText): number {
  const { index, offset } = doc.childBefore(position);
  const start = starts[index] ?? -1;
  if (start === -1) return Math.max(...starts.slice(0, index), 0);
  const text = doc.child(index).textBetween(0, Math.max(0, position - offset - 1), '', '');
  let place = start;
  for (const character of text) {
    const found = source.indexOf(character, place);
    if (found === -1) break;
    place = found + character.length;
  }
  // Behind the sign of a heading or an item.
  const { parent, parentOffset } = doc.resolve(position);
  const first = parentOffset === 0 ? parent.textContent.slice(0, 1) : '';
  return Math.max(place, source.indexOf(first, place));
}

/** The reverse of `toOffset`. */
export function toPosition(doc: Node, offset: number, { starts, source }: PrintedText): number {
  let index = 0;
  starts.forEach((start, at) => {
    if (start !== -1 && start <= offset) index = at;
  });
  const begin = doc.resolve(0).posAtIndex(index) + 1;
  let place = starts[index] ?? 0;
  let result = begin;
  let isFound = false;
  doc.child(index).descendants((node, position) => {
    if (isFound || !node.isText) return;
    let at = begin + position;
    for (const character of node.text ?? '') {
      const found = source.indexOf(character, place);
      isFound = found === -1 || found >= offset;
      if (found === offset) result = at;
      if (isFound) return;
      place = found + character.length;
      at += character.length;
      result = at;
    }
  });
  return result;
}
