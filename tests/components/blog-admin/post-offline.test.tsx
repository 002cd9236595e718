import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { useQueuedPosts } from '@/features/blog-admin/queued-posts';
import { noteReachable } from '@/lib/connection';
import { discardQueued, flushQueue, getQueue, setQueueOwner } from '@/lib/offline-queue';
import {
  fakeSupabase,
  json,
  networkFailure,
  PERSON,
  signedInAs,
} from '../../support/fake-supabase';
import {
  badge,
  button,
  field,
  LOAD,
  openNotice,
  openPost,
  refusal,
  storedPost,
  UPDATE,
  wirePost,
} from './posts-setup';

const HEALTH = 'GET /auth/v1/health';
const KEPT = 'Kept on this device; it will be saved when the connection is back';

beforeAll(async () => {
  await import('@/lib/render-post');
}, 30_000);

beforeEach(() => setQueueOwner(PERSON.id));

afterEach(async () => {
  noteReachable();
  await flushQueue();
  for (const { kind, key } of getQueue()) await discardQueued(kind, key);
});

/** The part of the staff area that sends what waits. */
function openShell() {
  const client = createQueryClient();
  renderHook(() => useQueuedPosts(vi.fn()), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
}

/** A stored post whose save gets no answer. */
async function saveInVain() {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...storedPost(),
    [UPDATE]: networkFailure,
    [HEALTH]: networkFailure,
  });
  const opened = await openPost();
  await opened.user.type(field('Excerpt'), ' Mine.');
  await opened.user.click(button('Save changes'));
  await screen.findByText(KEPT);
  return { server, ...opened };
}

test('without a connection a save is kept on this device and sent when it is back', async () => {
  const { server } = await saveInVain();
  server.on({ ...storedPost(), [HEALTH]: () => json({ name: 'GoTrue' }) });
  openShell();
  noteReachable();
  await flushQueue();
  await screen.findByText(/^Saved /);
  expect(server.requestsTo(UPDATE).at(-1)?.body).toEqual({
    excerpt: 'What a bike taught us. Mine.',
    version: 3,
  });
  expect(badge()).toBeNull();
  expect(openNotice()?.title).toBe('"Eleven crates" saved');
});

test('a kept save that somebody overtook is compared, not sent over theirs', async () => {
  const { server } = await saveInVain();
  server.on({
    [LOAD]: () => json({ data: wirePost({ excerpt: 'Theirs.', version: 4 }) }),
    [UPDATE]: () => refusal(409, 'This post has changed since you opened it', { version: 4 }),
    [HEALTH]: () => json({ name: 'GoTrue' }),
  });
  openShell();
  noteReachable();
  await flushQueue();
  expect(await screen.findByRole('dialog', { name: 'Someone else saved this post' })).toBeVisible();
  await waitFor(() => expect(getQueue()).toHaveLength(1));
  expect(screen.getByRole('textbox', { name: 'Excerpt', hidden: true })).toHaveValue(
    'What a bike taught us. Mine.',
  );
});
