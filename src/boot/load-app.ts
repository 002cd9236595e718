// The loader of a prerendered page: fetches and starts the app when start-app.ts says so. The build writes one for
// each kind of page, with the three constants below; protocol.ts describes all steps.
import { connectionClass } from '@/lib/images/connection';
import { fetchFile } from './fetch-file';
import { linkedPage } from './linked-page';
import { APP_READY, endFirstView, WITHOUT_APP } from './protocol';

declare const MODULES: readonly [entry: string, ...imported: string[]];
declare const STYLES: string;
declare const FONTS: string;

/** The app starts after this long without any sign of use. */
const REST_MS = 3000;
const FIRST_RETRY_MS = 4000;
const LAST_RETRY_MS = 60_000;

const modules = MODULES;
const [entry, ...others] = modules;
let hasStarted = false;
let retryMs = FIRST_RETRY_MS;
let fetched: Promise<unknown> | undefined;

/**
 * Fetches everything, runs nothing.
 *
 * @param keptTargets what was pressed or submitted before the app listens
 * @param keepTarget the listener that keeps them
 * @returns starts the app, once
 */
export function prepare(keptTargets: HTMLElement[], keepTarget: (event: Event) => void) {
  fetchAll().catch(() => {});
  // Ignore a failure: site/main.tsx imports the fonts again.
  import(/* @vite-ignore */ FONTS).then(
    ({ loadFonts }) => loadFonts(),
    () => {},
  );
  // In a task of its own: React is still committing when the event comes, and a click in that task would be ignored.
  addEventListener(APP_READY, () => setTimeout(() => handOver(keptTargets, keepTarget)), {
    once: true,
  });
  // Firefox counts a prefetch as `default-src`, which is 'none' (scripts/lib/hosting-table.ts): it refuses and reports it.
  // Chromium, which alone knows speculation rules, does not.
  if (connectionClass() !== 'saveData' && HTMLScriptElement.supports?.('speculationrules')) {
    addEventListener('pointerdown', fetchPressed, { passive: true });
  }
  const startApp = () => start(keptTargets, keepTarget);
  setTimeout(startApp, REST_MS);
  return startApp;
}

function start(...kept: Parameters<typeof prepare>) {
  if (hasStarted) return;
  hasStarted = true;
  // Lay out the whole page, so that content does not move while scrolling.
  endFirstView();
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = STYLES;
  document.head.append(link);
  void importAll(kept);
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Each request in a task of its own, because sending one takes a phone some milliseconds. */
function fetchAll() {
  return (fetched ??= Promise.all(
    modules.map(async (href, place) => {
      await pause(place);
      await fetchFile(href);
    }),
  ));
}

/** Imports one after the other, dependencies first; the browser can handle input in between. */
async function importAll(kept: Parameters<typeof prepare>) {
  try {
    await fetchAll();
    for (const href of [...others.toReversed(), entry]) {
      await import(/* @vite-ignore */ href);
      await pause(0);
    }
  } catch {
    // Until then the page can be read, and what is pressed is kept.
    fetched = undefined;
    await pause(retryMs);
    retryMs = Math.min(retryMs * 2, LAST_RETRY_MS);
    await goOnWithoutApp(kept).catch(() => {});
    void importAll(kept);
  }
}

async function goOnWithoutApp(kept: Parameters<typeof prepare>) {
  const address = WITHOUT_APP + Date.now();
  await (await import(/* @vite-ignore */ address)).prepare(...kept, ...modules);
}

/** Requests the document of a pressed link a tenth of a second before the click. Once the app runs, site/load-on-intent.ts
 * requests code and data instead. */
function fetchPressed(event: Event) {
  const link = linkedPage(event);
  if (!link) return;
  const hint = document.createElement('link');
  hint.rel = 'prefetch';
  hint.href = link.href;
  document.head.append(hint);
}

function handOver(keptTargets: readonly HTMLElement[], keepTarget: (event: Event) => void) {
  removeEventListener('click', keepTarget, true);
  removeEventListener('submit', keepTarget, true);
  removeEventListener('pointerdown', fetchPressed);
  for (const target of keptTargets) {
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
}
