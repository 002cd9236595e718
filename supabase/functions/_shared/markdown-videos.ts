// Finds the videos of a Markdown text: a line that is only the address of a video, or `[Title](address)`.
import type { Link, Paragraph, PhrasingContent, Root as MarkdownRoot, RootContent } from 'mdast';
import { parseVideo } from './contracts/video.ts';

/**
 * Makes each video a paragraph of its own, with a link of the class `video`. Only outside of lists and
 * quotes. `<address>` stays a link.
 */
export function markVideos() {
  return (root: MarkdownRoot) => {
    root.children = root.children.flatMap((node): RootContent[] =>
      node.type === 'paragraph' ? splitAtVideos(node) : [node],
    );
  };
}

type Line = { content: PhrasingContent[]; end: PhrasingContent | null };

function splitAtVideos(paragraph: Paragraph): Paragraph[] {
  const parts: Paragraph[] = [];
  let text: PhrasingContent[] = [];
  const endPart = () => {
    // Without the line end before the video.
    if (text.length > 0) parts.push({ type: 'paragraph', children: text.slice(0, -1) });
    text = [];
  };
  const lines = linesOf(paragraph.children);
  const videos = lines.map(({ content }) => videoIn(content));
  if (videos.every((video) => video === null)) return [paragraph];
  lines.forEach(({ content, end }, index) => {
    const video = videos[index];
    if (!video) text.push(...content, end ?? { type: 'text', value: '\n' });
    else {
      endPart();
      parts.push({ type: 'paragraph', children: [video] });
    }
  });
  endPart();
  return parts;
}

function linesOf(children: readonly PhrasingContent[]): Line[] {
  const nodes = children.flatMap((child): PhrasingContent[] =>
    child.type === 'text'
      ? child.value.split(/(\r?\n)/).map((value) => ({ type: 'text', value }))
      : [child],
  );
  const lines: Line[] = [];
  let content: PhrasingContent[] = [];
  for (const node of nodes) {
    const isEnd = node.type === 'break' || (node.type === 'text' && node.value.endsWith('\n'));
    if (isEnd) {
      lines.push({ content, end: node });
      content = [];
    } else if (node.type !== 'text' || node.value !== '') content.push(node);
  }
  return [...lines, { content, end: null }];
}

/** The link of a line that is nothing else, if it is one to a video. */
function videoIn(content: readonly PhrasingContent[]): Link | null {
  const [link] = content;
  if (link?.type !== 'link' || content.length > 1 || isBracketed(link)) return null;
  const video = parseVideo(link.url);
  if (!video) return null;
  const [words] = link.children;
  const isUntitled = words?.type === 'text' && link.url.endsWith(words.value);
  return {
    type: 'link',
    url: video.page,
    data: { hProperties: { className: ['video'] } },
    children: isUntitled ? [{ type: 'text', value: `Video on ${video.host}` }] : link.children,
  };
}

/** Whether the link is written as `<address>`. */
function isBracketed({ children: [words], position }: Link): boolean {
  if (words?.type !== 'text' || !position) return false;
  const { start, end } = position;
  return (end.offset ?? 0) - (start.offset ?? 0) === words.value.length + 2;
}
