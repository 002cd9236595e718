// The text of an imported post as Markdown of ours, still with its old addresses; and the same text with new ones.
import type { Element, ElementContent, Root, RootContent } from 'hast';
import type { Nodes } from 'mdast';
import { toMarkdown as print } from 'mdast-util-to-markdown';
import rehypeParse from 'rehype-parse';
import rehypeStringify from 'rehype-stringify';
import { unified } from 'unified';
import { htmlToMarkdown } from '../../../src/documents/writing/html-to-markdown.ts';
import { parsePost } from '../../../supabase/functions/_shared/markdown-parser.ts';
import type { PictureRecord, PostRecord } from './records.ts';

export type ImportedText = { markdown: string; notes: string[] };
export type Pictures = ReadonlyMap<string, PictureRecord>;

const html = unified().use(rehypeParse, { fragment: true }).use(rehypeStringify).freeze();

/**
 * @param pictures by id, for galleries
 * @throws MarkdownError for more than a post can hold
 */
export function toMarkdown(
  { key, text, addresses }: Pick<PostRecord, 'key' | 'text' | 'addresses'>,
  site: string,
  pictures: Pictures,
): ImportedText {
  if ('markdown' in text) {
    // Hugo's and Jekyll's tags; a text that cannot be parsed is refused here.
    parsePost(text.markdown);
    const tags = [...text.markdown.matchAll(/\{\{[<%] ?\/? ?([\w-]+)|\{%-? ?([\w-]+)/g)];
    return {
      markdown: text.markdown,
      notes: namesOf(tags.map(([, one, two]) => one ?? two ?? '')),
    };
  }
  const notes: string[] = [];
  const expanded = outside(CODE, text.html.replace(/[^\P{Cc}\t\n\r]/gu, ''), (part) =>
    expandShortcodes(part, key, pictures, notes),
  );
  const tree = html.parse(text.isPlain ? paragraphs(expanded) : expanded);
  const context: Context = { base: addresses[0] ?? site, notes, markdown: [], isLiteral: false };
  tree.children = tree.children.flatMap((node) => prepare(node, context));
  const converted = htmlToMarkdown(html.stringify(tree), 'post');
  let { markdown } = converted;
  for (const { mark, address, alt } of converted.pictures) {
    markdown = markdown.replace(mark, () => printed({ type: 'image', url: address, alt }));
  }
  context.markdown.forEach((part, index) => {
    markdown = markdown.replace(`MARKDOWN-CARD-${index}-`, () => part);
  });
  return { markdown, notes: [...new Set(notes)] };
}

const namesOf = (names: string[]) => [...new Set(names)].map((name) => `[${name}] stays as text`);
const printed = (node: Nodes) => print(node).trim();

const CODE = /(<\/?(?:pre|code)\b[^<>]*>)/i;
const PRE = /(<\/?pre\b[^<>]*>)/i;

/** Changes what is outside of these elements: code shows shortcodes and blank lines as they are. */
function outside(elements: RegExp, text: string, change: (part: string) => string): string {
  let depth = 0;
  return text
    .split(elements)
    .map((part, index) => {
      if (index % 2 === 0) return depth > 0 ? part : change(part);
      depth = part.startsWith('</') ? Math.max(0, depth - 1) : depth + 1;
      return part;
    })
    .join('');
}

/** `[name key="value"]`; the name alone counts only if there is an end tag, because texts say [sic]. */
const SHORTCODE = /\[(\[?)(\/?)([a-z][\w-]*)((?:\s[^\][]*)?)\](\]?)/gi;
const ATTRIBUTE = /\s([\w-]+)=(?:"([^"]*)"|'([^']*)'|([^\s"']+))/g;
/** The ones of WordPress itself. */
const KNOWN = /^(?:caption|wp_caption|gallery|embed|audio|video|playlist|youtube|vimeo)$/i;

function expandShortcodes(text: string, key: string, pictures: Pictures, notes: string[]): string {
  const ends = new Set([...text.matchAll(/\[\/([a-z][\w-]*)\]/gi)].map(([, name]) => name));
  return text.replace(SHORTCODE, (whole, opened, slash, name, given, closed) => {
    // [[gallery]] is how a text writes about a shortcode.
    if (opened && closed) return whole.slice(1, -1);
    const isOne = KNOWN.test(name) || ends.has(name) || /=/.test(given);
    if (!isOne) return whole;
    const values = new Map(
      [...String(given).matchAll(ATTRIBUTE)].map(([, key, ...found]) => [
        key,
        found.find((value) => value !== undefined) ?? '',
      ]),
    );
    const value = (key: string) => values.get(key) ?? '';
    switch (String(name).toLowerCase()) {
      case 'caption':
      case 'wp_caption': {
        const caption = value('caption');
        return slash ? '</figure>' : `<figure>${caption && `<figcaption>${caption}</figcaption>`}`;
      }
      case 'embed':
        return '\n\n';
      case 'gallery': {
        const ids = value('ids').split(',').filter(Boolean);
        // Without a list it shows the pictures of its post.
        const shown =
          ids.length > 0
            ? ids.map((id) => pictures.get(`attachment ${id}`))
            : [...pictures.values()].filter(({ parent }) => parent === key);
        notes.push('gallery: becomes single pictures');
        return shown
          .map(
            (one) =>
              one &&
              `\n\n<figure><img src="${one.address}" alt=""><figcaption>${one.caption}</figcaption></figure>`,
          )
          .join('');
      }
      case 'youtube':
      case 'vimeo':
      case 'audio':
      case 'video': {
        const named = ['src', 'mp3', 'mp4', 'url'].map(value).find((one) => one !== '');
        const address = named ?? String(given).trim();
        if (!/^https?:/.test(address)) return '';
        return `\n\n<a href="${address}">${address}</a>\n\n`;
      }
      default:
        notes.push(`shortcode [${name}]: left out, what it encloses stays`);
        return '';
    }
  });
}

const BLOCK =
  /^\s*<\/?(?:p|div|h[1-6]|ul|ol|li|table|blockquote|pre|figure|hr|section|article|iframe|form|style|script|dl|address)\b/i;

/** As WordPress shows texts of its older editor: blank lines separate paragraphs. */
function paragraphs(text: string): string {
  return outside(PRE, text.replace(/\r\n?/g, '\n'), (part) =>
    part
      .split(/\n[^\S\n]*\n/)
      .map((chunk) => chunk.trim())
      .filter((chunk) => chunk !== '')
      .map((chunk) => (BLOCK.test(chunk) ? chunk : `<p>${chunk.replaceAll('\n', '<br>')}</p>`))
      .join('\n'),
  );
}

type Context = { base: string; notes: string[]; markdown: string[]; isLiteral: boolean };

const element = (tagName: string, children: ElementContent[]): Element => ({
  ...{ type: 'element', tagName, properties: {} },
  children,
});

/** What the converter of pasted HTML does not know, in words that it knows. */
function prepare(node: RootContent, context: Context): ElementContent[] {
  if (node.type === 'text') return context.isLiteral ? [node] : linked(node.value);
  if (node.type !== 'element') return [];
  const { tagName, properties } = node;
  const isLiteral = context.isLiteral || ['a', 'pre', 'code', 'script', 'style'].includes(tagName);
  const inner = () => node.children.flatMap((child) => prepare(child, { ...context, isLiteral }));
  const absolute = (value: unknown) =>
    URL.canParse(String(value), context.base) ? new URL(String(value), context.base).href : '';
  switch (tagName) {
    case 'img': {
      // Plugins load pictures late, from another attribute.
      const late = properties.dataSrc ?? properties.dataLazySrc ?? properties.dataOriginal;
      const own = properties.src;
      const isPlaceholder = own === undefined || String(own).startsWith('data:');
      properties.src = absolute(isPlaceholder ? (late ?? own) : own);
      delete properties.width;
      delete properties.height;
      return [node];
    }
    case 'a':
      if (properties.href !== undefined) properties.href = absolute(properties.href);
      // A picture that leads to itself or to its page.
      if (isOnlyPicture(node)) return inner();
      break;
    case 'figcaption': {
      const children = inner();
      return children.length === 0 ? [] : [element('p', [element('em', children)])];
    }
    case 'figure': {
      const parts = inner();
      const pictures = parts.filter((part) => !isWords(part) && !isCaption(part));
      // The caption of the older editor is text beside the picture.
      const words = parts.filter(isWords);
      const hasWords = words.map(textOf).join('').trim() !== '';
      return [
        element('div', [
          ...pictures.map(alone),
          ...(hasWords ? [element('p', [element('em', words)])] : []),
          ...parts.filter(isCaption),
        ]),
      ];
    }
    case 'ul':
    case 'li':
      // A gallery of the block editor.
      if (/(?:blocks|wp-block)-gallery/.test(String(properties.className))) return inner();
      break;
    case 'video':
    case 'audio': {
      const source = node.children.find(
        (child) => child.type === 'element' && child.tagName === 'source',
      );
      const own =
        properties.src ?? (source?.type === 'element' ? source.properties.src : undefined);
      context.notes.push(`${tagName}: becomes a link to the old file`);
      const address = absolute(own);
      const words: ElementContent = { type: 'text', value: address };
      return [element('p', [{ ...element('a', [words]), properties: { href: address } }])];
    }
    case 'iframe':
      if (!/youtu|vimeo/.test(String(properties.src)))
        context.notes.push(`frame of ${absolute(properties.src)}: left out`);
      return [node];
    case 'form':
    case 'object':
    case 'embed':
    case 'script':
      context.notes.push(`<${tagName}>: left out`);
      return [];
    case 'unknown-card':
      context.notes.push(`card '${textOf(node)}': left out`);
      return [];
    case 'pre':
      if (properties.dataMarkdown === undefined) break;
      context.markdown.push(textOf(node));
      return [
        element('p', [{ type: 'text', value: `MARKDOWN-CARD-${context.markdown.length - 1}-` }]),
      ];
    default:
  }
  node.children = inner();
  return [node];
}

/** An address on a line of its own is a video or a card in WordPress. */
function linked(text: string): ElementContent[] {
  return text.split(/(https?:\/\/[^\s<>"')\]]*[\w/])/).map((part, index): ElementContent => {
    const words: ElementContent = { type: 'text', value: part };
    return index % 2 === 0 ? words : { ...element('a', [words]), properties: { href: part } };
  });
}

const isWords = (node: ElementContent) =>
  node.type === 'text' ||
  (node.type === 'element' && /^(?:a|em|i|strong|b|br|span|code)$/.test(node.tagName));
const isCaption = (node: ElementContent) =>
  node.type === 'element' &&
  node.tagName === 'p' &&
  node.children.some((child) => child.type === 'element' && child.tagName === 'em');
const alone = (node: ElementContent) =>
  node.type === 'element' && node.tagName === 'img' ? element('p', [node]) : node;

function isOnlyPicture({ children, properties }: Element): boolean {
  const shown = children.filter((child) => child.type !== 'text' || child.value.trim() !== '');
  const [first] = shown;
  if (shown.length !== 1 || first?.type !== 'element' || first.tagName !== 'img') return false;
  return /\.(?:jpe?g|png|webp|gif)(?:\?|$)|attachment/i.test(String(properties.href ?? ''));
}

export function textOf(node: Root | RootContent | ElementContent): string {
  if (node.type === 'text') return node.value;
  return 'children' in node ? node.children.map(textOf).join('') : '';
}

/** Words of a title or an excerpt, which may have entities and elements. */
export const plainText = (markup: string) =>
  textOf(html.parse(markup))
    .replace(/[\s\p{Cc}]+/gu, ' ')
    .trim();

export type Found = { address: string; kind: 'picture' | 'link'; alt: string };

/** Every address of a text, replaced by another one, with another alternative text; null removes a picture. */
export function withAddresses(
  markdown: string,
  replace: (found: Found) => { url: string; alt?: string } | null,
): string {
  const edits: { start: number; end: number; text: string }[] = [];
  const visit = (node: Nodes) => {
    const start = node.position?.start.offset;
    const end = node.position?.end.offset;
    if (start === undefined || end === undefined) return;
    if (node.type === 'image') {
      const { url: address, alt } = node;
      const next = replace({ address, kind: 'picture', alt: alt ?? '' });
      if (next?.url !== address) {
        edits.push({ start, end, text: next ? printed({ ...node, alt, ...next }) : '' });
      }
    } else if (node.type === 'definition' || node.type === 'link') {
      if (node.type === 'link') node.children.forEach(visit);
      const url = replace({ address: node.url, kind: 'link', alt: '' })?.url ?? node.url;
      if (url === node.url) return;
      const words = node.type === 'link' ? node.children.at(-1)?.position?.end.offset : undefined;
      // Bare and angled addresses get words, which they were. Those of others stay as they are written.
      if (node.type === 'definition' || words === undefined || markdown[start] !== '[') {
        edits.push({ start, end, text: printed({ ...node, url }) });
      } else {
        edits.push({ start: words, end, text: printed({ ...node, url, children: [] }).slice(1) });
      }
    } else if ('children' in node) node.children.forEach(visit);
  };
  visit(parsePost(markdown));
  return edits
    .sort((one, other) => other.start - one.start)
    .reduce((text, edit) => text.slice(0, edit.start) + edit.text + text.slice(edit.end), markdown);
}
