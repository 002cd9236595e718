import { readdirSync, readFileSync } from 'node:fs';
import { createElement, type ComponentType } from 'react';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { JSDOM } from 'jsdom';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { vi } from 'vitest';
import { readFilters } from '@/features/posts/filters';
import { toPost, type Post } from '@/features/posts/model';
import { blogQueries } from '@/features/posts/queries';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { headTags, renderHead, type DocumentMeta } from '@/lib/head-tags';
import { sanitizeWith } from '@/lib/sanitize-html';
import { HeadContext, type HeadCollector } from '@/lib/seo';
import { CaseStudyPage } from '@/pages/public/case-study-page';
import { NotFoundPage } from '@/pages/public/not-found-page';
import { PostPage } from '@/pages/public/post-page';
import { pages, type SitePage } from '@/site/pages';
import { readArticle } from '../../../scripts/lib/local/seed.ts';
import { bareStudy, fullStudy } from '../../components/case-studies/public-study';

export const SITE = 'https://site.example';

sanitizeWith(new JSDOM('').window);
vi.stubEnv('VITE_SUPABASE_URL', 'https://project.example');
vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');

const ARTICLES = 'supabase/seed/articles/';
export const posts: readonly Post[] = readdirSync(ARTICLES)
  .filter((file) => file.endsWith('.md'))
  .map((file, index) => {
    const post = toPost({
      ...readArticle(readFileSync(ARTICLES + file, 'utf8')),

      id: `00000000-0000-4000-8000-00000000000${index}`,
      slug: file.replace(/\.md$/, ''),
      updatedAt: '2026-11-01T08:30:00Z',
    });
    if (!post) throw new Error(`${file} is no post`);
    return post;
  });
export const studies = [
  fullStudy(),
  bareStudy({
    id: '3f0e1c5a-0000-4000-8000-000000000002',
    slug: 'paper-boat',
    heroImageUrl: '/storage/v1/object/public/images/boat.jpg',
    pictureFacts: { 'boat.jpg': { alt: 'A paper boat on a pond.' } },
  }),
];

export const STATIC_PAGES = await loadPages('once');

export const HIDDEN_PAGES: Readonly<Record<string, ComponentType>> = {
  ...(await loadPages('never')),
  '/no/such/page': NotFoundPage,
};

async function loadPages(kind: SitePage['prerendered']): Promise<Record<string, ComponentType>> {
  const chosen = pages.filter(({ prerendered }) => prerendered === kind);
  return Object.fromEntries(
    await Promise.all(chosen.map(async ({ path, load }) => [path, await load()])),
  );
}

/** The meta of a page rendered on the server with all its data. */
export function metaOf(path: string, Page: ComponentType, pattern = path): DocumentMeta {
  const client = new QueryClient();
  client.setQueryData(caseStudyQueries.publishedList().queryKey, {
    pages: [studies],
    pageParams: [0],
  });
  client.setQueryData(caseStudyQueries.newest().queryKey, [...studies]);
  for (const study of studies) {
    client.setQueryData(caseStudyQueries.published(study.slug).queryKey, study);
  }
  const pagination = { total: posts.length, page: 1, limit: 10, totalPages: 1 };
  const filters = readFilters(new URL(path, SITE).searchParams);
  client.setQueryData(blogQueries.publishedList(filters).queryKey, {
    posts: [...posts],
    pagination,
  });
  for (const post of posts) client.setQueryData(blogQueries.published(post.slug).queryKey, post);
  const collector: HeadCollector = {};
  const route = createElement(Route, { path: pattern.split('?')[0], element: createElement(Page) });
  renderToStaticMarkup(
    createElement(
      HeadContext,
      { value: collector },
      createElement(
        QueryClientProvider,
        { client },
        createElement(MemoryRouter, { initialEntries: [path] }, createElement(Routes, null, route)),
      ),
    ),
  );
  if (!collector.meta) throw new Error(`${path} says nothing about itself`);
  return collector.meta;
}

export const postMeta = (post: Post) => metaOf(`/blog/${post.slug}`, PostPage, '/blog/:id');
export const studyMeta = (slug: string) =>
  metaOf(`/projects/${slug}`, CaseStudyPage, '/projects/:id');

/** The head as a browser or a crawler parses it. */
export function parseHead(meta: DocumentMeta, path: string, cards?: ReadonlySet<string>) {
  const html = renderHead(headTags(meta, { siteUrl: SITE, path, cards }));
  const { document } = new JSDOM(`<!doctype html><head>${html}</head><body></body>`).window;
  const content = (name: string) =>
    document.head
      .querySelector(`meta[name="${name}"], meta[property="${name}"]`)
      ?.getAttribute('content');
  const data = document.head.querySelector('script[type="application/ld+json"]')?.textContent;
  return {
    document,
    content,
    canonical: document.head.querySelector('link[rel="canonical"]')?.getAttribute('href'),
    graph: data ? graphOf(JSON.parse(data)) : [],
  };
}

export type Node = Readonly<Record<string, unknown>>;

function graphOf(data: { '@context': unknown; '@graph': readonly Node[] }): readonly Node[] {
  if (data['@context'] !== 'https://schema.org') throw new Error('not schema.org');
  return data['@graph'];
}
