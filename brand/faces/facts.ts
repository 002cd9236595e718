/** Weight 600 of the faces for drawings: social cards and the name beside a logo. Files of @fontsource packages. */
export const drawnFaces = {
  title: ['fraunces-latin-600', 'fraunces-latin-ext-600', 'vollkorn-cyrillic-600'],
  text: ['instrument-sans-latin-600', 'instrument-sans-latin-ext-600', 'vollkorn-cyrillic-600'],
} as const;

const FRAUNCES = '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2';
const INSTRUMENT_SANS =
  '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2';
const TIMES = ['Times New Roman', 'TimesNewRomanPSMT', 'Liberation Serif'];
const ARIAL = ['Arial', 'ArialMT', 'Liberation Sans'];
const ARIAL_BOLD = ['Arial Bold', 'Arial-BoldMT', 'Liberation Sans Bold'];

/**
 * What stands in for a face until it is loaded: a system font under several names, scaled to the widths of the face. After
 * a change: `npm run build -- --demo`, then `npm run brand -- --faces`, which measures fallbacks.css anew.
 */
export const fallbacks = [
  { name: 'Fraunces Fallback', weight: '100 900', file: FRAUNCES, local: TIMES },
  { name: 'Instrument Sans Fallback', weight: '100 450', file: INSTRUMENT_SANS, local: ARIAL },
  { name: 'Instrument Sans Fallback', weight: '451 550', file: INSTRUMENT_SANS, local: ARIAL },
  { name: 'Instrument Sans Fallback', weight: '551 900', file: INSTRUMENT_SANS, local: ARIAL_BOLD },
] as const;
