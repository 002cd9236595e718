// What the first bytes of a file say about it, for the function and for the browser before it sends one.
import type { UploadImageType } from './upload.ts';

/** The type according to the first 12 bytes, or null. */
export function detectImageType(bytes: Uint8Array): UploadImageType | null {
  if (startsWith(bytes, '\xff\xd8\xff')) return 'image/jpeg';
  if (startsWith(bytes, '\x89PNG\r\n\x1a\n')) return 'image/png';
  if (startsWith(bytes, 'RIFF') && startsWith(bytes, 'WEBP', 8)) return 'image/webp';
  if (startsWith(bytes, 'GIF87a') || startsWith(bytes, 'GIF89a')) return 'image/gif';
  return null;
}

const WEBP_ANIMATION = 0x02;

/** Whether the start of a WebP or PNG announces an animation; a GIF is taken for one. */
export function isAnimated(bytes: Uint8Array): boolean {
  switch (detectImageType(bytes)) {
    case 'image/gif':
      return true;
    case 'image/webp':
      return startsWith(bytes, 'VP8X', 12) && ((bytes[20] ?? 0) & WEBP_ANIMATION) !== 0;
    case 'image/png':
      return hasAnimationControl(bytes);
    default:
      return false;
  }
}

/** The chunk acTL stands before the pixels. */
function hasAnimationControl(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 8; at + 8 <= bytes.length; at += view.getUint32(at) + 12) {
    if (startsWith(bytes, 'acTL', at + 4)) return true;
    if (startsWith(bytes, 'IDAT', at + 4)) return false;
  }
  return false;
}

function startsWith(bytes: Uint8Array, text: string, at = 0): boolean {
  return String.fromCharCode(...bytes.subarray(at, at + text.length)) === text;
}
