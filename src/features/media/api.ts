import { variantPath, VARIANT_FOLDER } from '@contracts/file-name';
import type { PictureFacts } from '@contracts/picture-facts';
import { UPLOAD_BUCKET, uploadFailureSchema } from '@contracts/upload';
import { z } from 'zod';
import { askBackend, withTimeout } from '@/lib/backend';
import { AppError, toAppError } from '@/lib/errors';
import { encodeImagePath } from '@/lib/image-url';
import type { Database } from '@/lib/database.types';
import type { Focus } from '@/lib/picture-facts';
import { parseResponse } from '@/lib/parse-response';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase, type Supabase } from '@/lib/supabase';
import {
  IMAGE_USE_KINDS,
  IMAGE_USE_PARTS,
  IMAGE_USE_STATES,
  sortByAge,
  toStorageImage,
  type ImageRecord,
  type ImageUse,
  type ImageVersions,
  type StorageEntry,
  type StorageImage,
} from './model';

export const LIST_FAILED = 'Failed to load images from storage';
const USAGE_FAILED = 'Failed to load where images are used';
const DELETE_FAILED = 'Failed to delete image';
const ALT_TEXT_FAILED = 'Failed to save the alternative text';
const FOCUS_FAILED = 'Failed to save the focal point';
const REPLACE_FAILED = 'Failed to replace the image';
export const UPLOAD_FAILED = 'Upload failed';
const REBUILD_FAILED = 'Failed to rebuild the records';
const PAGE_SIZE = 500;
const RECORD_COLUMNS =
  'path,sha256,width,height,alt_text,focus_x,focus_y,variants,revision,original_name,deleting_at';

/** Every picture of the bucket and its first level of folders, newest first. */
export async function listImages(signal?: AbortSignal): Promise<StorageImage[]> {
  try {
    const supabase = await loadSupabase();
    const [root, records] = await Promise.all([
      listFolder(supabase, '', signal),
      listRecords(signal),
    ]);
    const folders = root
      .filter(({ id, name }) => id === null && name !== VARIANT_FOLDER)
      .map(({ name }) => name);
    const nested = await Promise.all(
      folders.map(async (folder) =>
        toImages(await listFolder(supabase, folder, signal), folder, records),
      ),
    );
    return sortByAge([...toImages(root, '', records), ...nested.flat()]);
  } catch (error) {
    throw toAppError(error, LIST_FAILED);
  }
}

function toImages(
  entries: StorageEntry[],
  folder: string,
  records: ReadonlyMap<string, ImageRecord>,
): StorageImage[] {
  return entries
    .map((entry) => toStorageImage(entry, folder, records))
    .filter((image): image is StorageImage => image !== null);
}

/** Reads all pages: storage lists 100 entries by default. Sorted by name, which is unique. */
async function listFolder(
  supabase: Supabase,
  folder: string,
  signal?: AbortSignal,
): Promise<StorageEntry[]> {
  const entries: StorageEntry[] = [];
  for (;;) {
    const { data, error } = await supabase.storage.from(UPLOAD_BUCKET).list(
      folder,
      {
        limit: PAGE_SIZE,
        offset: entries.length,
        sortBy: { column: 'name', order: 'asc' },
      },
      { signal: withTimeout(signal) },
    );
    if (error) throw error;
    entries.push(...data);
    if (data.length < PAGE_SIZE) return entries;
  }
}

async function listRecords(signal?: AbortSignal): Promise<Map<string, ImageRecord>> {
  const records = new Map<string, ImageRecord>();
  for (;;) {
    const { data } = await askBackend(LIST_FAILED, (supabase) =>
      supabase
        .from('image_records')
        .select(RECORD_COLUMNS)
        .order('path')
        .range(records.size, records.size + PAGE_SIZE - 1)
        .abortSignal(withTimeout(signal)),
    );
    for (const row of data) {
      records.set(row.path, {
        sha256: row.sha256,
        width: row.width,
        height: row.height,
        altText: row.alt_text,
        focus: { x: row.focus_x, y: row.focus_y },
        variants: row.variants,
        revision: row.revision,
        originalName: row.original_name,
        isDeleting: row.deleting_at !== null,
      });
    }
    if (data.length < PAGE_SIZE) return records;
  }
}

