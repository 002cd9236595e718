// What the exports of other systems have in common. Each reader (read-*.ts) yields these one by one, so that an export of
// any size needs little memory.
import { createHash } from 'node:crypto';

export type PostRecord = {
  kind: 'post' | 'page';
  /** Unique within the export: the id of the post follows from it. */
  key: string;
  title: string;
  slug: string;
  text: { html: string; isPlain: boolean } | { markdown: string };
  excerpt: string;
  status: 'draft' | 'published';
  publishedAt: string | null;
  author: string | null;
  categories: string[];
  tags: string[];
  /** An address, or the id of a PictureRecord. */
  cover: string | null;
  coverAlt: string;
  /** Where it was; the first one is its own, with the site. */
  addresses: string[];
  /** What of it is not carried over, and why. */
  notes: string[];
};

export type PictureRecord = {
  kind: 'picture';
  id: string;
  address: string;
  alt: string;
  caption: string;
  /** The page that shows it alone, and the key of the post that it belongs to. */
  pages: string[];
  parent: string | null;
};

/** A list of posts at an address of its own. */
export type ListRecord = { kind: 'author' | 'category' | 'tag'; name: string; addresses: string[] };

/** Something that has no place here. */
export type LeftRecord = { kind: 'left'; what: string; why: string };

export type ImportRecord = PostRecord | PictureRecord | ListRecord | LeftRecord;

export type Export = {
  /** The old site, without a slash at the end. */
  site: string;
  /** Relative addresses of pictures are files below it. */
  folder: string | null;
  /** Paths of its feeds. */
  feeds: readonly string[];
  /** Whether it lists the posts of a month at /2019/05. */
  hasArchives: boolean;
  /** Addresses by their pattern that nothing here replaces. */
  lost: readonly { what: string; why: string }[];
  /** Reads from the start at every call. */
  records: () => AsyncIterable<ImportRecord>;
};

/** The same source has the same id in every run, and on every machine. */
export function idOf(site: string, kind: string, key: string): string {
  const hex = createHash('sha256').update(`${site} ${kind} ${key}`).digest('hex');
  return [
    ...[hex.slice(0, 8), hex.slice(8, 12), `4${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`],
    hex.slice(20, 32),
  ].join('-');
}

/** A time with its zone; null for one that is missing or zero. */
export function readTime(text: unknown): string | null {
  if (text instanceof Date) return Number.isNaN(text.getTime()) ? null : text.toISOString();
  if (typeof text !== 'string') return null;
  // Without a zone it is UTC, not the zone of this machine.
  const hasZone = /(?:Z|[+-]\d{2}:?\d{2}|GMT)$/.test(text.trim());
  const time = new Date(hasZone ? text : `${text.trim().replace(' ', 'T')}Z`);
  const plain = Number.isNaN(time.getTime()) ? new Date(text) : time;
  return Number.isNaN(plain.getTime()) ? null : plain.toISOString();
}

export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
