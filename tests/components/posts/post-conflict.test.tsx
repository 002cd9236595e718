import 'fake-indexeddb/auto';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { beforeAll, expect, test } from 'vitest';
import { fakeSupabase, json, signedInAs } from '../../support/fake-supabase';
import {
  badge,
  button,
  field,
  LOAD,
  openPost,
  refusal,
  storedPost,
  title,
  UPDATE,
  wirePost,
} from './posts-setup';

beforeAll(async () => {
  await import('@/lib/render-post');
}, 30_000);

const theirs = wirePost({ excerpt: 'Theirs.', tags: ['Shops', 'Limits'], version: 4 });

/** Another editor saves while the form is open. */
async function openOutdated() {
  const server = fakeSupabase({ ...signedInAs('editor'), ...storedPost() });
  const opened = await openPost();
  server.on({
    [LOAD]: () => json({ data: theirs }),
    [UPDATE]: ({ body }) => {
      const { version, ...changes } = Object(body);
      return version === 4
        ? json({ data: { ...theirs, ...changes, version: 5 } })
        : refusal(409, 'This post has changed since you opened it', { version: 4 });
    },
  });
  return { server, ...opened };
}

test('fields changed on both sides are questions, the others are merged, and nothing is overwritten', async () => {
  const { server, user } = await openOutdated();
  await user.clear(field('Excerpt'));
  await user.type(field('Excerpt'), 'Mine.');
  await user.type(title(), '!');
  await user.click(button('Save changes'));

  const dialog = await screen.findByRole('dialog', { name: 'Someone else saved this post' });
  expect(within(dialog).getByRole('button', { name: 'Save merged version' })).toBeDisabled();
  expect(within(dialog).getByText('1 choice left')).toBeVisible();
  const excerpt = within(dialog).getByRole('group', { name: 'Excerpt' });
  expect(within(excerpt).getByText('Theirs', { exact: false, selector: 'ins' })).toBeVisible();
  expect(within(dialog).getByText('Limits')).toBeVisible();
  await user.click(within(excerpt).getByRole('button', { name: 'Keep mine' }));
  await user.click(within(dialog).getByRole('button', { name: 'Save merged version' }));

  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(UPDATE).at(-1)?.body).toEqual({
    title: 'Eleven crates!',
    excerpt: 'Mine.',
    version: 4,
    goesLive: false,
    saveIds: [expect.any(String)],
  });
  expect(screen.getByText('Limits')).toBeVisible();
  expect(badge()).toBeNull();
});

test('text typed while the comparison opens is part of it', async () => {
  const { server, user } = await openOutdated();
  await user.type(field('Excerpt'), ' Mine.');
  await user.click(button('Save changes'));
  await screen.findByRole('dialog');
  fireEvent.input(screen.getByDisplayValue('Eleven crates'), {
    target: { value: 'Twelve crates' },
  });
  const keep = () => user.click(screen.getByRole('button', { name: 'Keep mine' }));
  const merge = () => user.click(screen.getByRole('button', { name: 'Save merged version' }));
  await keep();
  await merge();
  expect(await screen.findByText(/You typed more while this opened/)).toBeVisible();
  expect(server.requestsTo(UPDATE)).toHaveLength(1);
  await keep();
  await merge();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(server.requestsTo(UPDATE).at(-1)?.body).toMatchObject({ title: 'Twelve crates' });
  expect(badge()).toBeNull();
});

test('the dialog names who saved the other version', async () => {
  const { server, user } = await openOutdated();
  server.on({
    'GET /rest/v1/document_revisions': () =>
      json([
        {
          version: 4,
          snapshot: { post: {}, tags: [], category: null, author: null },
          saved_by_email: 'mira@example.com',
          saved_at: '2026-11-13T10:00:00+00:00',
          restored_from: null,
        },
      ]),
  });
  await user.type(title(), '!');
  await user.click(button('Save changes'));
  expect(await screen.findByRole('dialog', { name: 'mira saved this post' })).toBeVisible();
});
