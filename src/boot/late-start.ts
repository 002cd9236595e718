// Stands at the end of a prerendered page and waits. Once the page is painted, it fetches what brings the app
// (load-app.ts); that starts it at the first sign of a hand, or when the page has rested. What is pressed before
// the app listens is kept and done then; links work by themselves. Kept small: it is part of every page. No
// imports.
const { loader = '', searchable } = document.currentScript?.dataset ?? {};
/** A hand on the page: what it comes near should answer. */
const SIGNS = ['pointermove', 'scroll'];
const TOUCHES = ['pointerdown', 'keydown', 'focusin', 'click'];
const RETRY_MS = 4000;
const kept: HTMLElement[] = [];
let isPainted = false;
let isNear = false;
let loaded: Promise<() => void> | undefined;

/** Not as a module at once: one that could not be fetched can never be imported. */
function load(): Promise<() => void> {
  return (loaded ??= fetch(loader)
    .then(async (answer) => {
      if (!answer.ok) throw answer;
      await answer.blob();
      return (await import(/* @vite-ignore */ loader)).prepare(kept, keep);
    })
    .catch(async () => {
      // Without the app the page is only read; what is pressed meanwhile waits.
      await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
      loaded = undefined;
      return load();
    }));
}

function start() {
  void load().then((startApp) => startApp());
}

function prepare() {
  isPainted = true;
  void load();
  if (isNear) start();
}

/** The largest picture in sight has come by now, and may still wait for its frame. */
async function afterPictures() {
  await document
    .querySelector<HTMLImageElement>('img[fetchpriority=high]')
    ?.decode()
    .catch(() => {});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(prepare)));
}

function near() {
  isNear = true;
  if (isPainted) start();
}

function on(types: string[], act: () => void) {
  for (const type of types)
    addEventListener(type, act, { once: true, passive: true, capture: true });
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

addEventListener('click', keep, true);
addEventListener('submit', keep, true);
on(TOUCHES, start);
on(SIGNS, near);
// The build knows no query: a page that reads one is drawn anew instead of coming alive.
if (searchable !== undefined && location.search !== '') {
  document.documentElement.dataset.redraw = '';
  start();
}
// When the browser says that it has painted; the timer is for those that do not say.
else
  addEventListener('load', () => {
    // The very first paint may be the background alone.
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name !== 'first-paint')) afterPictures();
    });
    for (const type of ['largest-contentful-paint', 'paint']) {
      observer.observe({ type, buffered: true });
    }
    setTimeout(prepare, 2000);
  });
