const EASING_MS = 600;

/** Colours of brand/tokens.css that change with the theme and are seen in large areas or on text. */
const EASED = (
  'surface raised sunken ink muted line accent ' +
  'sky-top sky-high sky-middle sky-bottom sky-glow sun cloud cloud-shade'
)
  .split(' ')
  .map((name) => `--${name}`);

let isRegistered = false;
let timer: ReturnType<typeof setTimeout> | undefined;

/**
 * Lets the next change of the theme ease like a sunset. Not with reduced motion, and not where a browser
 * cannot register custom properties. Registered only now: a page that starts dark must not ease.
 */
export function easeNextTheme() {
  const isMotionReduced = matchMedia('(prefers-reduced-motion: reduce)').matches;
  if (!('registerProperty' in CSS) || isMotionReduced) return;
  if (!isRegistered) {
    isRegistered = true;
    for (const name of EASED) {
      CSS.registerProperty({
        name,
        syntax: '<color>',
        inherits: true,
        initialValue: 'transparent',
      });
    }
  }
  const root = document.documentElement;
  const { style, dataset } = root;
  style.transition = EASED.map((name) => `${name} ${EASING_MS}ms ease-in-out`).join();
  // For sun, moon and stars (index.css).
  dataset.sunset = '';
  // The colours to start from: without this the browser sees only the new ones.
  getComputedStyle(root).getPropertyValue('--surface');
  clearTimeout(timer);
  timer = setTimeout(() => {
    style.transition = '';
    delete dataset.sunset;
  }, EASING_MS);
}
