import { UPLOAD_BUCKET, UPLOAD_RULE_MESSAGES, uploadReplySchema } from '@contracts/upload';
import { getEnv } from '@/lib/env';
import { AppError, toAppError, type AppErrorKind } from '@/lib/errors';
import { imageUrlOfPath } from '@/lib/image-url';
import { loadSupabase, type Supabase } from '@/lib/supabase';
import { sortByAge, toStorageImage, type StorageEntry, type StorageImage } from './model';

const LIST_FAILED = 'Failed to load images from storage';
const DELETE_FAILED = 'Failed to delete image';
const UPLOAD_FAILED = 'Upload failed';
const PAGE_SIZE = 500;
const UPLOAD_TIMEOUT_MS = 60_000;

/** Every picture of the bucket, its folders one level deep included, newest first. */
export async function listImages(signal?: AbortSignal): Promise<StorageImage[]> {
  try {
    const supabase = await loadSupabase();
    const root = await listFolder(supabase, '', signal);
    const folders = root.filter((entry) => entry.id === null).map((entry) => entry.name);
    const nested = await Promise.all(
      folders.map(async (folder) => toImages(await listFolder(supabase, folder, signal), folder)),
    );
    return sortByAge([...toImages(root, ''), ...nested.flat()]);
  } catch (error) {
    throw toAppError(error, LIST_FAILED);
  }
}

function toImages(entries: StorageEntry[], folder: string): StorageImage[] {
  return entries
    .map((entry) => toStorageImage(entry, folder))
    .filter((image): image is StorageImage => image !== null);
}

/** Without a limit of its own storage stops after 100. Names are unique, so no page repeats a row. */
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

/** @throws AppError also when storage answers "done" without naming the object: it then kept it */
export async function deleteImage(path: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { data, error } = await supabase.storage.from(UPLOAD_BUCKET).remove([path]);
    if (error) throw error;
    if (data.length === 0) {
      throw new AppError(
        'forbidden',
        `${DELETE_FAILED}: it is gone already, or your account may not delete it`,
      );
    }
  } catch (error) {
    throw toAppError(error, DELETE_FAILED);
  }
}

export type UploadedImage = { path: string; url: string };

export type UploadOptions = {
  /** Share of the bytes sent, 0 to 1; null from the start of sending until the browser counts them. */
  onProgress?: (sent: number | null) => void;
  signal?: AbortSignal;
};

/**
 * Sends one picture to secure-file-upload.
 *
 * @throws AppError whose `code` is set when the server refused the upload, and null when no answer
 *   of its own arrived; the signal's reason after an abort
 */
export async function uploadImage(
  file: File,
  { onProgress, signal }: UploadOptions = {},
): Promise<UploadedImage> {
  const token = await readAccessToken();
  signal?.throwIfAborted();
  const { status, text } = await send(file, token, onProgress, signal);
  const path = readReply(status, text);
  // Not the address in the reply: the function may know the backend under another origin.
  return { path, url: imageUrlOfPath(path) };
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

/** fetch cannot report what it has sent; XMLHttpRequest can. */
function send(
  file: File,
  token: string,
  onProgress: UploadOptions['onProgress'],
  signal: AbortSignal | undefined,
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
    onProgress?.(null);
    request.send(body);
  });
}

const REFUSALS: Record<number, { kind: AppErrorKind; message: string }> = {
  401: { kind: 'signed-out', message: 'Authentication required' },
  403: { kind: 'forbidden', message: 'Your account is not approved to upload files' },
  413: { kind: 'invalid', message: UPLOAD_RULE_MESSAGES.file_too_large },
  415: { kind: 'invalid', message: UPLOAD_RULE_MESSAGES.invalid_type },
  422: { kind: 'invalid', message: UPLOAD_FAILED },
};

/** A gateway in between refuses without our JSON: the status then has to speak for itself. */
function readReply(status: number, text: string): string {
  const reply = uploadReplySchema.safeParse(parseJson(text));
  const isOk = status >= 200 && status < 300;
  if (isOk && reply.data?.success) return reply.data.path;
  if (isOk && !reply.success) {
    throw new AppError('unexpected', `${UPLOAD_FAILED}: the server’s answer could not be read`);
  }
  const known = REFUSALS[status] ?? { kind: 'unexpected', message: UPLOAD_FAILED };
  throw new AppError(known.kind, reply.data?.message || known.message, { code: String(status) });
}

function parseJson(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch {
    return null;
  }
}
