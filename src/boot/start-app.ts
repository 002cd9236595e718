// The inline script of a prerendered page; protocol.ts describes all steps. Once the page is painted it fetches the
// page's loader (load-app.ts) and has it start the app on the first user input.
// Clicks and submits are kept until the app listens; links need no app, except those of videos. Part of every page, so kept small.
import { fetchFile } from './fetch-file';
import { REDRAW, WITHOUT_APP } from './protocol';

const { loader, unbuilt } = (document.currentScript as HTMLScriptElement).dataset as Marks;
type Marks = { loader: string; unbuilt?: string };
/** The visitor may be about to use the page: the app starts once it is painted. */
const INTENT_EVENTS = ['pointermove', 'scroll'];
/** The visitor uses the page: the app starts after the next paint. */
const USE_EVENTS = ['keydown', 'focusin', 'click'];
const RETRY_MS = 4000;
/** Some browsers do not report a paint. */
const PAINTED_AFTER_MS = 2000;
const keptTargets: HTMLElement[] = [];
let isPainted = false;
let isIntended = false;
let loaded: Promise<() => void> | undefined;

const load = () => (loaded ??= requestLoader());

async function requestLoader(): Promise<() => void> {
  try {
    await fetchFile(loader);
    return await run(loader);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await run(WITHOUT_APP + Date.now()).catch(() => {});
    return requestLoader();
  }
}

const run = (address: string) =>
  import(/* @vite-ignore */ address).then(({ prepare }) =>
    prepare(keptTargets, keepTarget, loader),
  );

function start() {
  void load().then((startApp) => startApp());
}

function handlePainted() {
  isPainted = true;
  void load();
  if (isIntended) start();
}

/** The largest visible picture has loaded but may not be painted yet. */
async function waitForPictures() {
  await document
    .querySelector<HTMLImageElement>('img[fetchpriority=high]')
    ?.decode()
    .catch(() => {});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(handlePainted)));
}

/** A link leads to another page, which needs the processor. */
function handleUse({ target }: Event) {
  if (!(target as Element).closest('a:not(.video)')) {
    void load();
    requestAnimationFrame(() => setTimeout(start));
  }
}

function handleIntent() {
  isIntended = true;
  if (isPainted) start();
}

function keepTarget(event: Event) {
  const target = (event.target as Element).closest<HTMLElement>(
    event.type === 'submit' ? 'form' : 'button,.video',
  );
  // A button with `popovertarget` works without the app.
  if (!target || (target as HTMLButtonElement).popoverTargetElement) return;
  event.preventDefault();
  // React may have hydrated this part already, and would handle the event a second time.
  event.stopPropagation();
  keptTargets.push(target);
}

addEventListener('click', keepTarget, true);
addEventListener('submit', keepTarget, true);
for (const type of USE_EVENTS) addEventListener(type, handleUse, { passive: true, capture: true });
for (const type of INTENT_EVENTS) {
  addEventListener(type, handleIntent, { once: true, capture: true });
}
if (unbuilt && RegExp(unbuilt).test(location.pathname + location.search)) {
  document.documentElement.dataset[REDRAW] = '';
  start();
} else {
  addEventListener('load', () => {
    // The very first paint may be the background alone.
    const observer = new PerformanceObserver((list) => {
      if (list.getEntries().some(({ name }) => name !== 'first-paint')) void waitForPictures();
    });
    for (const type of ['largest-contentful-paint', 'paint']) {
      observer.observe({ type, buffered: true });
    }
    setTimeout(handlePainted, PAINTED_AFTER_MS);
  });
}
