import { parseTimestamp } from '@/lib/dates';
import { imageUrlOfPath } from '@/lib/image-url';

/** A picture of the bucket (spec §3, 'Storage image'). */
export type StorageImage = {
  id: string;
  /** The file name alone. */
  name: string;
  /** Name with its folder: what storage calls the object. */
  path: string;
  url: string;
  /** Bytes; null where storage does not say. */
  size: number | null;
  createdAt: Date | null;
};

/** An entry of a storage listing. Folders have no id. */
export type StorageEntry = {
  id: string | null;
  name: string;
  created_at: string | null;
  metadata: Record<string, unknown> | null;
};

/**
 * The picture behind an entry listed under `folder` ('' is the root), or null for what is none: a
 * folder, or the marker storage keeps in an empty one. Hosted storage names an object relative to
 * the folder, the embedded one by its whole path.
 */
export function toStorageImage(entry: StorageEntry, folder: string): StorageImage | null {
  if (entry.id === null) return null;
  const isWholePath = folder === '' || entry.name.startsWith(`${folder}/`);
  const path = isWholePath ? entry.name : `${folder}/${entry.name}`;
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (name.startsWith('.')) return null;
  return {
    id: entry.id,
    name,
    path,
    url: imageUrlOfPath(path),
    size: sizeOf(entry.metadata),
    createdAt: entry.created_at === null ? null : toDate(entry.created_at),
  };
}

function sizeOf(metadata: StorageEntry['metadata']): number | null {
  const size = metadata?.size ?? metadata?.contentLength;
  return typeof size === 'number' ? size : null;
}

function toDate(timestamp: string): Date | null {
  const date = parseTimestamp(timestamp);
  return Number.isNaN(date.getTime()) ? null : date;
}

/** Newest first, as they are looked for right after an upload. */
export function sortByAge(images: readonly StorageImage[]): StorageImage[] {
  return images.toSorted(
    (a, b) =>
      (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0) || a.path.localeCompare(b.path),
  );
}

/** The pictures whose path contains every word of the search, in any order. */
export function filterImages(images: readonly StorageImage[], search: string): StorageImage[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  return images.filter(({ path }) => words.every((word) => path.toLowerCase().includes(word)));
}

export function formatFileSize(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${Math.round(bytes / 1024)} KB`;
  return `${(bytes / (1024 * 1024)).toFixed(1)} MB`;
}