/** What pages show of every picture in the library. */
export async function listPictureFacts(signal?: AbortSignal): Promise<PictureFacts> {
  const records = await listRecords(signal);
  return Object.fromEntries(
    [...records].map(([path, { altText, focus }]) => [
      encodeImagePath(path),
      { alt: altText, ...focus },
    ]),
  );
}

const imageUsesSchema: z.ZodType<ImageUse[]> = z.array(
  z.object({
    path: z.string(),
    kind: z.enum(IMAGE_USE_KINDS),
    id: z.string(),
    title: z.string(),
    part: z.enum(IMAGE_USE_PARTS),
    state: z.enum(IMAGE_USE_STATES),
  }),
);

/** Every place that uses a picture of the bucket. */
export async function listImageUsage(signal?: AbortSignal): Promise<ImageUse[]> {
  const { data } = await askBackend(USAGE_FAILED, (supabase) =>
    supabase.rpc('list_image_usage', {}).abortSignal(withTimeout(signal)),
  );
  return parseResponse(imageUsesSchema, data, USAGE_FAILED);
}

const imageVersionsSchema: z.ZodType<ImageVersions[]> = z.array(
  z.object({
    kind: z.enum(IMAGE_USE_KINDS),
    id: z.string(),
    title: z.string(),
    state: z.enum(IMAGE_USE_STATES),
    versions: z.array(z.number()),
  }),
);

/** Older versions of documents that use this picture. */
export async function listImageVersions(
  path: string,
  signal?: AbortSignal,
): Promise<ImageVersions[]> {
  const { data } = await askBackend(USAGE_FAILED, (supabase) =>
    supabase
      .rpc('list_image_versions', { image_path: encodeImagePath(path) })
      .abortSignal(withTimeout(signal)),
  );
  return parseResponse(imageVersionsSchema, data, USAGE_FAILED);
}

/**
 * Deletes the picture, its variants and its record. The record is marked first, so that staff see an
 * interrupted deletion and can repeat it.
 *
 * @throws AppError also when the answer of storage does not list the object: it was not deleted then
 */
export async function deleteImage({ path, record }: StorageImage): Promise<void> {
  if (record) await markDeleting(path, new Date());
  try {
    await removeObjects(path, record);
  } catch (error) {
    if (record) await markDeleting(path, null).catch(() => undefined);
    throw toAppError(error, DELETE_FAILED);
  }
  if (record) await deleteRecord(path, DELETE_FAILED);
}

/** Of private.settle_demand: the database speaks of words. */
const PROTECTED =
  'a page that its client has to approve shows this picture. End the demand in the editor of that page first';

/** A write that every page with the picture would show. */
const askLibrary: typeof askBackend = (sentence, ask) =>
  askBackend(sentence, ask).catch((error: unknown) => {
    const problem = toAppError(error, sentence);
    throw problem.code === 'PT409'
      ? new AppError('conflict', `${sentence}: ${PROTECTED}`, { cause: error, code: 'PT409' })
      : problem;
  });

const markDeleting = (path: string, at: Date | null) =>
  askLibrary(DELETE_FAILED, (supabase) =>
    supabase
      .from('image_records')
      .update({ deleting_at: at && at.toISOString() })
      .eq('path', path),
  );

const deleteRecord = (path: string, sentence: string) =>
  askBackend(sentence, (supabase) => supabase.from('image_records').delete().eq('path', path));

async function removeObjects(path: string, record: ImageRecord | null) {
  const supabase = await loadSupabase();
  const variants = record?.variants.map((width) => variantPath(path, record.revision, width)) ?? [];
  const { data, error } = await supabase.storage.from(UPLOAD_BUCKET).remove([path, ...variants]);
  if (error) throw error;
  if (!data.some(({ name }) => name === path)) {
    throw new AppError(
      'forbidden',
      `${DELETE_FAILED}: it was deleted already, or your account may not delete it`,
    );
  }
}

type RecordChange = Database['public']['Tables']['image_records']['Update'];

export const saveAltText = (path: string, altText: string) =>
  changeRecord(path, { alt_text: altText }, ALT_TEXT_FAILED);

