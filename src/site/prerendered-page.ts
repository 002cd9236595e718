import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { PAGE_DATA_ID, REDRAW } from '@/boot/protocol';

/** Whether the HTML of this page was prerendered: then the app hydrates it. */
export function isPrerendered(root: HTMLElement): boolean {
  return root.hasChildNodes() && !(REDRAW in document.documentElement.dataset);
}

/** The backend's data at build time. Every visitor downloads it, so it must be small. */
export type PageData = { askedAt: number; answers: readonly (readonly [QueryKey, unknown])[] };

export function collectPageData(queryClient: QueryClient): PageData {
  const queries = queryClient.getQueryCache().getAll();
  return {
    askedAt: Math.min(...queries.map(({ state }) => state.dataUpdatedAt)),
    answers: queries.map(({ queryKey, state }) => [queryKey, state.data]),
  };
}

/** Shows the data of the build at once, marked as stale so that it is fetched again. */
export function takeOverPageData(queryClient: QueryClient) {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return;
  const { askedAt, answers }: PageData = JSON.parse(text);
  for (const [queryKey, data] of answers) {
    queryClient.setQueryData(queryKey, data, { updatedAt: askedAt });
  }
  void queryClient.invalidateQueries({ refetchType: 'none' });
}
