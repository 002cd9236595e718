import { StrictMode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { HeadContext, type HeadCollector } from '@/lib/seo';
import { createQueryClient } from '@/app/query-client';
import type { DocumentMeta } from '@/lib/head-tags';
import { removeUnusedData } from './page-data';
import { collectPageData, type PageData } from './prerendered-page';
import { preparePage } from './public-routes';
import { Site } from './site';

export { listPages } from './page-list';
export { sanitizeWith } from '@/lib/sanitize-html';
export { headTags, renderHead } from '@/lib/head-tags';

export type RenderedPage = { html: string; meta: DocumentMeta; data: PageData };

/**
 * Markup that this site does not need: the router's attribute for route discovery, the class names of
 * icons, and preloads of pictures that are in the same HTML.
 */
const UNUSED_MARKUP =
  /<link rel="preload" as="image"[^<>]*>| data-discover="true"| class="lucide lucide-[\w-]{1,40}"|lucide lucide-[\w-]{1,40} /g;

/**
 * Renders a public page for the build, with the backend's current data.
 *
 * @param path begins with a slash; no query, no hash
 * @throws the error of a request or component, so that no incomplete page is written
 */
export async function renderPage(path: string): Promise<RenderedPage> {
  const queryClient = createQueryClient();
  await preparePage(path, queryClient);
  for (const { state } of queryClient.getQueryCache().getAll()) {
    if (state.error) throw state.error;
  }
  removeUnusedData(path, queryClient);
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
  const html = rendered.replace(UNUSED_MARKUP, '');
  if (failures.length > 0) throw failures[0];
  if (!head.meta)
    throw new Error(`${path} has no title and description: useDocumentMeta is missing`);
  return { html, meta: head.meta, data: collectPageData(queryClient) };
}
