/** Limits and presets of pictures named by the specification (IMG). */

export const PRELOAD_BATCH_MAX = 10;
export const PRELOAD_CATEGORY_COUNT = 5;
export const PRELOAD_TIMEOUT_MS = 3000;
export const PRELOAD_RETRIES = 3;
export const PRELOAD_CONCURRENCY_FAST = 2;
export const PRELOAD_CONCURRENCY = 1;

/** `sizes` of an enlarged picture and of its preload: both must choose the same file. */
export const FULL_SCREEN_SIZES = '100vw';

/**
 * `sizes` of a picture as wide as the text on a phone, where that is 89 to 91 % of the screen. With a
 * slightly smaller value, a phone a few pixels wider than a file still takes it, not the next larger one.
 */
export const COLUMN_ON_PHONE = '88vw';

export type ImagePreset = { quality: number; width: number };

export const IMAGE_PRESETS = {
  low: { quality: 70, width: 400 },
  medium: { quality: 80, width: 800 },
  high: { quality: 90, width: 1600 },
} as const satisfies Record<string, ImagePreset>;
