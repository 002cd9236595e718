import { StrictMode } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { prerender } from 'react-dom/static';
import { StaticRouter } from 'react-router-dom';
import { HeadContext, type HeadCollector } from '@/lib/seo';
import { createQueryClient } from '@/app/query-client';
import type { DocumentMeta } from '@/lib/head-tags';
import { onlyWhatIsShown } from './page-data';
import { collectPageData, type PageData } from './prerendered-page';
import { preparePage } from './public-routes';
import { Site } from './site';

export { listPages } from './page-list';
export { sanitizeWith } from '@/lib/sanitize-html';
export { headTags, renderHead } from '@/lib/head-tags';

export type RenderedPage = { html: string; meta: DocumentMeta; data: PageData };

/**
 * What React and the libraries write and nobody reads: the router's word for apps that ask a server for their
 * routes, the name of every icon, and that a picture is needed early which stands in the same first bytes.
 */
const NOTES =
  /<link rel="preload" as="image"[^<>]*>| data-discover="true"| class="lucide lucide-[\w-]{1,40}"|lucide lucide-[\w-]{1,40} /g;

/**
 * Draws a public page as the build writes it, with what the backend says now.
 *
 * @param path begins with a slash; no query, no hash
 * @throws what a request or a component threw: half a page is never written
 */
export async function renderPage(path: string): Promise<RenderedPage> {
  const queryClient = createQueryClient();
  await preparePage(path, queryClient);
  for (const { state } of queryClient.getQueryCache().getAll()) {
    if (state.error) throw state.error;
  }
  onlyWhatIsShown(path, queryClient);
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
      // A page must read without scripts: nothing is moved into place by one.
      progressiveChunkSize: Number.MAX_SAFE_INTEGER,
      onError: (error) => void failures.push(error),
    },
  );
  const drawn = await new Response(prelude).text();
  const html = drawn.replace(NOTES, '');
  if (failures.length > 0) throw failures[0];
  if (!head.meta) throw new Error(`${path} does not say what it is: useDocumentMeta is missing`);
  return { html, meta: head.meta, data: collectPageData(queryClient) };
}
