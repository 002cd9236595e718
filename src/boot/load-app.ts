// Fetches and starts the app of a prerendered page, at the word of late-start.ts. The build writes one of these
// for each kind of page, with the three constants below. No imports.
declare const MODULES: readonly [entry: string, ...imported: string[]];
declare const STYLES: string;
declare const FONTS: string;

const [entry, ...others] = MODULES;
const REST_MS = 3000;
let hasStarted = false;
let patience = 2000;
let fetched: Promise<unknown> | undefined;

/**
 * Fetches all, runs nothing: it is there when it is needed.
 *
 * @param kept what is pressed before the app listens
 * @param keep listens until then
 * @returns starts the app, once
 */
export function prepare(kept: readonly HTMLElement[], keep: (event: Event) => void) {
  fetchAll().catch(() => {});
  // The app asks again.
  import(/* @vite-ignore */ FONTS).then(
    ({ loadFonts }) => loadFonts(),
    () => {},
  );
  // React is still at work when it says so, and could not yet bring alive what is pressed.
  addEventListener('app-ready', () => setTimeout(() => handOver(kept, keep)), { once: true });
  setTimeout(start, REST_MS);
  return start;
}

function start() {
  if (hasStarted) return;
  hasStarted = true;
  // Laid out whole: whoever scrolls finds everything in its place.
  delete document.documentElement.dataset.firstView;
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = STYLES;
  document.head.append(link);
  void load();
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/**
 * Not as modules: one that could not be fetched once can never be imported. Each in a task of its own, since
 * asking alone takes a phone some milliseconds.
 */
function fetchAll() {
  return (fetched ??= Promise.all(
    MODULES.map(async (href, place) => {
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

function handOver(kept: readonly HTMLElement[], keep: (event: Event) => void) {
  removeEventListener('click', keep, true);
  removeEventListener('submit', keep, true);
  for (const target of kept) {
    if (target instanceof HTMLFormElement) target.requestSubmit();
    else target.click();
  }
}
