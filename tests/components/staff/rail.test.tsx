import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test } from 'vitest';
import { fakeSupabase, freshImport, json, signedInAs } from '../../support/fake-supabase';

const REQUESTS = 'GET /rest/v1/staff_requests';
const waiting = (id: string) => ({
  id,
  email: `${id}@elsewhere.example`,
  note: null,
  created_at: '2026-11-19T08:00:00+00:00',
});

async function openShell(role: 'owner' | 'editor' | null, requests: object[] = []) {
  const backend = fakeSupabase({
    ...signedInAs(role),
    [REQUESTS]: () => json(requests),
    'GET /rest/v1/security_events': () => json([]),
  });
  const { AdminShell } = await freshImport(() => import('@/staff/admin-shell'));
  const { AccountPage } = await import('@/pages/admin/account-page');
  const { createQueryClient } = await import('@/app/query-client');
  await import('@/features/session/account/account-menu');
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/admin/images']}>
        <Routes>
          <Route element={<AdminShell />}>
            <Route path="/admin/images" element={<p>Dashboard</p>} />
            <Route path="/admin/account" element={<AccountPage />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user };
}

const rail = () => within(screen.getByRole('navigation', { name: 'Admin sections' }));

test('R-01: the rail of an owner links to People with the number of requests', async () => {
  await openShell('owner', [waiting('noor'), waiting('wren')]);
  expect(await rail().findByRole('link', { name: 'People 2 waiting' })).toHaveAttribute(
    'href',
    '/admin/people',
  );
});

test('without requests it shows no number', async () => {
  await openShell('owner');
  expect(await rail().findByRole('link', { name: 'People' })).toBeVisible();
});

test('R-01: the rail of an editor has no People, and nothing is requested', async () => {
  const { backend } = await openShell('editor', [waiting('noor')]);
  await screen.findByText('Dashboard');
  expect(rail().queryByRole('link', { name: /People/ })).toBeNull();
  expect(backend.requestsTo(REQUESTS)).toEqual([]);
});

test('the account menu leads staff to their account settings', async () => {
  const { user } = await openShell('editor');
  await user.click(await screen.findByRole('button', { name: 'Account menu of ada' }));
  await user.click(screen.getByRole('menuitem', { name: 'Account settings' }));
  expect(await screen.findByRole('heading', { name: 'Account settings' })).toBeVisible();
  expect(screen.getByText('Editor')).toBeVisible();
  expect(screen.getByLabelText(/^New password/)).toBeVisible();
  expect(await screen.findByText(/^Not set up/)).toBeVisible();
});

test('a waiting user has no account settings in the menu', async () => {
  const { user } = await openShell(null);
  await user.click(await screen.findByRole('button', { name: 'Account menu of ada' }));
  expect(screen.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
  expect(screen.queryByRole('menuitem', { name: 'Account settings' })).toBeNull();
});
