// The script of prerendered pages: does what needs no app, and starts the app once something needs it. protocol.ts
// describes all steps. The build writes the constants (scripts/lib/build/page-script.ts).
import { loadFonts } from '@/app/load-fonts';
import { hasDraft } from '@/features/enquiries/draft';
import { isMailedLink } from '@/features/session/links/mailed-link';
import { hasStoredSession } from '@/features/session/stored-session';
import { getAppState, selectService } from '@/lib/app-state';
import { connectionClass } from '@/lib/images/connection';
import { hasKeptNotice } from '@/lib/kept-notice';
import { hasQueuedWork } from '@/lib/queued-work';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import { noteVisit } from '@/lib/visit';
import { fetchFile } from './fetch-file';
import { isForAnotherTab, keptTarget } from './kept-target';
import { linkedPage } from './linked-page';
import { actOn, isLive, startLiveParts } from './live-parts';
import type * as OfficeParts from './office-parts';
import { APP_READY, endFirstView, REDRAW } from './protocol';
import { tryAgain } from './without-app';

declare const MODULES: Record<string, readonly [entry: string, ...imported: string[]]>;
declare const STYLES: string;
declare const OFFICES: string;

/** The app's entry and what it and a page import, by the name of the page's module. */
export const modulesOf = MODULES;

/** The visitor begins to use the page. */
const INPUT_EVENTS = ['pointermove', 'pointerdown', 'touchstart', 'keydown', 'focusin', 'scroll'];
/** A pointer, a finger or the focus has come to a control. */
const NEAR_EVENTS = ['pointerover', 'touchstart', 'focusin'];
const CONTROLS = 'form,button,.video,[aria-haspopup],input';
const FIELDS = 'input,select,textarea';
const FIRST_RETRY_MS = 4000;
const LAST_RETRY_MS = 60_000;

/**
 * @param page the name of its module
 * @param kept what was pressed or submitted until now
 * @param keepEarly the listener that has kept it
 */
export function runPage(page: string, kept: HTMLElement[], keepEarly: (event: Event) => void) {
  noteVisit(location.pathname);
  const modules = MODULES[page] ?? [];
  const listening = new AbortController();
  const stopLiveParts = startLiveParts();
  let stopOffices: (() => void) | undefined;
  let fetched: Promise<unknown> | undefined;
  let isStarted = false;

  const listen = (types: readonly string[], listener: (event: Event) => void, isOnce = false) => {
    for (const type of types) {
      addEventListener(type, listener, {
        ...{ capture: true, once: isOnce, signal: listening.signal },
        passive: type !== 'click' && type !== 'submit',
      });
    }
  };

  function keep(event: Event) {
    const target = keptTarget(event) ?? filterLink(event) ?? refusedService(event);
    if (!target) return;
    event.preventDefault();
    // React may have hydrated this part already, and would handle the event a second time.
    event.stopPropagation();
    take(target);
  }

  function take(target: HTMLElement) {
    if (actOn(target)) return;
    if (!kept.includes(target)) kept.push(target);
    startSoon();
  }

  function stopKeeping() {
    removeEventListener('click', keep, true);
    removeEventListener('submit', keep, true);
  }

  /** Each request in a task of its own, because sending one takes a phone some milliseconds. */
  function fetchApp() {
    return (fetched ??= Promise.all(
      modules.map(async (href, place) => {
        await pause(place);
        await fetchFile(href);
      }),
    ));
  }

  /** After the next paint: the focus or the pressed control is seen first. */
  function startSoon() {
    fetchApp().catch(() => {});
    requestAnimationFrame(() => setTimeout(start));
  }

  function start() {
    if (isStarted) return;
    isStarted = true;
    showWholePage();
    void importApp();
  }

  /** Imports one after the other, dependencies first; the browser can handle input in between. */
  async function importApp() {
    const [entry = '', ...others] = modules;
    for (let retryMs = FIRST_RETRY_MS; ; retryMs = Math.min(retryMs * 2, LAST_RETRY_MS)) {
      try {
        await fetchApp();
        for (const href of [...others.toReversed(), entry]) {
          await import(/* @vite-ignore */ href);
          await pause(0);
        }
        return;
      } catch {
        // Until then the page can be read, and what is pressed is kept.
        fetched = undefined;
        await pause(retryMs);
        await tryAgain(kept, stopKeeping, ...modules);
      }
    }
  }

  function considerNear({ target }: Event) {
    if (!(target instanceof Element)) return;
    const control = target.closest<HTMLElement>(CONTROLS) ?? filterLinkOf(target);
    if (control && !isLive(control)) fetchApp().catch(() => {});
  }

  function handleUse({ target }: Event) {
    if (target instanceof Element && target.matches(FIELDS)) startSoon();
  }

  /** The app shows text in place of a picture that failed, or its original in place of its variants. */
  function handleError({ target }: Event) {
    if (target instanceof HTMLImageElement) startSoon();
  }

  function handleStorage({ key }: StorageEvent) {
    if (key === SESSION_STORAGE_KEY) startSoon();
  }

  function handOver() {
    listening.abort();
    stopKeeping();
    stopLiveParts();
    stopOffices?.();
    for (const target of kept.splice(0)) {
      if (target instanceof HTMLFormElement) target.requestSubmit();
      else target.click();
    }
  }

  // In a task of its own: React is still committing when the event comes, and a click in that task would be ignored.
  addEventListener(APP_READY, () => setTimeout(handOver), { once: true });
  removeEventListener('click', keepEarly, true);
  removeEventListener('submit', keepEarly, true);
  addEventListener('click', keep, true);
  addEventListener('submit', keep, true);
  listen(INPUT_EVENTS, showWholePage, true);
  listen(NEAR_EVENTS, considerNear);
  listen(['focusin', 'input'], handleUse);
  listen(['error'], handleError);
  addEventListener('storage', handleStorage, { signal: listening.signal });
  // Firefox counts a prefetch as `default-src`, which is 'none' (scripts/lib/build/hosting-table.ts): it refuses and reports it.
  // Chromium, which alone knows speculation rules, does not.
  if (connectionClass() !== 'saveData' && HTMLScriptElement.supports?.('speculationrules')) {
    listen(['pointerdown'], fetchPressed);
  }
  void loadFonts();
  if (document.querySelector('[data-office]')) {
    // If it fails, the times are shown once the app runs.
    import(/* @vite-ignore */ OFFICES).then(
      ({ watchOffices }: typeof OfficeParts) => (stopOffices = watchOffices()),
      () => {},
    );
  }
  // The inlined styles have none for it.
  if (document.querySelector('[data-paused]')) showWholePage();
  if (isNeededAtOnce(page)) startSoon();
  else if (document.activeElement?.matches(FIELDS)) startSoon();
  else void findFailedPicture().then((hasFailed) => hasFailed && startSoon());
  kept.splice(0).forEach(take);
}

