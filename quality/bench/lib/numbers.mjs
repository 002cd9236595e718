/** @param {readonly number[]} numbers @returns {number} NaN for an empty list */
export function median(numbers) {
  return quantile(numbers, 0.5);
}

/**
 * Interpolates linearly between the two nearest values.
 *
 * @param {readonly number[]} numbers
 * @param {number} share from 0 to 1
 * @returns {number} NaN for an empty list
 */
export function quantile(numbers, share) {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/**
 * The median of every figure of these samples.
 *
 * @template {Record<string, number>} Sample
 * @param {readonly Sample[]} samples at least one, of the same shape
 * @returns {Sample}
 */
export function medians(samples) {
  const keys = Object.keys(samples[0] ?? {});
  const of = (/** @type {string} */ key) => median(samples.map((sample) => sample[key] ?? NaN));
  return /** @type {Sample} */ (Object.fromEntries(keys.map((key) => [key, of(key)])));
}

/** @param {readonly number[]} numbers */
export function summary(numbers) {
  return { median: median(numbers), p95: quantile(numbers, 0.95), max: Math.max(...numbers) };
}

/** @param {number} bytes */
export const kB = (bytes) => (bytes / 1000).toFixed(1);

/** Milliseconds: whole ones, below ten with one decimal. @param {number} value */
export const ms = (value) => (value < 9.95 ? value.toFixed(1) : String(Math.round(value)));

/** @param {number} value milliseconds */
export const seconds = (value) => (value / 1000).toFixed(1);
