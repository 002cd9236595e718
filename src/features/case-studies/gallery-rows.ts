/** A picture whose size its address does not tell. */
const DEFAULT_RATIO = 4 / 3;
const [NARROWEST, WIDEST] = [0.5, 3];
/** A row of portraits is not stretched to the whole width: it would be higher than a screen. */
const LEAST_ROW_RATIO = 1.3;
const PER_ROW = 3;

/** `share`: the part of its row that a picture takes; `count`: how many pictures share the row. */
export type GalleryPlace = { ratio: number; share: number; count: number };

/** Justified rows of up to three pictures, which have one height and keep their proportions. */
export function placeInRows(
  sizes: readonly ({ width: number; height: number } | null)[],
): GalleryPlace[] {
  const ratios = sizes.map((size) =>
    size ? Math.min(WIDEST, Math.max(NARROWEST, size.width / size.height)) : DEFAULT_RATIO,
  );
  // The last rows are full; what is left over is the first row, and larger.
  const first = ratios.length % PER_ROW || PER_ROW;
  return ratios.flatMap((_, index) => {
    const isStart = index === 0 || (index >= first && (index - first) % PER_ROW === 0);
    if (!isStart) return [];
    const row = ratios.slice(index, index === 0 ? first : index + PER_ROW);
    const sum = row.reduce((all, ratio) => all + ratio, 0);
    return row.map((ratio) => ({
      ratio,
      share: ratio / Math.max(sum, LEAST_ROW_RATIO),
      count: row.length,
    }));
  });
}
