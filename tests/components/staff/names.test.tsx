import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  json,
  noContent,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const NAMES = 'POST /rest/v1/rpc/list_staff_names';
const SAVE = 'POST /rest/v1/rpc/save_staff_profile';
const own = {
  user_id: PERSON.id,
  email: PERSON.email,
  name: 'Ada Lovelace',
  portrait_url: '/images/ada.webp',
};
const mira = { user_id: null, email: 'mira@example.com', name: null, portrait_url: null };

async function open(page: 'account' | 'people', routes: FakeRoutes = {}) {
  const backend = fakeSupabase({
    ...signedInAs('owner'),
    'GET /auth/v1/factors': () => json([]),
    'GET /rest/v1/security_events': () => json([]),
    'POST /rest/v1/rpc/list_staff_members': () =>
      json(
        [own, mira].map(({ email }) => ({
          ...{ email, role: 'owner', added_at: '2026-03-02 10:00:00+00' },
          ...{ added_by_email: PERSON.email, has_account: true, last_seen_at: null },
        })),
      ),
    [NAMES]: () => json([own, mira]),
    ...routes,
  });
  const { AdminShell } = await freshImport(() => import('@/staff/admin-shell'));
  const { AccountPage } = await import('@/pages/admin/account-page');
  const { PeoplePage } = await import('@/pages/admin/people-page');
  const { createQueryClient } = await import('@/app/query-client');
  await import('@/features/session/account/account-menu');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[`/${page}`]}>
        <Routes>
          <Route element={<AdminShell />}>
            <Route path="/account" element={<AccountPage />} />
            <Route path="/people" element={<PeoplePage />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user: userEvent.setup() };
}

test('a member changes the own name and removes the portrait, and the account menu follows', async () => {
  const { backend, user } = await open('account', { [SAVE]: noContent });
  const name = await screen.findByRole('textbox', { name: /Name/ });
  expect(name).toHaveValue('Ada Lovelace');
  expect(screen.getByRole('button', { name: 'Account menu of Ada Lovelace' })).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Remove the portrait' }));
  await user.clear(name);
  await user.type(name, '  Ada King ');
  backend.on({ [NAMES]: () => json([{ ...own, name: 'Ada King', portrait_url: null }, mira]) });
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('button', { name: 'Account menu of Ada King' })).toBeVisible();
  expect(backend.requestsTo(SAVE)[0]?.body).toEqual({
    member_email: PERSON.email,
    name: 'Ada King',
    portrait_url: '',
  });
});

test('a missing or taken name is shown beside the field, and the typed text stays', async () => {
  const { backend, user } = await open('account', {
    [SAVE]: () => json({ code: 'PT409', message: 'Another member has this name' }, 409),
  });
  const name = await screen.findByRole('textbox', { name: /Name/ });
  await user.clear(name);
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(name).toHaveAccessibleDescription('Please enter a name');
  expect(name).toHaveFocus();
  expect(backend.requestsTo(SAVE)).toEqual([]);
  await user.type(name, 'Mira{Enter}');
  await waitFor(() => expect(name).toHaveAccessibleDescription('Another member has this name.'));
  expect(name).toHaveValue('Mira');
});

test('an owner gives another member a name; the portrait is left to the member', async () => {
  const { backend, user } = await open('people', { [SAVE]: noContent });
  await user.click(await screen.findByRole('button', { name: 'Rename mira@example.com' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Change the name' }));
  expect(dialog.queryByRole('button', { name: /picture/ })).toBeNull();
  backend.on({ [NAMES]: () => json([own, { ...mira, name: 'Mira Sol' }]) });
  await user.type(dialog.getByRole('textbox', { name: /Name/ }), 'Mira Sol{Enter}');
  expect(await screen.findByText('Mira Sol')).toBeVisible();
  expect(backend.requestsTo(SAVE)[0]?.body).toEqual({ member_email: mira.email, name: 'Mira Sol' });
  await user.click(screen.getByRole('button', { name: 'Remove mira@example.com' }));
  expect(screen.getByText('Remove Mira Sol (mira@example.com)?')).toBeVisible();
});
