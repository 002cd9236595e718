import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { QueryClientProvider } from '@tanstack/react-query';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeSupabase,
  freshImport,
  json,
  networkFailure,
  noContent,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
});

async function openBar(routes: FakeRoutes = {}, look?: 'icon' | 'wide') {
  const backend = fakeSupabase(routes);
  const { useStaffLinks } = await freshImport(() => import('@/features/session/use-session'));
  const { AccountArea } = await import('@/features/session/account/account-area');
  // Fetched beforehand: the menu's code is slow to come on a busy machine.
  await import('@/features/session/account/account-menu');
  const queue = await import('@/lib/offline-queue');
  const { createJournal } = await import('@/lib/journal');
  const { getSnapshot, notify } = await import('@/lib/notifications');
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
  /** A visitor's queued message, and an open post with unsaved text. */
  async function leaveUnsaved() {
    (await import('@/lib/connection')).noteUnreachable();
    const item = { kind: 'without a handler', key: 'b', label: 'Message', payload: {} } as const;
    await queue.enqueue(item);
    const journal = createJournal({ kind: 'post', parse: String });
    const take = () => ({ subject: 'c', text: 'typed' });
    const form = journal.open({ owner: PERSON.id, take, onAvailability: () => undefined });
    onTestFinished(() => form.close());
    form.touch();
    return { ...queue, form, readText: () => journal.read('c', PERSON.id) };
  }

  return { backend, user, getSnapshot, notify, leaveUnsaved };
}

const mainLinks = () =>
  within(screen.getByRole('navigation', { name: 'Main' }))
    .getAllByRole('link')
    .map((link) => link.textContent);

async function openMenu(user: Awaited<ReturnType<typeof openBar>>['user']) {
  await user.click(await screen.findByRole('button', { name: 'Account menu' }));
  return screen.findByRole('menu');
}

