import { addImageRecord, listImages, removeOrphanedRecords } from './api';
import { definedImages } from './defined-images';
import type { StorageImage } from './model';
import { sha256Of } from './prepare-upload';

export type RebuildResult = {
  /** The number of built-in pictures that load, and the paths of those that do not. */
  answering: number;
  missing: string[];
  added: number;
  removed: number;
  /** Names of pictures that could not be read. */
  unreadable: string[];
};

/**
 * Checks that the built-in pictures load, adds missing records of stored pictures and removes the
 * records of deleted ones. Size and dimensions are read from the served file.
 */
export async function rebuild(): Promise<RebuildResult> {
  const images = await listImages();
  const missing = await findMissing(definedImages.map(({ path }) => path));
  const unreadable: string[] = [];
  let added = 0;
  for (const image of images.filter(({ record }) => record === null)) {
    const facts = await readPicture(image);
    if (facts) {
      await addImageRecord({ path: image.path, originalName: image.name, ...facts });
      added += 1;
    } else {
      unreadable.push(image.name);
    }
  }
  const removed = await removeOrphanedRecords(images);
  return { answering: definedImages.length - missing.length, missing, added, removed, unreadable };
}

async function readPicture({ url }: StorageImage) {
  try {
    const response = await fetch(url);
    if (!response.ok) return null;
    const blob = await response.blob();
    const picture = await createImageBitmap(blob);
    const { width, height } = picture;
    picture.close();
    const sha256 = await sha256Of(blob);
    return sha256 && { sha256, width, height, byteSize: blob.size, mime: blob.type };
  } catch {
    return null;
  }
}

async function findMissing(paths: readonly string[]): Promise<string[]> {
  const answers = await Promise.all(paths.map(doesAnswer));
  return paths.filter((_, place) => !answers[place]);
}

/** Checks the content type, because the server answers unknown paths with an HTML page. */
async function doesAnswer(path: string): Promise<boolean> {
  try {
    const { ok, headers } = await fetch(path, { method: 'HEAD', cache: 'no-store' });
    return ok && headers.get('content-type')?.startsWith('image/') === true;
  } catch {
    return false;
  }
}
