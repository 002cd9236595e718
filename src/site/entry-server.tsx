import { StrictMode } from 'react';
import { hashKey, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { renderToStaticMarkup } from 'react-dom/server';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { HeadContext, type HeadCollector } from '@/lib/seo';
import { createQueryClient } from '@/app/query-client';
import type { DocumentMeta } from '@/lib/head-tags';
import { site } from '@/content/site';
import { removeUnusedData } from './page-data';
import { collectPageData, type PageData } from './prerendered-page';
import type { Seed } from './page-list';
import { preparePage } from './public-routes';
import { Site } from './site';

export { listPages, readShared } from './page-list';
export { sanitizeWith } from '@/lib/sanitize-html';
export { headTags, renderHead } from '@/lib/head-tags';

export type PreparedPage = {
  /** All that the page shows of the backend's data; with the path and the code it determines the page. */
  answers: PageData['answers'];
  /** @throws the error of a component, so that no incomplete page is written */
  render: () => Promise<{ html: string; meta: DocumentMeta; data: PageData }>;
};

/**
 * Markup that this site does not need: the router's attribute for route discovery, the class names of
 * icons, and preloads of pictures that are in the same HTML.
 */
const UNUSED_MARKUP =
  /<link rel="preload" as="image"[^<>]*>| data-discover="true"| class="lucide lucide-[\w-]{1,40}"|lucide lucide-[\w-]{1,40} /g;

/** For the file of pages that scripts alone make. */
export const renderNoScript = (): string =>
  renderToStaticMarkup(
    <noscript>
      <p style={{ margin: '2rem', font: '1.125rem/1.6 sans-serif' }}>
        This page needs JavaScript, which is off in this browser. You can write to us at{' '}
        <a href={`mailto:${site.email}`}>{site.email}</a>.
      </p>
    </noscript>,
  );

/**
 * Reads the data of a public page for the build.
 *
 * @param path begins with a slash; no query, no hash
 * @param seeds answers that are not requested again
 * @throws the error of a request
 */
export async function openPage(path: string, seeds: readonly Seed[] = []): Promise<PreparedPage> {
  const queryClient = createQueryClient();
  const known = new Map(seeds.map(([queryKey, data]) => [hashKey(queryKey), data]));
  const { queries } = queryClient.getDefaultOptions();
  queryClient.setDefaultOptions({
    queries: {
      ...queries,
      persister: (request, context, { queryHash }) =>
        known.has(queryHash) ? known.get(queryHash) : request(context),
    },
  });
  await preparePage(path, () => queryClient);
  for (const { state } of queryClient.getQueryCache().getAll()) {
    if (state.error) throw state.error;
  }
  removeUnusedData(path, queryClient);
  return {
    answers: collectPageData(queryClient).answers,
    render: () => renderPage(path, queryClient),
  };
}

async function renderPage(path: string, queryClient: QueryClient) {
  const head: HeadCollector = {};
  const failures: unknown[] = [];
  const { prelude } = await prerender(
    <StrictMode>
      <HeadContext value={head}>
        <QueryClientProvider client={queryClient}>
          <Site router={(inside) => <StaticRouter location={path}>{inside}</StaticRouter>} />
        </QueryClientProvider>
      </HeadContext>
    </StrictMode>,
    {
      // Without this limit React moves large parts into place by script; pages must work without scripts.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void failures.push(error),
    },
  );
  const rendered = await new Response(prelude).text();
  if (failures.length > 0) throw failures[0];
  if (!head.meta)
    throw new Error(`${path} has no title and description: useDocumentMeta is missing`);
  const html = rendered.replace(UNUSED_MARKUP, '');
  return { html, meta: head.meta, data: collectPageData(queryClient) };
}
