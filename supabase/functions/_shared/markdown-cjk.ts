// Chinese, Japanese and Korean texts have no blanks between words and punctuation, by which Markdown recognises emphasis
// and the end of an address. remark-cjk-friendly does the first; the second is here.
import type { Link, PhrasingContent, Root, RootContent } from 'mdast';

/** Ends an address that is written as it is. */
const FULL_WIDTH =
  /[\u3000-\u3003\u3008-\u3011\u3014-\u301f\uff01-\uff0f\uff1a-\uff1f\uff3b-\uff3d\uff5b-\uff65]/u;

/** Ends the addresses that GFM finds in a text before full-width punctuation: 'https://a.example/b。' */
export function endAddresses() {
  return (root: Root) => visit(root);
}

function visit(parent: Root | Extract<RootContent, { children: unknown[] }>) {
  const children: RootContent[] = parent.children.flatMap((node): RootContent[] => {
    if (node.type === 'link') return ended(node);
    if ('children' in node) visit(node);
    return [node];
  });
  Object.assign(parent, { children });
}

function ended(link: Link): PhrasingContent[] {
  const [text] = link.children;
  const { start, end } = link.position ?? {};
  if (text?.type !== 'text' || link.children.length > 1) return [link];
  const at = text.value.search(FULL_WIDTH);
  // Between < and > or with a text of its own, the author has said where it ends.
  const isBare = (end?.offset ?? 0) - (start?.offset ?? 0) === text.value.length;
  if (at < 1 || !isBare) return [link];
  const address = text.value.slice(0, at);
  const kept = link.url.slice(0, link.url.length - (text.value.length - at));
  return [
    { ...link, url: kept, children: [{ ...text, value: address }] },
    { type: 'text', value: text.value.slice(at) },
  ];
}
