import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { act, renderHook, screen, waitFor } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { useKeptSaves } from '@/documents/kept-saves';
import { postKind } from '@/features/posts/kind';
import { noteReachable } from '@/lib/connection';
import { dismiss } from '@/lib/notifications';
import { discardQueued, enqueue, flushQueue, getQueue, setQueueOwner } from '@/lib/offline-queue';
import {
  fakeSupabase,
  held,
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
  POST_ID,
  refusal,
  storedPost,
  title,
  UPDATE,
  wirePost,
} from './posts-setup';

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
  });
  expect(badge()).toBeNull();
  expect(openNotice()?.title).toBe('"Eleven crates" saved');
});

test('a kept save older than another editor’s save opens the comparison instead of overwriting', async () => {
  const { server } = await saveWithoutResponse();
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

test('Save pressed while the form applies a save of the queue runs after it', async () => {
  openShell();
  const { server, user } = await saveWithoutResponse();
  const stored = wirePost({ excerpt: 'What a bike taught us. Mine.', version: 4 });
  const taken = held(() => json({ data: stored }));
  server.on({ [LOAD]: taken.handler, [UPDATE]: () => json({ data: stored }) });
  act(() => noteReachable());
  await waitFor(() => expect(server.requestsTo(LOAD)).toHaveLength(2));
  await user.type(field('Excerpt'), ' More.');
  await user.click(button('Save changes'));
  taken.release();
  await waitFor(() => expect(server.requestsTo(UPDATE)).toHaveLength(3));
  expect(server.requestsTo(UPDATE)[2]?.body).toEqual({
    excerpt: 'What a bike taught us. Mine. More.',
    version: 4,
    goesLive: false,
  });
});

test('R-04: a save does not replace another tab’s kept save of the same post', async () => {
  const first = await saveWithoutResponse();
  first.unmount();
  const [elsewhere] = getQueue();
  await discardQueued('post', POST_ID);
  const { user } = await openPost();
  if (elsewhere) await enqueue(elsewhere);
  await user.type(field('Excerpt'), ' From another tab.');
  await user.click(button('Save changes'));
  expect(await screen.findByText('What you typed is still here.')).toBeVisible();
  expect(screen.queryByText(KEPT)).not.toBeInTheDocument();
  expect(getQueue()).toMatchObject([
    { payload: { input: { excerpt: 'What a bike taught us. Mine.' } } },
  ]);
});

test('R-04: a successful save leaves another tab’s kept save of the post', async () => {
  openShell();
  const { server, unmount } = await saveWithoutResponse();
  unmount();
  const [elsewhere] = getQueue();
  await discardQueued('post', POST_ID);
  const { user } = await openPost();
  if (elsewhere) await enqueue(elsewhere);
  const saved = wirePost({ title: 'Eleven crates!', version: 4 });
  server.on({
    [LOAD]: () => json({ data: saved }),
    [UPDATE]: ({ body }) =>
      JSON.stringify(body).includes('Mine.')
        ? refusal(409, 'This post has changed since you opened it', { version: 4 })
        : json({ data: saved }),
  });
  await user.type(title(), '!');
  await user.click(button('Save changes'));
  await waitFor(() => expect(badge()).toBeNull());
  await waitFor(() =>
    expect(getQueue()).toMatchObject([
      { state: 'conflict', payload: { input: { excerpt: 'What a bike taught us. Mine.' } } },
    ]),
  );
});

test('R-04: a kept merge becomes the content of the form, with their text in it', async () => {
  openShell();
  const { server, user } = await saveWithoutResponse();
  const theirs = wirePost({ title: 'Twelve crates', version: 4 });
  server.on({
    [LOAD]: () => json({ data: theirs }),
    [UPDATE]: () => refusal(409, 'This post has changed since you opened it', { version: 4 }),
  });
  act(() => noteReachable());
  await screen.findByRole('dialog', { name: 'Someone else saved this post' });
  server.on({ [UPDATE]: networkFailure });
  await user.click(button('Save merged version'));
  expect(await screen.findByText(KEPT)).toBeVisible();
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  expect(title()).toHaveValue('Twelve crates');
});

test('R-04: text typed while their version is fetched is part of the comparison', async () => {
  openShell();
  const { server, user } = await saveWithoutResponse();
  const theirs = () => json({ data: wirePost({ title: 'Twelve crates', version: 4 }) });
  const fetched = held(theirs);
  server.on({
    // The request of the queue comes first.
    [LOAD]: (request) => (server.requestsTo(LOAD).length < 3 ? theirs() : fetched.handler(request)),
    [UPDATE]: () => refusal(409, 'This post has changed since you opened it', { version: 4 }),
  });
  act(() => noteReachable());
  await waitFor(() => expect(server.requestsTo(LOAD)).toHaveLength(3));
  await user.type(field('Excerpt'), ' Meanwhile.');
  fetched.release();
  await screen.findByRole('dialog', { name: 'Someone else saved this post' });
  const merged = 'What a bike taught us. Mine. Meanwhile.';
  server.on({ [UPDATE]: () => json({ data: wirePost({ excerpt: merged, version: 5 }) }) });
  await user.click(button('Save merged version'));
  await waitFor(() => expect(server.requestsTo(UPDATE).at(-1)?.body).toMatchObject({ version: 4 }));
  expect(server.requestsTo(UPDATE).at(-1)?.body).toMatchObject({ excerpt: merged });
  await waitFor(() => expect(field('Excerpt')).toHaveValue(merged));
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
