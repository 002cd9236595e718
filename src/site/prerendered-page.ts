import type { QueryClient, QueryKey } from '@tanstack/react-query';
import { PAGE_DATA_ID, REDRAW } from '@/boot/protocol.mjs';

/** Whether the build has drawn what this address shows: then the app hydrates it. */
export function isPrerendered(root: HTMLElement): boolean {
  return root.hasChildNodes() && !(REDRAW in document.documentElement.dataset);
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

/** As old as the build: shown at once, and asked for again. */
export function takeOverPageData(queryClient: QueryClient) {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return;
  const { askedAt, answers }: PageData = JSON.parse(text);
  for (const [queryKey, data] of answers) {
    queryClient.setQueryData(queryKey, data, { updatedAt: askedAt });
  }
  void queryClient.invalidateQueries({ refetchType: 'none' });
}
