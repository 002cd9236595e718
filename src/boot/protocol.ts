// What a prerendered page, its two scripts and the app have to agree on. Imported by the build (scripts/lib), by the
// scripts of a page (start-app.ts, load-app.ts) and by the app.
//
// 1. The build writes a page: the app's HTML in #root, its data in #page-data, the inline script start-app.ts.
// 2. start-app.ts waits for the first paint, then fetches the loader that the page names: load-app.ts, one for
//    each kind of page. The loader fetches the app's modules, and starts them on the first user input or after three seconds.
//    If that fails twice, without-app.ts lets the browser act.
// 3. The app hydrates #root, takes over #page-data and dispatches APP_READY; kept clicks and submits are then repeated.

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

/** `data-loader` of the inline script: the address of the page's loader. */
export const LOADER_MARK = 'data-loader';

/** `data-unbuilt` of the inline script: a regular expression for addresses (path and query) to be rendered anew. */
export const UNBUILT_MARK = 'data-unbuilt';

/** The script for when the app cannot be had. With a time behind it, so that it can be imported after it has failed. */
export const WITHOUT_APP = '/without-app.js?';

/** Event on window: a page of the app has mounted. */
export const APP_READY = 'app-ready';

/** Event on window: another page than before is on screen. */
export const PAGE_CHANGE = 'page-change';
