/** @returns NaN for an empty list */
export const median = (numbers: readonly number[]) => quantile(numbers, 0.5);

/**
 * Interpolates linearly between the two nearest values.
 *
 * @param share from 0 to 1
 * @returns NaN for an empty list
 */
export function quantile(numbers: readonly number[], share: number): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * share;
  const below = sorted[Math.floor(place)];
  const above = sorted[Math.ceil(place)];
  if (below === undefined || above === undefined) return NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** The median of every figure of these samples, which have the same shape. */
export function medians<Sample extends Record<string, number>>(samples: readonly Sample[]): Sample {
  const of = (key: string) => median(samples.map((sample) => sample[key] ?? NaN));
  return Object.fromEntries(Object.keys(samples[0] ?? {}).map((key) => [key, of(key)])) as Sample;
}

export function summary(numbers: readonly number[]) {
  return { median: median(numbers), p95: quantile(numbers, 0.95), max: Math.max(...numbers) };
}

export const kB = (bytes: number) => (bytes / 1000).toFixed(1);

/** Milliseconds: whole ones, below ten with one decimal. */
export const ms = (value: number) => (value < 9.95 ? value.toFixed(1) : String(Math.round(value)));

/** @param value milliseconds */
export const seconds = (value: number) => (value / 1000).toFixed(1);
