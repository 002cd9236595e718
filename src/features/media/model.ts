import { formatImageVersion, VARIANT_FOLDER } from '@contracts/file-name';
import { parseTimestamp } from '@/lib/dates';
import { encodeImagePath, imageUrlOfPath } from '@/lib/image-url';
import { EDITED_KINDS } from '@/lib/paths';
import type { Focus } from '@/lib/picture-facts';
import type { Latin } from '@/lib/words/load-latin';

/** The database record of a picture. */
export type ImageRecord = {
  sha256: string;
  width: number;
  height: number;
  altText: string;
  /** The point that crops keep. */
  focus: Focus;
  /** Widths of the smaller copies. */
  variants: readonly number[];
  revision: number;
  originalName: string;
  /** A deletion was started and not finished. */
  isDeleting: boolean;
};

/** A picture of the bucket (DASH-30). */
export type StorageImage = {
  id: string;
  /** The file name without the folder. */
  name: string;
  /** The name with its folder, as storage lists the object. */
  path: string;
  url: string;
  /** In bytes; null if storage does not report it. */
  size: number | null;
  createdAt: Date | null;
  /** Null for a picture that was not uploaded through the site, until 'Rebuild' adds it. */
  record: ImageRecord | null;
};

/** An entry of a storage listing. Folders have no id. */
export type StorageEntry = {
  id: string | null;
  name: string;
  created_at: string | null;
  metadata: Record<string, unknown> | null;
};

/**
 * The picture of an entry listed under `folder` ('' is the root). Null for other entries: a folder,
 * the placeholder file of an empty folder, or a variant. Hosted storage lists names relative to the
 * folder, the embedded one lists whole paths.
 */
export function toStorageImage(
  entry: StorageEntry,
  folder: string,
  records: ReadonlyMap<string, ImageRecord> = new Map(),
): StorageImage | null {
  if (entry.id === null) return null;
  const isWholePath = folder === '' || entry.name.startsWith(`${folder}/`);
  const path = isWholePath ? entry.name : `${folder}/${entry.name}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('.') || path.startsWith(`${VARIANT_FOLDER}/`)) return null;
  const record = records.get(path) ?? null;
  return {
    id: entry.id,
    name,
    path,
    url: urlOf(path, record),
    size: sizeOf(entry.metadata),
    createdAt: entry.created_at === null ? null : toDate(entry.created_at),
    record,
  };
}

function urlOf(path: string, record: ImageRecord | null): string {
  if (!record) return imageUrlOfPath(path);
  return imageUrlOfPath(path, formatImageVersion({ ...record, widths: record.variants }));
}

function sizeOf(metadata: StorageEntry['metadata']): number | null {
  const size = metadata?.size ?? metadata?.contentLength;
  return typeof size === 'number' ? size : null;
}

function toDate(timestamp: string): Date | null {
  const date = parseTimestamp(timestamp);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Newest first. */
export function sortByAge(images: readonly StorageImage[]): StorageImage[] {
  return images.toSorted(
    (a, b) =>
      (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0) || a.path.localeCompare(b.path),
  );
}

/**
 * The pictures with every word in their name, path or alternative text, also inside of a word.
 *
 * @param latin spells words alike; all pictures while it is not loaded
 */
export function filterImages(
  images: readonly StorageImage[],
  search: string,
  latin: Latin | null,
): readonly StorageImage[] {
  if (search.trim() === '' || latin === null) return images;
  const words = latin.searchWords(search);
  return images.filter(({ path, record }) => {
    const text = latin.foldForSearch(
      `${path} ${record?.originalName ?? ''} ${record?.altText ?? ''}`,
    );
    return words.length > 0 && words.every((word) => text.includes(word));
  });
}

/** The original file name, because objects may have random names. */
export function titleOf({ name, record }: StorageImage): string {
  return record?.originalName || name;
}

// The types private.image_use_* of the database have the same values; a test compares.
export const IMAGE_USE_KINDS = [...EDITED_KINDS, 'author', 'member'] as const;
export const IMAGE_USE_PARTS = [
  ...(['hero', 'logo', 'gallery', 'cover', 'text', 'avatar', 'portrait'] as const),
  ...(['changes', 'snapshot'] as const),
];
export const IMAGE_USE_STATES = ['draft', 'published', 'deleted'] as const;
export type ImageUsePart = (typeof IMAGE_USE_PARTS)[number];

/** A place that uses a picture. */
export type ImageUse = {
  /** As `encodeImagePath` writes it. */
  path: string;
  kind: (typeof IMAGE_USE_KINDS)[number];
  id: string;
  title: string;
  part: ImageUsePart;
  state: (typeof IMAGE_USE_STATES)[number];
};

/** A document whose older versions use a picture, but not its current one. */
export type ImageVersions = Pick<ImageUse, 'kind' | 'id' | 'title' | 'state'> & {
  /** Newest first. */
  versions: readonly number[];
};

export type ImageUses = ReadonlyMap<string, readonly ImageUse[]>;

export function groupUses(uses: readonly ImageUse[]): ImageUses {
  const groups = new Map<string, ImageUse[]>();
  for (const use of uses) groups.set(use.path, [...(groups.get(use.path) ?? []), use]);
  return groups;
}

export function usesOf(uses: ImageUses, { path }: Pick<StorageImage, 'path'>): readonly ImageUse[] {
  return uses.get(encodeImagePath(path)) ?? [];
}

export function countPlaces(count: number): string {
  return count === 1 ? '1 place' : `${count} places`;
}