test('SHELL-11: visitors see neither Admin link nor account menu, and nothing is requested', async () => {
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

test('SHELL-6, R-01: so there is for a waiting user', async () => {
  await openBar(signedInAs(null));
  expect(await screen.findByRole('button', { name: 'Account menu' })).toBeVisible();
  expect(mainLinks()).toContain('Admin');
});

test('SHELL-8, SHELL-9, SHELL-10: the menu has the label Admin, the email and Log out', async () => {
  const { user } = await openBar(signedInAs('owner'));
  const menu = within(await openMenu(user));
  expect(menu.getByText('Admin')).toBeVisible();
  expect(menu.getByText(PERSON.email)).toBeVisible();
  expect(menu.getByRole('menuitem', { name: 'Log out' })).toBeVisible();
});

test('the wide variant shows the email on its button', async () => {
  await openBar(signedInAs('owner'), 'wide');
  expect(await screen.findByRole('button', { name: 'Account menu of ada' })).toBeVisible();
});

test('AUTH-18, SESS-6, ROUTE-26: logging out is global, shows a message and goes to the home page', async () => {
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

test('notifications from before logging out are not shown to the next user', async () => {
  const { user, notify, getSnapshot } = await openBar(signedInAs('owner'));
  notify({ type: 'success', title: 'Case study "Secret client" updated successfully!' });
  const menu = within(await openMenu(user));
  await user.click(menu.getByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText('Front page')).toBeVisible();
  expect(
    getSnapshot()
      .filter(({ open }) => open)
      .map(({ title }) => title),
  ).toEqual(['Logged out']);
});

test.each([
  ['broken', () => json({ msg: 'broken' }, 500)],
  ['out of reach', networkFailure],
])(
  'AUTH-22: with a server that is %s, the error is logged and the home page opens',
  async (_, answer) => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const { user } = await openBar({ ...signedInAs('owner'), 'POST /auth/v1/logout': answer });
    const menu = within(await openMenu(user));
    await user.click(menu.getByRole('menuitem', { name: 'Log out' }));
    expect(await screen.findByText('Front page')).toBeVisible();
    await waitFor(() =>
      expect(logged).toHaveBeenCalledWith(
        'The server could not end the session',
        expect.any(Error),
      ),
    );
    expect(localStorage.getItem(SESSION_STORAGE_KEY)).toBeNull();
  },
);

async function askToLeave(bar: Awaited<ReturnType<typeof openBar>>) {
  const menu = within(await openMenu(bar.user));
  await bar.user.click(menu.getByRole('menuitem', { name: 'Log out' }));
  return within(await screen.findByRole('dialog', { name: '1 text is not saved yet' }));
}

const LOGOUT = 'POST /auth/v1/logout';

test('logging out with unsaved texts asks for confirmation; Cancel changes nothing', async () => {
  const bar = await openBar(signedInAs('owner'));
  const { readText } = await bar.leaveUnsaved();
  const dialog = await askToLeave(bar);
  await bar.user.click(dialog.getByRole('button', { name: 'Cancel' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(screen.getByText('About page')).toBeVisible();
  expect(bar.backend.requestsTo(LOGOUT)).toEqual([]);
  expect(await readText()).toHaveLength(1);
});

test('texts kept on the device are offered to the same user later', async () => {
  const bar = await openBar(signedInAs('owner'));
  const { readText, form } = await bar.leaveUnsaved();
  const dialog = await askToLeave(bar);
  await bar.user.click(dialog.getByRole('button', { name: 'Keep on this device' }));
  expect(await screen.findByText('Front page')).toBeVisible();
  expect(bar.backend.requestsTo(LOGOUT)).toHaveLength(1);
  await form.close();
  expect(await readText()).toHaveLength(1);
});

test('discarded texts are removed from the device; those of a visitor stay', async () => {
  const bar = await openBar(signedInAs('owner'));
  const { getQueue, readText, form } = await bar.leaveUnsaved();
  const dialog = await askToLeave(bar);
  await bar.user.click(dialog.getByRole('button', { name: 'Discard' }));
  expect(await screen.findByText('Front page')).toBeVisible();
  expect(bar.backend.requestsTo(LOGOUT)).toHaveLength(1);
  // As on unmounting the form.
  await form.close();
  expect(getQueue().map(({ key }) => key)).toEqual(['b']);
  expect(await readText()).toEqual([]);
});

async function openAccount(role: 'editor' | 'owner', routes: FakeRoutes = {}) {
  const backend = fakeSupabase({
    ...signedInAs(role),
    'GET /rest/v1/security_events': () => json([]),
    ...routes,
  });
  const { AccountPage } = await freshImport(() => import('@/pages/admin/account-page'));
  const { createQueryClient } = await import('@/app/query-client');
  const { startSession } = await import('@/features/session/session-store');
  await startSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <AccountPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return backend;
}

test('R-46, R-55, PERM-17, SEC-5: an editor reads the latest 20 events of the own account', async () => {
  const user = userEvent.setup();
  const backend = await openAccount('editor', {
    'GET /rest/v1/security_events': () =>
      json([
        {
          ...{ id: 1, event_type: 'password_change', severity: 'medium', user_id: PERSON.id },
          ...{ description: 'Password changed', metadata: {}, user_agent: 'test' },
          ...{ origin: 'server', created_at: new Date().toISOString() },
        },
      ]),
  });
  const table = within(await screen.findByRole('table', { name: /^Security events/ }));
  expect(table.queryByRole('columnheader', { name: 'Who' })).not.toBeInTheDocument();
  await user.click(table.getByRole('button', { name: 'Password change' }));
  expect(screen.getByRole('dialog', { name: 'Password change' })).toHaveTextContent('You');
  const [request] = backend.requestsTo('GET /rest/v1/security_events');
  expect(request?.url.searchParams.get('user_id')).toBe(`eq.${PERSON.id}`);
  expect(request?.url.searchParams.get('limit')).toBe('20');
});

test('the account screen explains the email and the password', async () => {
  await openAccount('owner');
  expect(await screen.findByText(/^An owner added this address under People\./)).toBeVisible();
  expect(screen.getByLabelText(/^New password/)).toHaveAccessibleDescription(
    /^Members of staff: at least 12 characters/,
  );
});

const SIGN_IN = 'POST /auth/v1/token';
const ASK = 'POST /rest/v1/rpc/ask_address_change';
const MOVE = 'PUT /auth/v1/user';
const LOG_OUT = 'POST /auth/v1/logout';
const changing: FakeRoutes = {
  [SIGN_IN]: () => json({ access_token: 'proof' }),
  [ASK]: noContent,
  [MOVE]: () => json({ ...PERSON, aud: 'authenticated', new_email: 'new@agency.test' }),
  [LOG_OUT]: noContent,
};

async function changeEmail(routes: FakeRoutes, next = ' New@Agency.test ') {
  const user = userEvent.setup();
  const backend = await openAccount('editor', { ...changing, ...routes });
  const field = await screen.findByLabelText(/^New email/);
  const form = within(field.closest('form') ?? document.body);
  await user.type(field, next);
  await user.type(form.getByLabelText(/^Current password/), 'Crafted-Over-Time-1');
  await user.click(form.getByRole('button', { name: 'Change email' }));
  return { backend, form, field };
}

test('the email is changed with the current password, proven by a session that ends', async () => {
  const { backend, form } = await changeEmail({});
  expect(await form.findByText('Two mails are on their way')).toBeVisible();
  expect(backend.requestsTo(SIGN_IN)[0]?.body).toEqual({
    email: PERSON.email,
    password: 'Crafted-Over-Time-1',
  });
  expect(backend.requestsTo(ASK)[0]?.body).toEqual({ new_email: 'new@agency.test' });
  expect(backend.requestsTo(MOVE)[0]?.body).toMatchObject({ email: 'new@agency.test' });
  const [ended] = backend.requestsTo(LOG_OUT);
  expect(ended?.headers.get('authorization')).toBe('Bearer proof');
  expect(ended?.url.searchParams.get('scope')).toBe('local');
  // Neither the question of the database nor the change is asked with the session of the proof.
  for (const route of [ASK, MOVE]) {
    expect(backend.requestsTo(route)[0]?.headers.get('authorization')).not.toBe('Bearer proof');
  }
});

test.for([
  [
    'a wrong password',
    { [SIGN_IN]: () => json({ error_code: 'invalid_credentials' }, 400) },
    'password',
    /not your current/,
  ],
  [
    'an email of a member',
    { [ASK]: () => json({ code: 'PT409', message: 'x' }, 409) },
    'email',
    /A member has this/,
  ],
  [
    'an email of an account',
    { [MOVE]: () => json({ error_code: 'email_exists', msg: 'x' }, 422) },
    'email',
    /Another account/,
  ],
] as const)(
  '%s is said beside the field, and what was typed stays',
  async ([, routes, name, words]) => {
    const { backend, form, field } = await changeEmail(routes);
    const refused = name === 'email' ? field : form.getByLabelText(/^Current password/);
    await waitFor(() => expect(refused).toHaveAccessibleDescription(words));
    expect(refused).toHaveFocus();
    expect(field).toHaveValue('New@Agency.test');
    expect(backend.requestsTo(LOG_OUT)).toHaveLength(name === 'password' ? 0 : 1);
  },
);

test('the present email, none, or no password is refused before a request', async () => {
  const { backend, field } = await changeEmail({}, PERSON.email.toUpperCase());
  expect(field).toHaveAccessibleDescription(/your email already/);
  expect(backend.requestsTo(SIGN_IN)).toHaveLength(0);
});
