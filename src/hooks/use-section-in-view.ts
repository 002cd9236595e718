import { useSyncExternalStore } from 'react';

/** Share of the window's height at which a section is being read. */
const READING_LINE = 0.25;

/**
 * The section being read, for a list of contents: the last that begins above a line in the upper part of the window.
 *
 * @param ids of the sections in their order, separated by spaces
 */
export function useSectionInView(ids: string): string | undefined {
  return useSyncExternalStore(
    subscribe,
    () => sectionInView(ids.split(' ')),
    () => undefined,
  );
}

function subscribe(onChange: () => void) {
  window.addEventListener('scroll', onChange, { passive: true });
  window.addEventListener('resize', onChange);
  return () => {
    window.removeEventListener('scroll', onChange);
    window.removeEventListener('resize', onChange);
  };
}

function sectionInView(order: string[]) {
  const left = document.documentElement.scrollHeight - window.innerHeight - window.scrollY;
  // The last section may be too short to reach the line.
  if (window.scrollY > 0 && left < 2) return order.at(-1);
  const begun = order.filter((id) => {
    const section = document.getElementById(id);
    return section && section.getBoundingClientRect().top <= window.innerHeight * READING_LINE;
  });
  return begun.at(-1) ?? order[0];
}
