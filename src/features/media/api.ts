import { variantPath, VARIANT_FOLDER } from '@contracts/file-name';
import type { PictureFacts } from '@contracts/picture-facts';
import {
  UPLOAD_BUCKET,
  UPLOAD_RULE_MESSAGES,
  uploadReplySchema,
  type UploadNameTaken,
  type UploadNaming,
} from '@contracts/upload';
import { z } from 'zod';
import { getEnv } from '@/lib/env';
import { AppError, toAppError, type AppErrorKind } from '@/lib/errors';
import { encodeImagePath, imageUrlOfPath } from '@/lib/image-url';
import type { Database } from '@/lib/database.types';
import type { Focus } from '@/lib/picture-facts';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase, type Supabase } from '@/lib/supabase';
import type { Variant } from './encode-variants';
import {
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
      listRecords(supabase, signal),
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
      { signal },
    );
    if (error) throw error;
    entries.push(...data);
    if (data.length < PAGE_SIZE) return entries;
  }
}

async function listRecords(
  supabase: Supabase,
  signal?: AbortSignal,
): Promise<Map<string, ImageRecord>> {
  const records = new Map<string, ImageRecord>();
  for (;;) {
    const request = supabase
      .from('image_records')
      .select(RECORD_COLUMNS)
      .order('path')
      .range(records.size, records.size + PAGE_SIZE - 1);
    const { data, error } = await (signal ? request.abortSignal(signal) : request);
    if (error) throw error;
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
  try {
    const records = await listRecords(await loadSupabase(), signal);
    return Object.fromEntries(
      [...records].map(([path, { altText, focus }]) => [
        encodeImagePath(path),
        { alt: altText, ...focus },
      ]),
    );
  } catch (error) {
    throw toAppError(error, LIST_FAILED);
  }
}

const imageUsesSchema: z.ZodType<ImageUse[]> = z.array(
  z.object({
    path: z.string(),
    kind: z.enum(['case_study', 'post', 'author', 'member']),
    id: z.string(),
    title: z.string(),
    part: z.enum(['hero', 'logo', 'gallery', 'cover', 'text', 'avatar', 'portrait', 'snapshot']),
    state: z.enum(['draft', 'published', 'deleted']),
  }),
);

/** Every place that uses a picture of the bucket. */
export async function listImageUsage(signal?: AbortSignal): Promise<ImageUse[]> {
  try {
    const supabase = await loadSupabase();
    const request = supabase.rpc('list_image_usage', {});
    const { data, error } = await (signal ? request.abortSignal(signal) : request);
    if (error) throw error;
    return imageUsesSchema.parse(data);
  } catch (error) {
    throw toAppError(error, USAGE_FAILED);
  }
}

const imageVersionsSchema: z.ZodType<ImageVersions[]> = z.array(
  z.object({
    kind: z.enum(['case_study', 'post']),
    id: z.string(),
    title: z.string(),
    state: z.enum(['draft', 'published', 'deleted']),
    versions: z.array(z.number()),
  }),
);

/** Older versions of studies and posts that use this picture. */
export async function listImageVersions(
  path: string,
  signal?: AbortSignal,
): Promise<ImageVersions[]> {
  try {
    const supabase = await loadSupabase();
    const request = supabase.rpc('list_image_versions', { image_path: encodeImagePath(path) });
    const { data, error } = await (signal ? request.abortSignal(signal) : request);
    if (error) throw error;
    return imageVersionsSchema.parse(data);
  } catch (error) {
    throw toAppError(error, USAGE_FAILED);
  }
}

/**
 * Deletes the picture, its variants and its record. The record is marked first, so that staff see an
 * interrupted deletion and can repeat it.
 *
 * @throws AppError also when the answer of storage does not list the object: it was not deleted then
 */
export async function deleteImage({ path, record }: StorageImage): Promise<void> {
  try {
    const supabase = await loadSupabase();
    if (record) await markDeleting(supabase, path, new Date());
    try {
      await removeObjects(supabase, path, record);
    } catch (error) {
      if (record) await markDeleting(supabase, path, null).catch(() => undefined);
      throw error;
    }
    if (!record) return;
    const { error } = await supabase.from('image_records').delete().eq('path', path);
    if (error) throw error;
  } catch (error) {
    throw toAppError(error, DELETE_FAILED);
  }
}

async function markDeleting(supabase: Supabase, path: string, at: Date | null) {
  const { error } = await supabase
    .from('image_records')
    .update({ deleting_at: at && at.toISOString() })
    .eq('path', path);
  if (error) throw error;
}

async function removeObjects(supabase: Supabase, path: string, record: ImageRecord | null) {
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
  try {
    const supabase = await loadSupabase();
    const { data, error } = await supabase
      .from('image_records')
      .update(change)
      .eq('path', path)
      .select('path');
    if (error) throw error;
    if (data.length === 0) throw new AppError('not-found', `${sentence}: the image was deleted`);
    notePublishedChange();
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

/**
 * Replaces a picture in every study, post and snapshot, in one transaction.
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
  try {
    const supabase = await loadSupabase();
    const { data, error } = await supabase.rpc('replace_image_everywhere', {
      old_path: encodeImagePath(oldPath),
      new_path: pathWithVersion(address),
      ...(altText !== undefined && { new_alt: altText }),
    });
    if (error) throw error;
    notePublishedChange();
    return data ?? 0;
  } catch (error) {
    throw toAppError(error, REPLACE_FAILED);
  }
}

function pathWithVersion(address: string): string {
  return address.slice(address.indexOf(`/${UPLOAD_BUCKET}/`) + UPLOAD_BUCKET.length + 2);
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
  try {
    const supabase = await loadSupabase();
    const { error } = await supabase.from('image_records').upsert(
      {
        path: record.path,
        sha256: record.sha256,
        width: record.width,
        height: record.height,
        byte_size: record.byteSize,
        mime: record.mime,
        original_name: record.originalName,
      },
      { onConflict: 'path', ignoreDuplicates: true },
    );
    if (error) throw error;
  } catch (error) {
    throw toAppError(error, REBUILD_FAILED);
  }
}

/** Removes the records of deleted objects and returns their number. */
export async function removeOrphanedRecords(images: readonly StorageImage[]): Promise<number> {
  try {
    const supabase = await loadSupabase();
    const present = new Set(images.map(({ path }) => path));
    const orphans = [...(await listRecords(supabase)).keys()].filter((path) => !present.has(path));
    for (const path of orphans) {
      const { error } = await supabase.from('image_records').delete().eq('path', path);
      if (error) throw error;
    }
    return orphans.length;
  } catch (error) {
    throw toAppError(error, REBUILD_FAILED);
  }
}

const UPLOAD_FAILED = 'Upload failed';
const UPLOAD_TIMEOUT_MS = 60_000;

export type UploadedImage = { path: string; url: string };

export type UploadOptions = {
  /** Smaller copies to store with it. */
  variants?: readonly Variant[];
  naming?: UploadNaming;
  nameTaken?: UploadNameTaken;
  /** Share of the bytes sent, 0 to 1; null until the browser reports progress. */
  onProgress?: (sent: number | null) => void;
  signal?: AbortSignal;
};

/** Error code: a picture with this name exists. */
export const NAME_TAKEN = 'name_taken';

/** Error code: a variant does not match the picture. */
const UNFIT_VARIANT = 'unfit_variant';

/**
 * Sends one picture to secure-file-upload.
 *
 * @throws AppError with a `code` when the server refused the upload, or with `code` null when it did
 *   not answer; the signal's reason after an abort
 */
export async function uploadImage(file: File, options: UploadOptions = {}): Promise<UploadedImage> {
  const token = await readAccessToken();
  options.signal?.throwIfAborted();
  try {
    return readReply(await send(file, token, options));
  } catch (error) {
    const isUnfit = error instanceof AppError && error.code === UNFIT_VARIANT;
    if (!isUnfit) throw error;
    // Browsers may rotate a picture or drop its animation while encoding: send it without variants.
    return readReply(await send(file, token, { ...options, variants: [] }));
  }
}

async function readAccessToken(): Promise<string> {
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

type Answer = { status: number; text: string };

/** XMLHttpRequest, because fetch does not report upload progress. */
function send(
  file: File,
  token: string,
  { variants = [], naming, nameTaken, onProgress, signal }: UploadOptions,
): Promise<Answer> {
  const { supabaseUrl, supabaseAnonKey } = getEnv();
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open('POST', `${supabaseUrl}/functions/v1/secure-file-upload`);
    request.setRequestHeader('apikey', supabaseAnonKey);
    request.setRequestHeader('Authorization', `Bearer ${token}`);
    request.timeout = UPLOAD_TIMEOUT_MS;

    request.upload.addEventListener('progress', (event) =>
      onProgress?.(event.lengthComputable ? event.loaded / event.total : null),
    );

    const abort = () => request.abort();
    signal?.addEventListener('abort', abort);
    request.addEventListener('loadend', () => signal?.removeEventListener('abort', abort));

    request.addEventListener('load', () =>
      resolve({ status: request.status, text: request.responseText }),
    );
    request.addEventListener('abort', () => reject(signal?.reason));
    request.addEventListener('timeout', () =>
      reject(new AppError('offline', 'The upload took too long. Please try again.')),
    );
    request.addEventListener('error', () =>
      reject(
        new AppError(
          'offline',
          'The server cannot be reached right now. Check your connection and try again.',
        ),
      ),
    );

    const body = new FormData();
    body.append('file', file);
    for (const { width, blob } of variants) body.append('variant', blob, `${width}.webp`);
    if (naming) body.append('naming', naming);
    if (nameTaken) body.append('name_taken', nameTaken);
    onProgress?.(null);
    request.send(body);
  });
}

const REFUSALS: Record<number, { kind: AppErrorKind; message: string }> = {
  401: { kind: 'signed-out', message: 'Authentication required' },
  403: { kind: 'forbidden', message: 'Your account is not approved to upload files' },
  409: { kind: 'conflict', message: UPLOAD_FAILED },
  413: { kind: 'invalid', message: UPLOAD_RULE_MESSAGES.file_too_large },
  415: { kind: 'invalid', message: UPLOAD_RULE_MESSAGES.invalid_type },
  422: { kind: 'invalid', message: UPLOAD_FAILED },
};

/** A gateway may refuse without our JSON: the message then comes from the status. */
function readReply({ status, text }: Answer): UploadedImage {
  const reply = uploadReplySchema.safeParse(parseJson(text));
  const isOk = status >= 200 && status < 300;
  if (isOk && reply.data?.success) {
    const { path, url } = reply.data;
    // Rebuilt from the path, because the function may know the backend by another origin.
    return { path, url: imageUrlOfPath(path, new URL(url).searchParams.get('v') ?? undefined) };
  }
  if (isOk && !reply.success) {
    throw new AppError('unexpected', `${UPLOAD_FAILED}: the server’s answer could not be read`);
  }
  const known = REFUSALS[status] ?? { kind: 'unexpected', message: UPLOAD_FAILED };
  const code = reply.data?.success === false ? reply.data.error.code : String(status);
  throw new AppError(known.kind, reply.data?.message || known.message, { code });
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
