// Words in another language than the text, written `[Grüß Gott]{lang=de}`: screen readers then speak them as that language.
import type { PhrasingContent, Root, RootContent } from 'mdast';

/** A language tag: `de`, `mk`, `zh-Hans`. */
export const LANGUAGE_TAG = /^[a-z]{2,3}(?:-[a-z0-9]{1,8}){0,3}$/i;
const BRACKETS = /(\[|\](?:\{lang=[a-z0-9-]{2,35}\})?)/i;
const TAG_IN_BRACKET = /^\]\{lang=(.+)\}$/;

/** Before addresses are marked as videos: a line with a bracket is no address. */
export function markLanguages() {
  return (root: Root) => visit(root);
}

function visit(parent: Root | Extract<RootContent, { children: unknown[] }>) {
  const isMarked = parent.children.some(
    (node) => node.type === 'text' && node.value.includes('{lang='),
  );
  for (const node of parent.children) if ('children' in node) visit(node);
  // Only phrasing content has texts beside each other.
  if (isMarked) Object.assign(parent, { children: marked(parent.children as PhrasingContent[]) });
}

function marked(children: readonly PhrasingContent[]): PhrasingContent[] {
  const done: PhrasingContent[] = [];
  /** Places of the open brackets in `done`. */
  const open: number[] = [];
  const pieces = children.flatMap((node): PhrasingContent[] =>
    node.type === 'text'
      ? node.value.split(BRACKETS).flatMap((value) => (value ? [{ type: 'text', value }] : []))
      : [node],
  );
  for (const piece of pieces) {
    if (piece.type !== 'text' || !BRACKETS.test(piece.value)) done.push(piece);
    else if (piece.value === '[') open.push(done.push(piece) - 1);
    else {
      const start = open.pop();
      const tag = TAG_IN_BRACKET.exec(piece.value)?.[1] ?? '';
      if (start === undefined || start === done.length - 1 || !LANGUAGE_TAG.test(tag)) {
        done.push(piece);
      } else {
        const [, ...words] = done.splice(start);
        done.push({
          type: 'emphasis',
          children: words,
          data: { hName: 'span', hProperties: { lang: tag } },
        });
      }
    }
  }
  return done;
}
