/** Share of the window's height at which a section is being read. */
const READING_LINE = 0.25;

/**
 * The section being read, for a list of contents: the last that begins above a line in the upper part of the window.
 *
 * @param order ids of the sections
 */
export function sectionInView(order: readonly string[]): string | undefined {
  const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
  // The last section may be too short to reach the line.
  if (window.scrollY > 0 && left < 2) return order.at(-1);
  const begun = order.filter((id) => {
    const section = document.getElementById(id);
    return section && section.getBoundingClientRect().top <= window.innerHeight * READING_LINE;
  });
  return begun.at(-1) ?? order[0];
}

/** Calls back when another section may be in view. */
export function onViewChange(listener: () => void): () => void {
  window.addEventListener('scroll', listener, { passive: true });
  window.addEventListener('resize', listener);
  return () => {
    window.removeEventListener('scroll', listener);
    window.removeEventListener('resize', listener);
  };
}
