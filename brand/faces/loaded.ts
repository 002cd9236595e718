import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import instrumentSansItalic from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-italic.woff2?url';
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';
import vollkorn from '@fontsource/vollkorn/files/vollkorn-cyrillic-500-normal.woff2?url';

type Face = {
  family: string;
  href: string;
  weight: string;
  style?: string;
  /** Latin-1 where it is not given. */
  unicodeRange?: string;
  /** On this page. Others are downloaded when a later page uses them. */
  isUsed: () => boolean;
};

const DISPLAY = 'Fraunces Variable';
const TEXT = 'Instrument Sans Variable';

/** The faces that pages load by script (src/app/load-fonts.ts). The staff area has the same in latin.css. */
export const faces: readonly Face[] = [
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
    unicodeRange: 'U+0301, U+0400-045F, U+0490-0491, U+04B0-04B1, U+2116',
    isUsed: () => /\p{Script=Cyrillic}/u.test(document.body.textContent),
  },
];
