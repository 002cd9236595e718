import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { renderHook, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { useKeptSaves } from '@/documents/kept-saves';
import { postKind } from '@/features/posts/kind';
import { noteReachable } from '@/lib/connection';
import { dismiss } from '@/lib/notifications';
import { discardQueued, enqueue, flushQueue, getQueue, setQueueOwner } from '@/lib/offline-queue';
import {
  fakeSupabase,
  json,
  networkFailure,
  PERSON,
  signedInAs,
} from '../../support/fake-supabase';
import { badge, button, field, openPost, POST_ID, storedPost, UPDATE } from './posts-setup';
import { openNotice } from '../../support/notices';

const HEALTH = 'GET /auth/v1/health';
const KEPT = 'Offline: kept on this device until the connection is back';

beforeAll(async () => {
  await import('@/lib/render-post');
}, 30_000);

beforeEach(() => setQueueOwner(PERSON.id));

afterEach(async () => {
  noteReachable();
  await flushQueue();
  for (const { kind, key } of getQueue()) await discardQueued(kind, key);
});

/** The part of the staff area that sends the queue. */
function openShell() {
  const client = createQueryClient();
  renderHook(() => useKeptSaves(postKind, null, vi.fn()), {
    wrapper: ({ children }) => (
      <QueryClientProvider client={client}>{children}</QueryClientProvider>
    ),
  });
}

/** A stored post whose save gets no response. */
async function saveWithoutResponse() {
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
  // The time of the failure toast has passed.
  dismiss(openNotice()?.id ?? '');
  return { server, ...opened };
}

test('without a connection a save is kept on this device and sent when it is back', async () => {
  const { server } = await saveWithoutResponse();
  server.on({ ...storedPost(), [HEALTH]: () => json({ name: 'GoTrue' }) });
  openShell();
  noteReachable();
  await flushQueue();
  await screen.findByText(/^Saved /);
  expect(server.requestsTo(UPDATE).at(-1)?.body).toEqual({
    excerpt: 'What a bike taught us. Mine.',
    version: 3,
    goesLive: false,
    saveIds: [expect.any(String)],
  });
  expect(badge()).toBeNull();
  expect(openNotice()?.title).toBe('"Eleven crates" saved');
});

test('a kept save that no longer fits the form is neither sent nor replaced', async () => {
  fakeSupabase({ ...signedInAs('editor'), ...storedPost(), [UPDATE]: networkFailure });
  const payload = { id: POST_ID, version: 3, input: { title: 'Old', tags: 'one' } };
  await enqueue({ kind: 'post', key: POST_ID, label: 'Old', payload, owner: PERSON.id });
  const { user } = await openPost();
  expect(await screen.findByLabelText('Kept text')).toHaveValue('title: Old\n\ntags: one');
  await user.type(field('Excerpt'), ' Mine.');
  await user.click(button('Save changes'));
  await screen.findByText('What you typed is still here.');
  expect(getQueue()).toMatchObject([{ payload: { input: { title: 'Old' } } }]);
});
