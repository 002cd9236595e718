import type { DehydratedState } from '@tanstack/react-query';

/** Ids of the elements that the build puts into a page; scripts/lib/page-html.mjs writes them. */
export const ROOT_ID = 'root';
export const PAGE_DATA_ID = 'page-data';

/** Whether the page came whole from the build: then it comes alive instead of being drawn anew. */
export function isPrerendered(root: HTMLElement): boolean {
  // A list under a query is another page than the one that was built for its address.
  return root.hasChildNodes() && !document.documentElement.hasAttribute('data-redraw');
}

/** What the build asked the backend for, as react-query wrote it. */
export function readPageData(): Partial<DehydratedState> {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  return text ? JSON.parse(text) : {};
}
