import type { QueryClient, QueryKey } from '@tanstack/react-query';

/** Ids of the elements that the build puts into a page; scripts/lib/page-html.mjs writes them. */
export const ROOT_ID = 'root';
export const PAGE_DATA_ID = 'page-data';

/** Whether the page came whole from the build: then it comes alive instead of being drawn anew. */
export function isPrerendered(root: HTMLElement): boolean {
  // A list under a query is another page than the one that was built for its address.
  return root.hasChildNodes() && !document.documentElement.hasAttribute('data-redraw');
}

/** What the build asked the backend for, and when. Every visitor downloads it: nothing that can be left out. */
export type PageData = { askedAt: number; answers: readonly (readonly [QueryKey, unknown])[] };

export function collectPageData(queryClient: QueryClient): PageData {
  const queries = queryClient.getQueryCache().getAll();
  return {
    askedAt: Math.min(...queries.map(({ state }) => state.dataUpdatedAt)),
    answers: queries.map(({ queryKey, state }) => [queryKey, state.data]),
  };
}

/** JSON, but for the line breaks within its texts, which stand as they are: scripts/lib/page-html.mjs. */
export function readPageData(text: string): PageData {
  return JSON.parse(text.replaceAll('\n', '\\n'));
}

/** As old as the build: shown at once, and asked for anew. */
export function takeOverPageData(queryClient: QueryClient) {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return;
  const { askedAt, answers } = readPageData(text);
  for (const [queryKey, data] of answers) {
    queryClient.setQueryData(queryKey, data, { updatedAt: askedAt });
  }
  void queryClient.invalidateQueries({ refetchType: 'none' });
}
