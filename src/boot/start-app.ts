// The inline script of a prerendered page; protocol.ts describes all steps. Keeps presses and submits until a script can
// answer them, and runs the page script once the page is painted. Part of every page, so kept small.
import { fetchFile } from './fetch-file';
import { keptTarget } from './kept-target';
import { LASTING_SCRIPT, REDRAW } from './protocol';
import type * as PageScript from './page-script';

const { script, page, unbuilt } = (document.currentScript as HTMLScriptElement).dataset as Marks;
type Marks = { script: string; page: string; unbuilt?: string };
const RETRY_MS = 4000;
const PAINTED_AFTER_MS = 2000;
const kept: HTMLElement[] = [];
let isAsked = false;

function keep(event: Event) {
  const target = keptTarget(event);
  if (!target) return;
  event.preventDefault();
  event.stopPropagation();
  kept.push(target);
  runOnce();
}

function runOnce() {
  if (!isAsked) void run();
  isAsked = true;
}

async function run(): Promise<void> {
  try {
    await fetchFile(script);
    (await load(script)).runPage(page, kept, keep);
  } catch {
    await new Promise((resolve) => setTimeout(resolve, RETRY_MS));
    await load(LASTING_SCRIPT + Date.now())
      .then(({ goOnWithoutApp }) => goOnWithoutApp(kept, keep, script))
      .catch(() => {});
    return run();
  }
}

/** The largest visible picture has loaded but may not be painted yet. */
async function waitForPictures() {
  await document
    .querySelector<HTMLImageElement>('img[fetchpriority=high]')
    ?.decode()
    .catch(() => {});
  requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(runOnce)));
}

const load = (address: string): Promise<typeof PageScript> => import(/* @vite-ignore */ address);

addEventListener('click', keep, true);
addEventListener('submit', keep, true);
if (unbuilt && RegExp(unbuilt).test(location.pathname + location.search)) {
  document.documentElement.dataset[REDRAW] = '';
  runOnce();
} else {
  addEventListener('load', () => {
    // The very first paint may be the background alone.
    new PerformanceObserver((list) => {
      if (list.getEntriesByName('first-contentful-paint')[0]) void waitForPictures();
    }).observe({ type: 'paint', buffered: true });
    // Some browsers do not report it.
    setTimeout(runOnce, PAINTED_AFTER_MS);
  });
}
