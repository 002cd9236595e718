/** A picture whose size its address does not tell. */
const DEFAULT_RATIO = 4 / 3;
const [NARROWEST, WIDEST] = [0.5, 3];
/** A row of portraits is not stretched to the whole width: it would be higher than a screen. */
const LEAST_ROW_RATIO = 1.3;

/** The part of its row that a picture takes, and how many pictures share the row. */
export type RowShare = { share: number; count: number };
export type GalleryPlace = { ratio: number; wide: RowShare; narrow: RowShare };

/**
 * Justified rows of up to three pictures, on a phone of up to two: the pictures of a row have one height and
 * keep their proportions.
 */
export function placeInRows(
  sizes: readonly ({ width: number; height: number } | null)[],
): GalleryPlace[] {
  const ratios = sizes.map((size) =>
    size ? Math.min(WIDEST, Math.max(NARROWEST, size.width / size.height)) : DEFAULT_RATIO,
  );
  const wide = sharesOf(ratios, 3);
  const narrow = sharesOf(ratios, ratios.length < 3 ? 1 : 2);
  return ratios.flatMap((ratio, index) => {
    const places = { wide: wide[index], narrow: narrow[index] };
    return places.wide && places.narrow
      ? [{ ratio, wide: places.wide, narrow: places.narrow }]
      : [];
  });
}

/** The last rows are full; what is left over is the first row, and larger. */
function sharesOf(ratios: readonly number[], perRow: number): RowShare[] {
  const first = ratios.length % perRow || perRow;
  return ratios.flatMap((_, index) => {
    const isStart = index === 0 || (index >= first && (index - first) % perRow === 0);
    if (!isStart) return [];
    const row = ratios.slice(index, index === 0 ? first : index + perRow);
    const sum = row.reduce((all, ratio) => all + ratio, 0);
    return row.map((ratio) => ({
      share: ratio / Math.max(sum, LEAST_ROW_RATIO),
      count: row.length,
    }));
  });
}
