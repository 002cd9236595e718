import { parseVideo, type Video } from '@contracts/video';

export type PastedEmbed = {
  /** The embed code or address as it was pasted. */
  code: string;
  isAddress: boolean;
  /** Null for a page that is no video of a known host. */
  video: Video | null;
  /** What the code shows; null without a web address. */
  address: string | null;
  title: string;
};

/** Finds the embed code of a page (`<iframe …>`), or an address of a video that stands alone. */
export function findEmbed(text: string): PastedEmbed | null {
  const alone = parseVideo(text.trim());
  if (alone) {
    const address = text.trim();
    return { code: address, isAddress: true, video: alone, address, title: '' };
  }
  const code = findFrame(text);
  if (code === null) return null;
  const source = attributeOf(code, /\ssrc=["']?([^"'\s>]+)/i);
  const address = source.startsWith('//') ? `https:${source}` : source;
  return {
    code,
    isAddress: false,
    video: parseVideo(address),
    address: /^https?:\/\//i.test(address) && URL.canParse(address) ? address : null,
    title: attributeOf(code, /\stitle=["']([^"'>]{1,200})/i),
  };
}

/** Whether the text contains embed code, except as inline code. */
export function hasFrame(markdown: string): boolean {
  return /(?<!`)<iframe\s/i.test(markdown);
}

function findFrame(text: string): string | null {
  const start = text.search(/<iframe\s/i);
  if (start === -1) return null;
  const tag = text.indexOf('>', start);
  const end = text.toLowerCase().indexOf('</iframe>', start);
  if (end !== -1) return text.slice(start, end + '</iframe>'.length);
  return text.slice(start, tag === -1 ? undefined : tag + 1);
}

function attributeOf(code: string, pattern: RegExp): string {
  return (pattern.exec(code)?.[1] ?? '').replaceAll('&amp;', '&').trim();
}

/** `[Title](address)`; the host names a page without a title. */
export function toLinkMarkdown(title: string, address: string): string {
  const words = (title || new URL(address).hostname).replace(/[\\[\]]/g, '\\$&');
  return `[${words}](${new URL(address).href.replaceAll('(', '%28').replaceAll(')', '%29')})`;
}

/** The Markdown of a video, for a line of its own. YouTube's embed code has a title that names only the player. */
export function toVideoMarkdown({ page, host }: Video, title: string): string {
  const isNamed = title !== '' && !title.toLowerCase().startsWith(`${host.toLowerCase()} video`);
  return isNamed ? toLinkMarkdown(title, page) : page;
}
