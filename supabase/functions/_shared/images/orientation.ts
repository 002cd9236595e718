// The orientation of a picture, in the EXIF of JPEG and PNG: browsers turn pictures by it. Nothing else of EXIF is kept.
import type { ByteSource } from './bytes.ts';

/** The orientation of the first directory, 1 (upright) if it is missing or unreadable. */
export function readOrientation(source: ByteSource, tiff: number, length: number): number {
  const end = tiff + length;
  const littleEndian = source.startsWith('II*\0', tiff);
  if (!littleEndian && !source.startsWith('MM\0*', tiff)) return 1;
  const directory = tiff + source.u32(tiff + 4, littleEndian);
  if (directory + 2 > end) return 1;
  const entries = source.u16(directory, littleEndian);
  for (let index = 0; index < entries; index += 1) {
    const entry = directory + 2 + index * 12;
    if (entry + 12 > end) return 1;
    if (source.u16(entry, littleEndian) !== 0x0112) continue;
    const isShort = source.u16(entry + 2, littleEndian) === 3;
    const value = source.u16(entry + 8, littleEndian);
    return isShort && value >= 1 && value <= 8 ? value : 1;
  }
  return 1;
}

/** Whether width and height are shown swapped. */
export const isSideways = (orientation: number) => orientation >= 5;

/** EXIF data with this entry alone. */
export function orientationOnly(orientation: number): number[] {
  const header = [0x4d, 0x4d, 0, 0x2a, 0, 0, 0, 8];
  const directory = [0, 1, 0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0, 0, 0, 0, 0];
  return [...header, ...directory];
}
