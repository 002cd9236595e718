import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { RenamedDialog } from '@/pages/admin/renamed-dialog';
import { fakeSupabase, json, type FakeRoutes } from '../../support/fake-supabase';

const SAVE = 'POST /rest/v1/rpc/save_page_texts';
const COPIES = 'GET /rest/v1/working_copies';
const OPEN_PAGE = 'd0000000-0000-4000-8000-000000000000';

const page = (number: number, name: string, texts: object) => ({
  ...{ id: `d0000000-0000-4000-8000-00000000000${number}`, page: name, version: 3, texts },
  updated_at: '2026-11-18 10:00:00+00',
});

/** The pages of `page_texts`, which saving changes. */
function open(routes: FakeRoutes = {}) {
  const rows = [
    { ...page(0, 'services', { hero_lead: 'Old Craft here' }), id: OPEN_PAGE },
    page(1, 'about', { hero_lead: 'We do Old Craft daily' }),
    page(2, 'contact', { hero_lead: 'Ask for Old Craft' }),
    page(3, 'blog', { hero_lead: 'Old Crafts are something else' }),
  ];
  const backend = fakeSupabase({
    'POST /rest/v1/rpc/search_staff_area': () => json([]),
    'GET /rest/v1/page_texts': ({ url }) => {
      const id = url.searchParams.get('id')?.replace('eq.', '');
      return json(id ? rows.find((row) => row.id === id) : rows);
    },
    [SAVE]: ({ body }) => {
      const sent: Record<string, unknown> = Object(body);
      const row = rows.find(({ id }) => id === sent.page_id);
      return json(Object.assign(row ?? {}, { texts: sent.texts, version: 4 }));
    },
    ...routes,
  });
  const onClose = vi.fn();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <RenamedDialog
        pageId={OPEN_PAGE}
        renames={[{ from: 'Old Craft', to: 'New Craft' }]}
        onClose={onClose}
      />
    </QueryClientProvider>,
  );
  return { backend, onClose, user: userEvent.setup() };
}

const dialogOf = (name: string) => screen.findByRole('dialog', { name });

test('the other texts that say the old name are listed and replaced', async () => {
  const { backend, onClose, user } = open();
  const dialog = within(await dialogOf('2 texts still say “Old Craft”'));
  expect(dialog.getByRole('link', { name: 'About (in a new tab)' })).toHaveAttribute(
    'href',
    '/admin/site/edit/d0000000-0000-4000-8000-000000000001',
  );
  expect(dialog.getByText('We do Old Craft daily')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Replace each' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.requestsTo(SAVE).map(({ body }) => body)).toMatchObject([
    { expected_version: 3, texts: { hero_lead: 'We do New Craft daily' }, goes_live: true },
    { expected_version: 3, texts: { hero_lead: 'Ask for New Craft' }, goes_live: true },
  ]);
});

test('one text is replaced alone, and the rest stays listed', async () => {
  const { backend, onClose, user } = open();
  await dialogOf('2 texts still say “Old Craft”');
  await user.click(screen.getByRole('button', { name: 'Replace in Contact' }));
  await dialogOf('1 text still says “Old Craft”');
  expect(backend.requestsTo(SAVE)).toHaveLength(1);
  await user.click(screen.getByRole('button', { name: 'Leave them' }));
  expect(onClose).toHaveBeenCalled();
});

test('while the new name waits to be published, so does its replacement', async () => {
  const waiting = {
    ...{ version: 4, base_version: 3, content: { page: 'services', texts: {} }, saved_by: null },
    ...{ saved_at: '2026-11-18 10:00:00+00', publish_at: null, publish_failure: null },
    has_publishing_schedule: false,
  };
  const { backend, onClose, user } = open({
    [COPIES]: ({ url }) => json(url.search.includes(OPEN_PAGE) ? [waiting] : []),
  });
  await dialogOf('2 texts still say “Old Craft”');
  await user.click(screen.getByRole('button', { name: 'Replace each' }));
  await waitFor(() => expect(onClose).toHaveBeenCalled());
  expect(backend.requestsTo(SAVE).map(({ body }) => body)).toMatchObject([
    { goes_live: false },
    { goes_live: false },
  ]);
});

test('a text that cannot be saved is named with the reason, and stays', async () => {
  const { onClose, user } = open({
    [SAVE]: () => json({ code: 'PT422', message: 'hero_lead is too long' }, 422),
  });
  await dialogOf('2 texts still say “Old Craft”');
  await user.click(screen.getByRole('button', { name: 'Replace each' }));
  expect(await screen.findByRole('alert')).toHaveTextContent(/About: .*too long/);
  expect(screen.getByRole('dialog', { name: '2 texts still say “Old Craft”' })).toBeVisible();
  expect(onClose).not.toHaveBeenCalled();
});

test('without such a text nothing is shown', async () => {
  const { backend } = open({ 'GET /rest/v1/page_texts': () => json([]) });
  await waitFor(() =>
    expect(backend.requestsTo('POST /rest/v1/rpc/search_staff_area')).toHaveLength(1),
  );
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});
