/** The relative luminance of WCAG 2, of a colour such as '#0f766e'. */
export function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const channel = parseInt(hex.slice(at, at + 2), 16) / 255;
    return channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** The contrast ratio of WCAG 2, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [first, second] = [luminance(one), luminance(other)];
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

export const PAPERS = ['surface', 'raised', 'sunken'];

/** What stands behind the text of a page: on the front page also the sky of its day. */
export const TEXT_GROUNDS = [...PAPERS, 'sky-high', 'sky-middle'];
