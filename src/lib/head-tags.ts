import { HEAD_MARK } from '@/boot/protocol';
import type { Thing } from 'schema-dts';
import { toJsonLd } from './structured-data';

/** `url` is absolute, or begins with `/` and belongs to the site. */
export type SocialImage = { url: string; alt: string; width: number; height: number };

export type DocumentMeta = {
  title: string;
  description: string;
  /** For pages that report something missing or broken, and for private pages. */
  noindex?: boolean;
  /** Path of the canonical address, when it is not the page's path without the query. */
  canonical?: string;
  /** Path of this page by language tag, once there is more than one language. */
  languages?: Readonly<Record<string, string>>;
  siteName?: string;
  type?: 'website' | 'article';
  image?: SocialImage;
  /** A card that the build draws for this page. It replaces `image` when it exists. */
  card?: SocialImage;
  /** ISO 8601, for articles. */
  publishedAt?: string | null;
  modifiedAt?: string | null;
  /** Addresses may begin with `/`; the tag makes them absolute. Used while prerendering only. */
  structuredData?: readonly Thing[];
};

export type HeadTag = {
  tag: 'title' | 'meta' | 'link' | 'script';
  attributes: Readonly<Record<string, string>>;
  text?: string;
};

export type PageAddress = {
  /** Origin without a trailing slash. */
  siteUrl: string;
  /** Percent-encoded, as in the address bar; a query is dropped. */
  path: string;
  /** Paths of the generated cards that exist; none when left out. */
  cards?: ReadonlySet<string>;
  /** Cuts between any two characters. Given while prerendering: crawlers read that head, and visitors do not load it. */
  cut?: (text: string, limit: number, end: string) => string;
};

/** Search engines cut off longer descriptions. */
const DESCRIPTION_MAX = 160;

/** The head tags of a page, in the order in which they are written. */
export function headTags(
  meta: DocumentMeta,
  { siteUrl, path, cards, cut }: PageAddress,
): HeadTag[] {
  const description = shorten(meta.description, cut);
  const base = [
    { tag: 'title' as const, attributes: {}, text: meta.title },
    ...(description === '' ? [] : [named('description', description)]),
  ];
  if (meta.noindex) return [...base, named('robots', 'noindex')];
  const url = siteUrl + (meta.canonical ?? withoutQuery(path));
  const card = meta.card && cards?.has(meta.card.url) ? meta.card : meta.image;
  return [
    ...base,
    named('robots', 'max-image-preview:large'),
    link({ rel: 'canonical', href: url }),
    ...Object.entries(meta.languages ?? {}).map(([hreflang, address]) =>
      link({ rel: 'alternate', hreflang, href: siteUrl + address }),
    ),
    property('og:title', meta.title),
    ...(description === '' ? [] : [property('og:description', description)]),
    property('og:url', url),
    property('og:type', meta.type ?? 'website'),
    ...(meta.siteName === undefined ? [] : [property('og:site_name', meta.siteName)]),
    ...(meta.publishedAt ? [property('article:published_time', meta.publishedAt)] : []),
    ...(meta.modifiedAt ? [property('article:modified_time', meta.modifiedAt)] : []),
    ...(card ? imageTags(card, siteUrl) : []),
    // Only in prerendered HTML: crawlers read it there, and Trusted Types forbid adding a script later.
    ...(import.meta.env.SSR && meta.structuredData?.length
      ? [
          {
            tag: 'script' as const,
            attributes: { type: 'application/ld+json' },
            text: toJsonLd(meta.structuredData, siteUrl),
          },
        ]
      : []),
  ];
}

function imageTags({ url, alt, width, height }: SocialImage, siteUrl: string): HeadTag[] {
  return [
    property('og:image', url.startsWith('/') ? siteUrl + url : url),
    property('og:image:width', String(width)),
    property('og:image:height', String(height)),
    property('og:image:alt', alt),
    // Title, description and picture of a Twitter card are taken from Open Graph.
    named('twitter:card', 'summary_large_image'),
  ];
}

function withoutQuery(path: string): string {
  return path.replace(/[?#].*$/s, '').replace(/(?<=.)\/+$/, '');
}

/** The text on one line, cut at a word boundary. */
function shorten(text: string, cut: PageAddress['cut']): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  if (line.length <= DESCRIPTION_MAX) return line;
  const start = line.slice(0, DESCRIPTION_MAX - 1).replace(/[\s,;:.–-]*\s\S*$/, '');
  // Chinese and Thai have no spaces between words.
  return import.meta.env.SSR && cut && start.length < DESCRIPTION_MAX / 2
    ? cut(line, DESCRIPTION_MAX, '…')
    : `${start}…`;
}

const named = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { name, content },
});

const property = (name: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: name, content },
});

const link = (attributes: Record<string, string>): HeadTag => ({ tag: 'link', attributes });

/** The tags as HTML, marked so that the next page can replace them. */
export function renderHead(tags: readonly HeadTag[]): string {
  return tags.map(renderTag).join('\n');
}

function renderTag({ tag, attributes, text }: HeadTag): string {
  const pairs = Object.entries(attributes).map(([name, value]) => ` ${name}="${escape(value)}"`);
  const opening = `<${tag} ${HEAD_MARK}=""${pairs.join('')}>`;
  if (text === undefined) return opening;
  // Script text is not parsed for entities; toJsonLd has escaped every `<`, so it cannot end the script.
  return `${opening}${tag === 'script' ? text : escape(text)}</${tag}>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
};

function escape(text: string): string {
  return text.replaceAll(/[&<>"]/g, (sign) => ENTITIES[sign] ?? sign);
}
