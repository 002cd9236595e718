import { faces } from '@brand/faces/loaded';
import { PAGE_CHANGE } from '@/boot/protocol';

/** Latin-1, as the packages state it. Other letters: brand/faces/beyond-latin.css. */
const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, ' +
  'U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const TEXTS = 'body :is(h1, h2, h3, p, li, dt, dd, figcaption, a, span)';
/** In pixels; browsers count a move from this size on as a layout shift. */
const NOTICEABLE = 3;

/**
 * Loads the web fonts. The first paint uses fallbacks with the same metrics. The fonts replace them all at once if no
 * visible text moves, otherwise at the next page change. If a font cannot be loaded, the fallbacks stay.
 */
export async function loadFonts() {
  const fonts = faces.map(
    ({ family, href, weight, style = 'normal', unicodeRange = LATIN }) =>
      new FontFace(family, `url(${href})`, { weight, style, unicodeRange, display: 'swap' }),
  );
  try {
    const used = fonts.filter((_font, index) => faces[index]?.isUsed());
    await Promise.all(used.map((font) => font.load()));
  } catch {
    return;
  }
  const show = () => fonts.forEach((font) => document.fonts.add(font));
  await nextFrame();
  let before = textsInSight();
  const { scrollY: y } = window;
  // A frame of its own, because measuring and showing both take a phone some time.
  await nextFrame();
  if (window.scrollY !== y) before = textsInSight();
  show();
  if (before.every(isInPlace)) return;
  fonts.forEach((font) => document.fonts.delete(font));
  addEventListener(PAGE_CHANGE, show, { once: true });
}

const nextFrame = () => new Promise(requestAnimationFrame);

type Text = { text: HTMLElement; top: number; height: number };

function textsInSight(): Text[] {
  return [...document.querySelectorAll<HTMLElement>(TEXTS)].flatMap((text) => {
    // Skip what `until-near` (styles/index.css) has not laid out: measuring would lay it out.
    if (text.checkVisibility?.({ contentVisibilityAuto: true }) === false) return [];
    const { top, bottom, height } = text.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && height > 0 ? [{ text, top, height }] : [];
  });
}

/** Compares the visible part only: a change below the window does not count. */
function isInPlace({ text, top, height }: Text): boolean {
  const now = text.getBoundingClientRect();
  const visible = (bottom: number) => Math.min(bottom, innerHeight);
  return (
    Math.abs(now.top - top) < NOTICEABLE &&
    Math.abs(visible(now.bottom) - visible(top + height)) < NOTICEABLE
  );
}
