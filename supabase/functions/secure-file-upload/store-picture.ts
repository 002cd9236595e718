// Stores a checked image with its variants and its record, or changes nothing.
import { numberedName, variantPath } from '../_shared/contracts/file-name.ts';
import { objectName } from '../_shared/contracts/words/latin.ts';
import {
  fileExtension,
  type UploadImageType,
  type UploadNameTaken,
  type UploadNaming,
} from '../_shared/contracts/upload.ts';
import type { Bytes } from '../_shared/http.ts';
import type { CleanedImage } from '../_shared/images/bytes.ts';

export type CheckedPicture = {
  fileName: string;
  /** For display and storage: cut to the limit, without invisible characters. */
  originalName: string;
  type: UploadImageType;
  /** Hash of the file as it was sent. */
  sha256: string;
  image: CleanedImage;
  variants: { width: number; type: UploadImageType; bytes: Bytes }[];
};

/** The columns of image_records that the upload writes. */
export type ImageRecord = {
  path: string;
  sha256: string;
  width: number;
  height: number;
  byte_size: number;
  mime: string;
  variants: number[];
  revision: number;
  original_name: string;
};

export type StoreDeps = {
  /** False when an object with that name exists and `replaces` is not set. */
  store: (
    path: string,
    bytes: Bytes,
    contentType: UploadImageType,
    replaces: boolean,
  ) => Promise<boolean>;
  remove: (paths: string[]) => Promise<void>;
  findRecord: (path: string) => Promise<ImageRecord | null>;
  /** Creates or overwrites the record of this path; keeps its alternative text. */
  saveRecord: (record: ImageRecord) => Promise<void>;
  removeRecord: (path: string) => Promise<void>;
  newId: () => string;
  logError: (error: unknown) => void;
};

const NUMBERS_TRIED = 50;

/** Returns the stored record, or null when the name is taken. */
export async function storePicture(
  picture: CheckedPicture,
  naming: UploadNaming,
  nameTaken: UploadNameTaken,
  deps: StoreDeps,
): Promise<ImageRecord | null> {
  if (naming === 'random') {
    return storeNew(`${deps.newId()}.${fileExtension(picture.fileName)}`, picture, deps);
  }
  const name = objectName(picture.fileName);
  if (nameTaken === 'replace') return replace(name, picture, deps);
  const numbers = nameTaken === 'keep-both' ? NUMBERS_TRIED : 1;
  for (let number = 1; number <= numbers; number += 1) {
    const stored = await storeNew(numberedName(name, number), picture, deps);
    if (stored) return stored;
  }
  return null;
}

async function storeNew(
  path: string,
  picture: CheckedPicture,
  deps: StoreDeps,
): Promise<ImageRecord | null> {
  // A record may exist without its object; the new revision must not reuse the names of its variants.
  const left = await deps.findRecord(path);
  const record = recordOf(path, picture, (left?.revision ?? 0) + 1);
  if (!(await deps.store(path, picture.image.bytes, picture.type, false))) return null;
  try {
    await storeVariants(record, picture, deps);
    await deps.saveRecord(record);
  } catch (error) {
    await deps.remove([path, ...variantPathsOf(record)]).catch(deps.logError);
    throw error;
  }
  return record;
}

/** Writes the record first, because it can be restored; the bytes of the old image cannot. */
async function replace(
  path: string,
  picture: CheckedPicture,
  deps: StoreDeps,
): Promise<ImageRecord> {
  const before = await deps.findRecord(path);
  const record = recordOf(path, picture, (before?.revision ?? 1) + 1);
  try {
    await storeVariants(record, picture, deps);
    await deps.saveRecord(record);
    await deps.store(path, picture.image.bytes, picture.type, true);
  } catch (error) {
    await (before ? deps.saveRecord(before) : deps.removeRecord(path)).catch(deps.logError);
    await deps.remove(variantPathsOf(record)).catch(deps.logError);
    throw error;
  }
  if (before) await deps.remove(variantPathsOf(before)).catch(deps.logError);
  return record;
}

async function storeVariants(record: ImageRecord, picture: CheckedPicture, deps: StoreDeps) {
  for (const { width, type, bytes } of picture.variants) {
    // The name ends in .webp whatever it holds, so that addresses follow from the width; browsers go by the type.
    await deps.store(variantPath(record.path, record.revision, width), bytes, type, true);
  }
}

function variantPathsOf({ path, revision, variants }: ImageRecord): string[] {
  return variants.map((width) => variantPath(path, revision, width));
}

function recordOf(path: string, picture: CheckedPicture, revision: number): ImageRecord {
  const { width, height, bytes } = picture.image;
  return {
    path,
    sha256: picture.sha256,
    width,
    height,
    byte_size: bytes.byteLength,
    mime: picture.type,
    variants: picture.variants.map((variant) => variant.width),
    revision,
    original_name: picture.originalName,
  };
}
