// What the bar and the menu of public pages do without the app as well (boot/live-parts.ts).

export const MENU_ID = 'site-menu';

// Smaller movements of a resting finger are ignored.
const SCROLL_THRESHOLD_PX = 8;

/**
 * Sets `data-scrolled` while the page is not at its top, and `data-away` after a scroll down when it is below the bar: the
 * style sheet then hides the bar on phones, unless it is in use.
 *
 * @returns ends it
 */
export function followScroll(bar: HTMLElement): () => void {
  let lastY = window.scrollY;
  function handleScroll() {
    const { scrollY } = window;
    bar.toggleAttribute('data-scrolled', scrollY > 0);
    if (Math.abs(scrollY - lastY) < SCROLL_THRESHOLD_PX) return;
    bar.toggleAttribute('data-away', scrollY > lastY && scrollY > bar.offsetHeight);
    lastY = scrollY;
  }
  handleScroll();
  window.addEventListener('scroll', handleScroll, { passive: true });
  return () => window.removeEventListener('scroll', handleScroll);
}

/** Tab stays inside the menu: the page behind it is covered. */
export function keepFocusInside(
  menu: HTMLElement,
  event: Pick<KeyboardEvent, 'key' | 'shiftKey' | 'preventDefault'>,
) {
  if (event.key !== 'Tab') return;
  const stops = [...menu.querySelectorAll<HTMLElement>('a[href], button')].filter(
    (stop) => stop.checkVisibility?.() ?? true,
  );
  const edge = event.shiftKey ? stops[0] : stops.at(-1);
  if (document.activeElement !== edge) return;
  event.preventDefault();
  (event.shiftKey ? stops.at(-1) : stops[0])?.focus();
}
