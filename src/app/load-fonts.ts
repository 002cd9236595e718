import fraunces from '@fontsource-variable/fraunces/files/fraunces-latin-wght-normal.woff2?url';
import instrumentSans from '@fontsource-variable/instrument-sans/files/instrument-sans-latin-wght-normal.woff2?url';

/**
 * The first paint is in the metric-matched fallbacks; the real faces come after it, so they neither
 * hold up the text nor move it. Both at once: each swap lays the whole page out anew. Out of reach, the
 * fallbacks stay.
 */
export function loadFontsAfterPaint() {
  requestAnimationFrame(() => setTimeout(() => void loadFonts(), 0));
}

async function loadFonts() {
  try {
    await Promise.all([fraunces, instrumentSans].map((href) => fetch(href)));
    await import('@/styles/fonts.css');
  } catch {
    // See above.
  }
}
