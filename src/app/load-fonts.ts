/**
 * The first paint is in the metric-matched fallbacks; the real faces come after it, so they neither
 * hold up the text nor move it.
 */
export function loadFontsAfterPaint() {
  requestAnimationFrame(() => setTimeout(() => void import('@/styles/fonts.css'), 0));
}
