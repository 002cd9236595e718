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
const SKIES = [
  ...['sky-top', 'sky-high', 'sky-middle', 'sky-bottom', 'sky-glow'],
  ...['cloud', 'cloud-shade'],
];
const SOFTS = ['sky-soft', 'success-soft', 'warning-soft', 'danger-soft'];

/** Tokens of text and the tokens behind it: 4.5 to 1. */
export const TEXT_PAIRS: readonly [text: string, backgrounds: string[]][] = [
  ['ink', [...PAPERS, ...SKIES, ...SOFTS, 'line']],
  ['muted', PAPERS],
  ['accent-text', PAPERS],
  ['on-accent', ['accent', 'accent-strong']],
  ['on-sky', ['sky']],
  ['on-danger', ['danger']],
  ['sky', ['sky-soft', ...PAPERS]],
  ['success', ['success-soft', ...PAPERS]],
  ['warning', ['warning-soft', ...PAPERS]],
  ['danger', ['danger-soft', ...PAPERS]],
];

/**
 * Borders of controls, the focus ring, marks of the current page: 3 to 1. The tagline of the footer counts as
 * large text.
 */
export const SHAPE_PAIRS: readonly [shape: string, backgrounds: string[]][] = [
  ['line-strong', PAPERS],
  ['sky', [...PAPERS, ...SOFTS, ...SKIES]],
  ['accent', PAPERS],
];
