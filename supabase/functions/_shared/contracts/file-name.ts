// Names of stored objects: images and their smaller variants.
const KNOWN_EXTENSIONS = ['jpg', 'jpeg', 'png', 'gif', 'webp', 'svg', 'pdf', 'doc', 'docx'];
const BASE_NAME_MAX = 200;

/**
 * Turns any file name into a safe object name. Letters are ASCII, because Storage refuses others; the
 * extension is lower case.
 *
 * `''` gives `'unnamed_file'`; every other result is `<base>.<extension>`.
 */
export function sanitizeFileName(name: string): string {
  if (name === '') return 'unnamed_file';
  const dot = name.lastIndexOf('.');
  const base = dot === -1 ? name : name.slice(0, dot);
  const extension = dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
  const clean = base.replace(/[^A-Za-z0-9.-]/g, '_').replace(/_{2,}/g, '_');
  const cut = stripSeparators(stripSeparators(clean).slice(0, BASE_NAME_MAX));
  return `${cut || 'file'}.${KNOWN_EXTENSIONS.includes(extension) ? extension : 'txt'}`;
}

/** Widths of the variants; only those smaller than the image are made. */
export const VARIANT_WIDTHS: readonly number[] = [320, 640, 960, 1280, 1920];

/** The folder of the variants; it contains no original images. */
export const VARIANT_FOLDER = 'variants';

/** Facts about a stored image that its address contains, so that pages need no request for them. */
export type ImageVersion = {
  /** As displayed, after EXIF rotation. */
  width: number;
  height: number;
  /** Widths of the existing variants. */
  widths: readonly number[];
  /** Incremented when the image is replaced under its name. */
  revision: number;
};

/** `1600x900_320-640-960.1`: the value of `?v=`. Has no characters that HTML, JSON or Markdown escape. */
export function formatImageVersion({ width, height, widths, revision }: ImageVersion): string {
  const copies = widths.length > 0 ? `_${widths.join('-')}` : '';
  return `${width}x${height}${copies}.${revision}`;
}

export function parseImageVersion(text: string): ImageVersion | null {
  const match = /^(\d{1,5})x(\d{1,5})(?:_(\d{3,4}(?:-\d{3,4})*))?\.(\d{1,6})$/.exec(text);
  if (!match) return null;
  const widths = (match[3] ?? '').split('-').map(Number);
  return {
    width: Number(match[1]),
    height: Number(match[2]),
    widths: VARIANT_WIDTHS.filter((width) => widths.includes(width)),
    revision: Number(match[4]),
  };
}

/** The object name of a variant. Each revision has its own, so that replacing overwrites none. */
export function variantPath(path: string, revision: number, width: number): string {
  return `${VARIANT_FOLDER}/${path}/${revision}-${width}.webp`;
}

/** `office.jpg`, `office-2.jpg`, `office-3.jpg`, … */
export function numberedName(name: string, number: number): string {
  const dot = name.lastIndexOf('.');
  return number === 1 ? name : `${name.slice(0, dot)}-${number}${name.slice(dot)}`;
}

// Loops instead of /[._-]+$/, which takes quadratic time on long runs of separators.
function stripSeparators(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && '._-'.includes(text.charAt(start))) start += 1;
  while (end > start && '._-'.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
}
