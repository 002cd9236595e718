import type { PostAuthor, PostStatus } from '@contracts/blog';
import { countWords, readingMinutes } from '@contracts/words/reading-time';
import type { PictureFacts } from '@contracts/picture-facts';
import { toPublicImageUrl } from '@/lib/image-url';
import { toPictureFacts } from '@/lib/picture-facts';
import { siteDateFormat } from '@/lib/site-zone';

/** A post for the screen. `content` is empty in lists. */
export type Post = {
  id: string;
  slug: string;
  title: string;
  excerpt: string;
  /** HTML; sanitise before rendering. */
  content: string;
  imageUrl: string | null;
  /** Null: the text of the library. */
  imageAlt: string | null;
  pictureFacts: PictureFacts;
  /** ISO 8601; null while it has no date. */
  publishedAt: string | null;
  updatedAt: string | null;
  category: string;
  tags: readonly string[];
  /** Minutes. */
  readTime: number;
  author: PostAuthor;
  status: PostStatus;
  /** The version a save starts from; null if the service has no versions. */
  version: number | null;
  /** The source; for staff only. */
  markdown?: string;
};

/** A category or a tag; `count` is null if the service does not send it. */
export type Term = { name: string; slug: string; count: number | null };

export const UNCATEGORIZED = 'Uncategorized';
export const NO_AUTHOR = 'The studio';

export function readingTime(html: string): number {
  return readingMinutes(countWords(html.replace(/<[^<>]*>/g, ' ')));
}

/**
 * Reads a post of any blog service: `image` and `date` stand for imageUrl and publishedAt, missing
 * values get defaults. Null for a value that is not a post.
 */
export function toPost(raw: unknown): Post | null {
  if (!isRecord(raw)) return null;
  const id = textOf(raw.id) ?? (typeof raw.id === 'number' ? String(raw.id) : null);
  const title = textOf(raw.title);
  if (id === null || title === null) return null;
  const content = textOf(raw.content) ?? '';
  const markdown = textOf(raw.markdown);
  return {
    id,
    slug: textOf(raw.slug) ?? id,
    title,
    excerpt: textOf(raw.excerpt) ?? '',
    content,
    imageUrl: imageOf(raw.imageUrl ?? raw.image),
    imageAlt: textOf(raw.imageAlt),
    pictureFacts: toPictureFacts(raw.pictureFacts),
    publishedAt: timestampOf(raw.publishedAt ?? raw.date),
    updatedAt: timestampOf(raw.updatedAt),
    category: textOf(raw.category) ?? UNCATEGORIZED,
    tags: listOf(raw.tags).flatMap((tag) => textOf(tag) ?? []),
    readTime: minutesOf(raw.readTime) ?? readingTime(content),
    author: authorOf(raw.author),
    status: raw.status === 'draft' ? 'draft' : 'published',
    version: typeof raw.version === 'number' ? raw.version : null,
    ...(markdown === null ? {} : { markdown }),
  };
}

/** Reads a term, sent as a name or as an object. Null for other values. */
export function toTerm(raw: unknown): Term | null {
  if (typeof raw === 'string')
    return raw.trim() === '' ? null : { name: raw, slug: raw, count: null };
  if (!isRecord(raw)) return null;
  const name = textOf(raw.name);
  if (name === null) return null;
  const count = typeof raw.count === 'number' ? raw.count : null;
  return { name, slug: textOf(raw.slug) ?? name, count };
}

/** 'Nov 21, 2026' */
export function formatPostDate(timestamp: string): string {
  return DATE.format(new Date(timestamp));
}

/** The same in two parts: 'Nov 21' and '2026'. */
export function postDateParts(timestamp: string): { day: string; year: string } {
  const date = new Date(timestamp);
  return { day: DAY.format(date), year: YEAR.format(date) };
}

const DATE = siteDateFormat({ dateStyle: 'medium' });
const DAY = siteDateFormat({ month: 'short', day: 'numeric' });
const YEAR = siteDateFormat({ year: 'numeric' });

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null;
}

function imageOf(value: unknown): string | null {
  const address = textOf(value);
  return address === null ? null : toPublicImageUrl(address);
}

function timestampOf(value: unknown): string | null {
  const text = textOf(value);
  return text === null || Number.isNaN(Date.parse(text)) ? null : new Date(text).toISOString();
}

function minutesOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 1 ? Math.ceil(value) : null;
}

function authorOf(value: unknown): PostAuthor {
  if (typeof value === 'string' && value.trim() !== '') return { name: value, avatar: null };
  if (!isRecord(value)) return { name: NO_AUTHOR, avatar: null };
  return { name: textOf(value.name) ?? NO_AUTHOR, avatar: imageOf(value.avatar) };
}
