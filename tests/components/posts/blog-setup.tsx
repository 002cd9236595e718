import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import {
  createMemoryRouter,
  Route,
  RouterProvider,
  createRoutesFromElements,
} from 'react-router-dom';
import { BlogPage } from '@/pages/public/blog-page';
import { PostPage } from '@/pages/public/post-page';
import { fakeSupabase, json, type FakeHandler, type FakeRoutes } from '../../support/fake-supabase';

export const POSTS = 'GET /functions/v1/blog/posts';
export const ONE_POST = 'GET /functions/v1/blog/posts/*';

/** A post as the function sends it; lists leave `content` out. */
export function wirePost(overrides: Record<string, unknown> = {}) {
  return {
    id: '3f0e1c5a-0000-4000-8000-000000000001',
    slug: 'eleven-crates',
    title: 'Eleven crates',
    excerpt: 'What a bike taught us.',
    imageUrl: '/images/placeholder-1-960.webp',
    imageAlt: 'A bike with crates',
    publishedAt: '2026-03-12T14:00:00.000Z',
    updatedAt: '2026-03-12T14:00:00.000Z',
    category: 'Craft',
    tags: ['Shops', 'Limits'],
    readTime: 4,
    author: { name: 'Mara Ellison', avatar: '/images/team-mara-ellison-320.webp' },
    status: 'published',
    version: 1,
    ...overrides,
  };
}

export function wirePosts(count: number) {
  return Array.from({ length: count }, (_, index) =>
    wirePost({ id: `post-${index + 1}`, slug: `post-${index + 1}`, title: `Post ${index + 1}` }),
  );
}

/** A page of the list, cut as the function cuts it. */
export function listOf(posts: readonly unknown[]): FakeHandler {
  return ({ url }) => {
    const limit = Number(url.searchParams.get('limit') ?? 10);
    const page = Number(url.searchParams.get('page') ?? 1);
    return json({
      data: posts.slice((page - 1) * limit, page * limit),
      pagination: {
        total: posts.length,
        page,
        limit,
        totalPages: Math.ceil(posts.length / limit),
      },
    });
  };
}

export function openBlog(path: string, routes: FakeRoutes) {
  const backend = fakeSupabase({
    'GET /functions/v1/blog/categories': () =>
      json({ data: [{ name: 'Craft', slug: 'craft', count: 2 }] }),
    'GET /functions/v1/blog/tags': () =>
      json({ data: [{ name: 'Shops', slug: 'shops', count: 1 }] }),
    ...routes,
  });
  const user = userEvent.setup();
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: 60_000 } } });
  const router = createMemoryRouter(
    createRoutesFromElements(
      <>
        <Route path="/blog" element={<BlogPage />} />
        <Route path="/blog/:id" element={<PostPage />} />
      </>,
    ),
    { initialEntries: [path] },
  );
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return { backend, user, router };
}

export const robots = () =>
  document.head.querySelector('meta[name="robots"]')?.getAttribute('content');
