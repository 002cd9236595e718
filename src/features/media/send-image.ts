import {
  isUploadImageType,
  UPLOAD_IMAGE_TYPES,
  UPLOAD_RULE_MESSAGES,
  uploadReplySchema,
  type UploadNameTaken,
  type UploadNaming,
} from '@contracts/upload';
import { getEnv } from '@/lib/env';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { imageUrlOfPath } from '@/lib/image-url';
import { readAccessToken, UPLOAD_FAILED } from './api';
import type { Variant } from './encode-variants';
import { asItIs } from './file-content';

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
  const [token, named] = await Promise.all([readAccessToken(), asItIs(file)]);
  options.signal?.throwIfAborted();
  try {
    return readReply(await send(named, token, options));
  } catch (error) {
    const isUnfit = error instanceof AppError && error.code === UNFIT_VARIANT;
    if (!isUnfit) throw error;
    // Browsers may rotate a picture or drop its animation while encoding: send it without variants.
    return readReply(await send(named, token, { ...options, variants: [] }));
  }
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
    for (const { width, blob } of variants) {
      body.append('variant', blob, `${width}.${extensionOf(blob.type)}`);
    }
    if (naming) body.append('naming', naming);
    if (nameTaken) body.append('name_taken', nameTaken);
    onProgress?.(null);
    request.send(body);
  });
}

const extensionOf = (type: string) => (isUploadImageType(type) ? UPLOAD_IMAGE_TYPES[type][0] : '');

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
