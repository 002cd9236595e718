/**
 * The first paint is in the metric-matched fallbacks; the real faces come after it, so they neither
 * hold up the text nor move it. Out of reach, the fallbacks stay.
 */
export function loadFontsAfterPaint() {
  requestAnimationFrame(() => setTimeout(loadFonts, 0));
}

function loadFonts() {
  import('@/styles/fonts.css').catch(() => undefined);
}
