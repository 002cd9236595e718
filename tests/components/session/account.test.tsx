import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeSupabase,
  freshImport,
  json,
  networkFailure,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

async function openBar(routes: FakeRoutes = {}, look?: 'icon' | 'wide') {
  const backend = fakeSupabase(routes);
  const { useStaffLinks } = await freshImport(() => import('@/features/session/use-session'));
  const { AccountArea } = await import('@/features/session/account-area');
  // Fetched beforehand: the menu's code is slow to come on a busy machine.
  await import('@/features/session/account-menu');
  const { getSnapshot, getPastNotifications, notify } = await import('@/lib/notifications');
  const { SiteHeader } = await import('@/components/layout/site-header');
  function Bar() {
    return (
      <SiteHeader
        isMenuOpen={false}
        onMenuOpenChange={() => undefined}
        staffLinks={useStaffLinks()}
        account={<AccountArea look={look} />}
      />
    );
  }
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/about']}>
      <Bar />
      <Routes>
        <Route path="/" element={<p>Front page</p>} />
        <Route path="*" element={<p>About page</p>} />
      </Routes>
    </MemoryRouter>,
  );
  return { backend, user, getSnapshot, getPastNotifications, notify };
}

const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

async function openMenu(user: Awaited<ReturnType<typeof openBar>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  return screen.findByRole('menu');
}

test('SHELL-11: visitors see neither Admin link nor account menu, and nothing is asked', async () => {
  const { backend } = await openBar();
  expect(mainLinks()).toEqual(['Home', 'About', 'Services', 'Projects', 'Contact']);
  expect(screen.queryByRole('button', { name: 'Account menu' })).toBeNull();
  expect(backend.requests).toEqual([]);
});

test('SHELL-6, SHELL-7: signed in there is an Admin link to /admin/images and an account menu', async () => {
  await openBar(signedInAs('owner'));
  expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
  expect(mainLinks()).toEqual(['Home', 'About', 'Services', 'Projects', 'Contact', 'Admin']);
  const main = within(screen.getByRole('navigation', { name: 'Main' }));
  expect(main.getByRole('link', { name: 'Admin' })).toHaveAttribute('href', '/admin/images');
});

test('SHELL-6, R-01: so there is for who waits for approval', async () => {
  await openBar(signedInAs(null));
  expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
  expect(mainLinks()).toContain('Admin');
});

test('SHELL-8, SHELL-9, SHELL-10: the menu has the label Admin, the e-mail and Log out', async () => {
  const { user } = await openBar(signedInAs('owner'));
  const menu = within(await openMenu(user));
  expect(menu.getByText('Admin')).toBeVisible();
  expect(menu.getByText(PERSON.email)).toBeVisible();
  expect(menu.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('the wide look names the person on its button', async () => {
  await openBar(signedInAs('owner'), 'wide');
  expect(
    await screen.findByRole('button', { name: `Account menu of ${PERSON.email}` }),
  ).toBeVisible();
});

test('AUTH-18, SESS-6, ROUTE-26: logging out is global, says so and goes to the front page', async () => {
  const { user, backend, getSnapshot } = await openBar(signedInAs('owner'));
  const menu = within(await openMenu(user));
  await user.click(menu.getByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText('Front page')).toBeVisible();
  expect(getSnapshot()).toMatchObject([
    {
      type: 'success',
      title: 'Logged out',
      description: 'You have been successfully logged out.',
    },
  ]);
  expect(backend.requestsTo('POST /auth/v1/logout?scope=global')).toHaveLength(1);
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  expect(screen.queryByRole('button', { name: 'Account menu' })).toBeNull();
  expect(mainLinks()).not.toContain('Admin');
});

test('R-16: what was said before logging out is not there for the next person', async () => {
  const { user, notify, getPastNotifications } = await openBar(signedInAs('owner'));
  notify({ type: 'success', title: 'Case study "Secret client" updated successfully!' });
  const menu = within(await openMenu(user));
  await user.click(menu.getByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText('Front page')).toBeVisible();
  expect(getPastNotifications().map(({ title }) => title)).toEqual(['Logged out']);
});

test.each([
  ['broken', () => json({ msg: 'broken' }, 500)],
  ['out of reach', networkFailure],
])('AUTH-22: with a server that is %s, the error is logged and home it goes', async (_, answer) => {
  const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openBar({ ...signedInAs('owner'), 'POST /auth/v1/logout': answer });
  const menu = within(await openMenu(user));
  await user.click(menu.getByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText('Front page')).toBeVisible();
  await waitFor(() =>
    expect(logged).toHaveBeenCalledWith('The server could not end the session', expect.any(Error)),
  );
  expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
});
