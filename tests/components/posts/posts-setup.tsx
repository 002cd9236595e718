import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { clear, createStore } from 'idb-keyval';
import { beforeEach, onTestFinished, vi } from 'vitest';
import type { Post } from '@contracts/blog';
import { createQueryClient } from '@/app/query-client';
import type { EditorSession } from '@/documents/components/document-editor';
import { PostEditor, type PostEditorProps } from '@/features/posts/components/post-editor';
import { createTestRouter } from '../../support/data-router';
import { json, PERSON, type FakeRequest, type FakeRoutes } from '../../support/fake-supabase';
import { closeNotices } from '../../support/notices';

export const POST_ID = '7d0f4d52-9d6a-4f1f-8c6f-8a115b0c1a5e';
export const LOAD = `GET /functions/v1/blog/posts/${POST_ID}`;
export const CREATE = 'POST /functions/v1/blog/posts';
export const UPDATE = `PUT /functions/v1/blog/posts/${POST_ID}`;

export const TERMS: FakeRoutes = {
  'GET /rest/v1/blog_authors': () => json([{ name: 'Mara Ellison' }]),
  'GET /rest/v1/blog_categories': () => json([{ name: 'Craft' }]),
  'GET /rest/v1/blog_tags': () => json([{ name: 'Shops' }]),
};

// Unsaved text of one test is not offered in the next.
beforeEach(() => clear(createStore('journal', 'entries')));

/** A post as the function sends it to staff. */
export function wirePost(overrides: Partial<Post> = {}): Post {
  return {
    id: POST_ID,
    slug: 'eleven-crates',
    title: 'Eleven crates',
    excerpt: 'What a bike taught us.',
    content: '<p>It holds eleven.</p>',
    markdown: 'It holds eleven.',
    imageUrl: null,
    imageAlt: null,
    pictureFacts: {},
    publishedAt: '2026-03-12T14:00:00.000Z',
    updatedAt: '2026-03-12T14:00:00.000Z',
    category: 'Craft',
    tags: ['Shops'],
    readTime: 1,
    author: { name: 'Mara Ellison', avatar: null },
    status: 'published',
    version: 3,
    ...overrides,
  };
}

export function refusal(status: number, message: string, more: Record<string, unknown> = {}) {
  return json({ error: { code: 'REFUSED', message, ...more } }, status);
}

/** Loading returns this post; each save is applied to it and increments its version. */
export function storedPost(overrides: Partial<Post> = {}): FakeRoutes {
  let post = wirePost(overrides);
  const save = ({ body }: FakeRequest) => {
    const { author, ...changes } = Object(body);
    post = { ...post, ...changes, version: post.version + 1 };
    if (author) post.author = { name: author, avatar: null };
    return json({ data: post });
  };
  return { ...TERMS, [LOAD]: () => json({ data: post }), [UPDATE]: save };
}

const signedIn: EditorSession = {
  userId: PERSON.id,
  email: 'ada@example.com',
};

type EditorOptions = Partial<PostEditorProps>;

/** The editor as the page mounts it, with a list before it in the history. */
export function openEditor(options: EditorOptions = {}) {
  const props = {
    id: undefined,
    session: signedIn,
    onCreated: vi.fn(),
    onDeleted: vi.fn(),
    onDuplicated: vi.fn(),
    ...options,
  };
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  onTestFinished(closeNotices);
  const inRouter = createTestRouter();
  const at = (more: EditorOptions) => (
    <QueryClientProvider client={client}>
      {inRouter(<PostEditor {...props} {...more} />)}
    </QueryClientProvider>
  );
  const { rerender, unmount } = render(at({}));
  return {
    ...props,
    user: userEvent.setup(),
    update: (more: EditorOptions) => rerender(at(more)),
    unmount,
  };
}

/** Opens a stored post and waits for its form. */
export async function openPost(options: EditorOptions = {}) {
  const opened = openEditor({ id: POST_ID, ...options });
  await screen.findByRole('form', { name: 'Post' });
  return opened;
}

export const field = (name: string) => screen.getByLabelText(name, { exact: true });
export const title = () => screen.getByRole('textbox', { name: 'Title' });
export const text = () => screen.getByRole('textbox', { name: 'Text' });
export const button = (name: string) => screen.getByRole('button', { name });
export const badge = () => screen.queryByText('Unsaved changes');
