import { createPolicy } from '@/lib/trusted-types';
import { encodeOnPage, encodeVariants, type Variant } from './encode-variants';
import workerAddress from './variants.worker.ts?worker&url';

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
 * or encode, and none for a GIF, which would lose its animation.
 */
export async function makeVariants(file: File, signal: AbortSignal): Promise<Variant[]> {
  if (file.type === 'image/gif' || typeof createImageBitmap !== 'function') return [];
  try {
    return typeof OffscreenCanvas === 'function' && typeof Worker === 'function'
      ? await encodeInWorker(file, signal)
      : await encodeVariants(file, encodeOnPage);
  } catch {
    return [];
  }
}

function encodeInWorker(file: File, signal: AbortSignal): Promise<Variant[]> {
  policy ??= createPolicy('own-worker', { createScriptURL: () => workerAddress });
  const worker = new Worker(policy.createScriptURL(workerAddress), { type: 'module' });
  const variants = new Promise<Variant[]>((resolve, reject) => {
    worker.addEventListener('message', ({ data }: MessageEvent<Variant[]>) => resolve(data));
    worker.addEventListener('error', () => reject(new Error('The worker did not start.')));
    signal.addEventListener('abort', () => resolve([]));
  });
  worker.postMessage(file);
  return variants.finally(() => worker.terminate());
}
