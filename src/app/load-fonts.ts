import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import instrumentSansItalic from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-italic.woff2?url';
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import vollkorn from '@fontsource/vollkorn/files/vollkorn-cyrillic-500-normal.woff2?url';
import { PAGE_CHANGE } from '@/boot/protocol';

// A module of its own, which a prerendered page asks for before the app (boot/load-app.ts).

/** As the packages state it. Other letters: styles/fonts.css. */
const LATIN =
  'U+0000-00FF, U+0131, U+0152-0153, U+02BB-02BC, U+02C6, U+02DA, U+02DC, U+0304, U+0308, U+0329, ' +
  'U+2000-206F, U+20AC, U+2122, U+2191, U+2193, U+2212, U+2215, U+FEFF, U+FFFD';
const CYRILLIC = 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116';
const DISPLAY = 'Fraunces Variable';
const TEXT = 'Instrument Sans Variable';

/** `isUsed`: on this page. The others are downloaded when a later page uses them. */
const FACES = [
  { family: DISPLAY, href: fraunces, weight: '100 900', isUsed: () => true },
  { family: TEXT, href: instrumentSans, weight: '400 700', isUsed: () => true },
  {
    family: TEXT,
    href: instrumentSansItalic,
    weight: '400 700',
    style: 'italic',
    isUsed: () => document.querySelector('em, i, cite') !== null,
  },
  // Fraunces has no Cyrillic letters.
  {
    family: DISPLAY,
    href: vollkorn,
    weight: '100 900',
    unicodeRange: CYRILLIC,
    isUsed: () => /\p{Script=Cyrillic}/u.test(document.body.textContent),
  },
];
const TEXTS = 'body :is(h1, h2, h3, p, li, dt, dd, figcaption, a, span)';
/** Pixels: a browser speaks of a layout shift from here on. */
const NOTICEABLE = 3;

let isAsked = false;

/**
 * The first paint is in the metric-matched fallbacks. The real faces replace them, all at once, where no text
 * in sight moves by it; where one would, they are shown with the next page. If they cannot be fetched, the
 * fallbacks stay.
 */
export async function loadFonts() {
  if (isAsked) return;
  isAsked = true;
  const faces = FACES.map(
    ({ family, href, weight, style = 'normal', unicodeRange = LATIN }) =>
      new FontFace(family, `url(${href})`, { weight, style, unicodeRange, display: 'swap' }),
  );
  try {
    await Promise.all(faces.map((face, index) => FACES[index]?.isUsed() && face.load()));
  } catch {
    return;
  }
  const show = () => faces.forEach((face) => document.fonts.add(face));
  requestAnimationFrame(() => {
    const before = textsInSight();
    show();
    if (before.every(isInPlace)) return;
    faces.forEach((face) => document.fonts.delete(face));
    addEventListener(PAGE_CHANGE, show, { once: true });
  });
}

type Text = { text: HTMLElement; top: number; height: number };

function textsInSight(): Text[] {
  return [...document.querySelectorAll<HTMLElement>(TEXTS)].flatMap((text) => {
    // What is left for later (until-near in styles/index.css) would be laid out by being measured.
    if (text.checkVisibility?.({ contentVisibilityAuto: true }) === false) return [];
    const { top, bottom, height } = text.getBoundingClientRect();
    return bottom > 0 && top < innerHeight && height > 0 ? [{ text, top, height }] : [];
  });
}

function isInPlace({ text, top, height }: Text): boolean {
  const now = text.getBoundingClientRect();
  return Math.abs(now.top - top) < NOTICEABLE && Math.abs(now.height - height) < NOTICEABLE;
}
