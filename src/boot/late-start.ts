// Stands at the end of a prerendered page. Once the page is painted, it fetches the app and starts it at the
// first sign of a hand, or when the page has rested. What is pressed before the app listens is kept and done
// then; links work by themselves. Kept small: it is part of every page. No imports.
const { modules = '', styles = '', fonts = '', searchable } = document.currentScript?.dataset ?? {};
const [entry = '', ...others] = modules.split(' ');
const kept: HTMLElement[] = [];
/** A hand on the page: what it comes near should answer. */
const SIGNS = ['pointermove', 'wheel', 'scroll'];
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'click'];
const REST_MS = 3000;
let isPainted = false;
let isNear = false;
let hasStarted = false;
let patience = 2000;
let fetched: Promise<unknown> | undefined;

// The build knows no query: a page that reads one is drawn anew instead of coming alive.
const isAnother = searchable !== undefined && location.search !== '';
document.documentElement.toggleAttribute('data-redraw', isAnother);

function start() {
  if (hasStarted) return;
  hasStarted = true;
  prepare();
  // Laid out whole: whoever scrolls finds everything in its place.
  delete document.documentElement.dataset.firstView;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = styles;
  document.head.append(link);
  void load();
}

/** Fetched, not run: it is there when it is needed. */
function prepare() {
  if (isPainted) return;
  isPainted = true;
  fetchAll().catch(() => {});
  // The app asks again.
  import(/* @vite-ignore */ fonts).then(
    ({ loadFonts }) => loadFonts(),
    () => {},
  );
  setTimeout(start, isNear ? 0 : REST_MS);
}

function near() {
  isNear = true;
  if (isPainted) start();
}

function on(types: string[], act: () => void) {
  for (const type of types)
    addEventListener(type, act, { once: true, passive: true, capture: true });
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Not as modules: one that could not be fetched once can never be imported. Each in a task of its own, since
 * asking alone takes a phone some milliseconds.
 */
function fetchAll() {
  return (fetched ??= Promise.all(
    [entry, ...others].map(async (href, place) => {
      await pause(place);
      const answer = await fetch(href);
      if (!answer.ok) throw answer;
      await answer.blob();
    }),
  ));
}

/** One after the other, what is imported first: between them the browser may answer. */
async function load() {
  try {
    await fetchAll();
    for (const href of [...others.toReversed(), entry]) {
      await import(/* @vite-ignore */ href);
      await pause(0);
    }
  } catch {
    // Without the app the page is only read; what is pressed meanwhile waits.
    fetched = undefined;
    patience = Math.min(patience * 2, 60_000);
    setTimeout(() => void load(), patience);
  }
}

function keep(event: Event) {
  const target = (event.target as Element).closest<HTMLElement>(
    event.type === 'submit' ? 'form' : 'button',
  );
  // A button that says what it opens needs no app, where the browser knows of such.
  if (!target || (target as HTMLButtonElement).commandForElement) return;
  event.preventDefault();
  // Parts of the page may already listen: they would do it twice.
  event.stopPropagation();
  kept.push(target);
}

function handOver() {
  removeEventListener('click', keep, true);
  removeEventListener('submit', keep, true);
  for (const target of kept) {
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
}

addEventListener('click', keep, true);
addEventListener('submit', keep, true);
// React is still at work when it says so, and could not yet bring alive what is pressed.
addEventListener('app-ready', () => setTimeout(handOver), { once: true });
on(TOUCHES, start);
on(SIGNS, near);
if (isAnother) start();
// When the browser says that it has painted; the timer is for those that do not say.
else
  addEventListener('load', () => {
    // The very first paint may be the background alone.
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name !== 'first-paint')) prepare();
    });
    for (const type of ['largest-contentful-paint', 'paint']) {
      observer.observe({ type, buffered: true });
    }
    setTimeout(prepare, 2000);
  });