export const saveFocus = (path: string, { x, y }: Focus) =>
  changeRecord(path, { focus_x: x, focus_y: y }, FOCUS_FAILED);

async function changeRecord(path: string, change: RecordChange, sentence: string): Promise<void> {
  const { data } = await askLibrary(sentence, (supabase) =>
    supabase.from('image_records').update(change).eq('path', path).select('path'),
  );
  if (data.length === 0) throw new AppError('not-found', `${sentence}: the image was deleted`);
  notePublishedChange();
}

/**
 * Replaces a picture in every document, also in deleted ones, in one transaction.
 *
 * @param address of the new picture, with its version
 * @param altText of the new picture, for all places; without it, all texts stay
 * @returns the number of changed places
 */
export async function replaceImageEverywhere(
  oldPath: string,
  address: string,
  altText?: string,
): Promise<number> {
  const { data } = await askLibrary(REPLACE_FAILED, (supabase) =>
    supabase.rpc('replace_image_everywhere', {
      old_path: encodeImagePath(oldPath),
      new_path: pathWithVersion(address),
      ...(altText !== undefined && { new_alt: altText }),
    }),
  );
  notePublishedChange();
  return data ?? 0;
}

function pathWithVersion(address: string): string {
  return address.slice(address.indexOf(`/${UPLOAD_BUCKET}/`) + UPLOAD_BUCKET.length + 2);
}

/** Longer than the function waits for the other website. */
const FOREIGN_TIMEOUT_MS = 25_000;
const FETCH_FAILED = 'The picture could not be fetched. Save it there and upload it.';
const foreignRefusalSchema = uploadFailureSchema.pick({ message: true });

/**
 * The picture of another website, by the function secure-file-upload: a page may not ask other websites itself.
 *
 * @throws AppError with what the function or the other website said
 */
export async function fetchForeignPicture(address: string, signal: AbortSignal): Promise<File> {
  const supabase = await loadSupabase();
  const { data, error, response } = await supabase.functions.invoke<unknown>('secure-file-upload', {
    body: { address },
    signal,
    timeout: FOREIGN_TIMEOUT_MS,
  });
  if (error) {
    const answer: unknown = await response?.json().catch(() => null);
    const refusal = foreignRefusalSchema.safeParse(answer).data;
    if (!refusal) throw toAppError(error, FETCH_FAILED);
    throw new AppError('invalid', refusal.message, { cause: error });
  }
  const file = data instanceof FormData ? data.get('file') : null;
  if (!(file instanceof File)) throw new AppError('unexpected', FETCH_FAILED);
  return file;
}

export type NewImageRecord = {
  path: string;
  sha256: string;
  width: number;
  height: number;
  byteSize: number;
  mime: string;
  originalName: string;
};

/** Adds the record of a picture that has none; keeps one that was added meanwhile. */
export async function addImageRecord(record: NewImageRecord): Promise<void> {
  const { path, sha256, width, height, mime } = record;
  await askBackend(REBUILD_FAILED, (supabase) =>
    supabase.from('image_records').upsert(
      {
        path,
        sha256,
        width,
        height,
        mime,
        byte_size: record.byteSize,
        original_name: record.originalName,
      },
      { onConflict: 'path', ignoreDuplicates: true },
    ),
  );
}

/** Removes the records of deleted objects and returns their number. */
export async function removeOrphanedRecords(images: readonly StorageImage[]): Promise<number> {
  const present = new Set(images.map(({ path }) => path));
  const orphans = [...(await listRecords()).keys()].filter((path) => !present.has(path));
  for (const path of orphans) await deleteRecord(path, REBUILD_FAILED);
  return orphans.length;
}

/** For uploads. Throws `signed-out` without a session. */
export async function readAccessToken(): Promise<string> {
  try {
    const supabase = await loadSupabase();
    const { data, error } = await supabase.auth.getSession();
    if (error) throw error;
    if (data.session) return data.session.access_token;
  } catch (error) {
    throw toAppError(error, UPLOAD_FAILED);
  }
  throw new AppError('signed-out', 'Authentication required', { code: '401' });
}
