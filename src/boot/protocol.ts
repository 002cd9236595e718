// What a prerendered page, its scripts and the app have to agree on. Imported by the build (scripts/lib), by the
// scripts of a page (start-app.ts, page-script.ts) and by the app.
//
// 1. The build writes a page: the app's HTML in #root, its data in #page-data, the inline script start-app.ts.
// 2. start-app.ts keeps presses and submits, waits for the first paint, then runs the page script (page-script.ts).
// 3. The page script does what needs no app (live-parts.ts, office-parts.ts). It fetches the modules of the app when a
//    pointer comes near a control that needs it, and starts them on its first use. If that fails twice, without-app.ts
//    lets the browser act.
// 4. The app hydrates #root, takes over #page-data and dispatches APP_READY. The page script then ends, and repeats the kept
//    presses and submits.

/** React renders into this element. */
export const ROOT_ID = 'root';

/** JSON that the app's queries begin with: `PageData` in src/site/prerendered-page.ts. */
export const PAGE_DATA_ID = 'page-data';

/** Where the first view ends: the browser may not paint before it has parsed this (`<link rel="expect">`). */
export const FIRST_VIEW_END_ID = 'first-view';

/** Marks the tags in <head> that are about this page: the next page replaces them. */
export const HEAD_MARK = 'data-head';

/**
 * Removes `data-first-view` of <html>. The script in index.html sets it on a navigation without a hash: '' before the
 * first paint, 'painted' after it. While it is there, styles/index.css does not render content below the viewport.
 */
export function endFirstView() {
  delete document.documentElement.dataset.firstView;
}

/** `data-redraw` of <html>: the build could not know this address, so the app renders the page anew. */
export const REDRAW = 'redraw';

/** The app has rendered the page. */
export function endRedraw() {
  delete document.documentElement.dataset.redraw;
}

/** `data-script` of the inline script: the address of the page script. */
export const SCRIPT_MARK = 'data-script';

/** `data-page` of the inline script: the name of the module that draws this page. */
export const PAGE_MARK = 'data-page';

/** `data-unbuilt` of the inline script: a regular expression for addresses (path and query) to be rendered anew. */
export const UNBUILT_MARK = 'data-unbuilt';

/**
 * The page script at an address that stays through deploys, for when the page's own cannot be had. With a time behind it,
 * so that it can be imported after it has failed.
 */
export const LASTING_SCRIPT = '/page-script.js?';

/** `data-live` of a control: what live-parts.ts does when it is pressed. */
export const LIVE_MARK = 'data-live';

/** Event on window: a page of the app has mounted. */
export const APP_READY = 'app-ready';

/** Event on window: another page than before is on screen. */
export const PAGE_CHANGE = 'page-change';
