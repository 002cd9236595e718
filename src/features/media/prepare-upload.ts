import { UPLOAD_RULE_MESSAGES } from '@contracts/upload';
import { AppError } from '@/lib/errors';
import { createPolicy } from '@/lib/trusted-types';
import { encodeOnPage } from './encode-picture';
import { encodeVariants, type Variant } from './encode-variants';
import { isAnimatedFile } from './file-content';
import type { PictureTask } from './picture.worker';
import workerAddress from './picture.worker.ts?worker&url';
import { shrinkPicture } from './shrink-picture';

let policy: { createScriptURL: (address: string) => string } | undefined;

/** In hex; null if the browser has no `crypto.subtle`, as on http pages. */
export async function sha256Of(blob: Blob): Promise<string | null> {
  // The type declares it as always present.
  const subtle: SubtleCrypto | undefined = globalThis.crypto?.subtle;
  if (!subtle) return null;
  const hash = await subtle.digest('SHA-256', await blob.arrayBuffer());
  return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/**
 * Smaller copies of a picture for narrow screens. None for a picture that the browser cannot decode
 * or encode, and none for one that moves.
 */
export async function makeVariants(file: File, signal: AbortSignal): Promise<Variant[]> {
  if (typeof createImageBitmap !== 'function') return [];
  try {
    if (await isAnimatedFile(file)) return [];
    const variants = hasWorker()
      ? await runInWorker<Variant[]>({ name: 'variants', file }, signal)
      : await encodeVariants(file, encodeOnPage);
    return variants ?? [];
  } catch {
    return [];
  }
}

/**
 * The photo within the limit of the bucket; null if the browser cannot decode or encode it.
 *
 * @throws AppError for an animated picture, of which a smaller one would show the first frame only
 */
export async function shrink(file: File, signal: AbortSignal): Promise<File | null> {
  if (await isAnimatedFile(file)) {
    const message = `${UPLOAD_RULE_MESSAGES.file_too_large}. It is animated: please save it smaller, or as a video.`;
    throw new AppError('invalid', message, { code: 'file_too_large' });
  }
  try {
    return hasWorker()
      ? await runInWorker<File>({ name: 'shrink', file }, signal)
      : await shrinkPicture(file, encodeOnPage);
  } catch {
    return null;
  }
}

function hasWorker(): boolean {
  return typeof OffscreenCanvas === 'function' && typeof Worker === 'function';
}

/** Null after an abort, and when the task failed. */
function runInWorker<Result>(task: PictureTask, signal: AbortSignal): Promise<Result | null> {
  policy ??= createPolicy('own-worker', { createScriptURL: () => workerAddress });
  const worker = new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
  const result = new Promise<Result | null>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Result | null>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')));
    signal.addEventListener('abort', () => resolve(null));
  });
  worker.postMessage(task);
  return result.finally(() => worker.terminate());
}