/**
 * For a page whose own script could not be had.
 *
 * @param script its address
 */
export function goOnWithoutApp(
  kept: HTMLElement[],
  keepEarly: (event: Event) => void,
  script: string,
) {
  return tryAgain(
    kept,
    () => {
      removeEventListener('click', keepEarly, true);
      removeEventListener('submit', keepEarly, true);
    },
    script,
  );
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The page may be older than what it shows, or this visitor has more to see than it holds. */
function isNeededAtOnce(page: string): boolean {
  return (
    REDRAW in document.documentElement.dataset ||
    page === 'not-found' ||
    (page === 'contact' && (getAppState().selectedServiceId !== undefined || hasDraft())) ||
    isMailedLink() ||
    hasStoredSession() ||
    hasQueuedWork() ||
    hasKeptNotice()
  );
}

/** Whether a picture had failed before the listener for errors came. */
async function findFailedPicture(): Promise<boolean> {
  const suspects = [...document.images].filter((one) => one.complete && one.naturalWidth === 0);
  // An SVG without a size has no natural width either.
  const outcomes = await Promise.allSettled(suspects.map((one) => one.decode()));
  return outcomes.some(({ status }) => status === 'rejected');
}

let isWholePageShown = false;

/** Lays out the whole page with all styles, so that content does not move while scrolling. */
function showWholePage() {
  if (isWholePageShown) return;
  isWholePageShown = true;
  endFirstView();
  addLink('stylesheet', STYLES);
  // Late, because browsers fetch it over a second connection, which would slow the first view.
  addLink('manifest', '/site.webmanifest');
}

/** Requests the document of a pressed link a tenth of a second before the click. Once the app runs, site/load-on-intent.ts
 * requests code and data instead. */
function fetchPressed(event: Event) {
  const link = linkedPage(event);
  if (link) addLink('prefetch', link.href);
}

function addLink(rel: string, href: string) {
  document.head.append(Object.assign(document.createElement('link'), { rel, href }));
}

/** A pressed link to this page with another query, which only the app can show. */
function filterLink(event: Event): HTMLElement | null {
  const link = event.type === 'click' && filterLinkOf(event.target as Element);
  return link && !isForAnotherTab(link, event as MouseEvent) ? link : null;
}

/** A pressed 'Contact Us' link whose service the browser does not keep for the next page: the app says so. */
function refusedService(event: Event): HTMLElement | null {
  const link = (event.target as Element).closest<HTMLElement>('a[data-service]');
  if (event.type !== 'click' || !link) return null;
  try {
    selectService(link.dataset.service ?? '');
    return null;
  } catch {
    return isForAnotherTab(link, event as MouseEvent) ? null : link;
  }
}

function filterLinkOf(target: Element): HTMLElement | null {
  const link = target.closest('a');
  const isFilter =
    link?.origin === location.origin &&
    link.pathname === location.pathname &&
    link.search !== location.search;
  return isFilter ? link : null;
}
