import { useState } from 'react';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation, useNavigate } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';
import {
  fakeSession,
  fakeSupabase,
  freshImport,
  held,
  json,
  networkFailure,
  PERSON,
  sessionRoutes,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

const ROLE = 'POST /rest/v1/rpc/current_staff_role';
const GRACE = { id: '9b1f4a3c-2222-4d52-9d6a-2f1f0c6f8a22', email: 'grace@example.com' };

function Entry() {
  const { state } = useLocation();
  const navigate = useNavigate();
  return (
    <>
      <p>Entry {JSON.stringify(state)}</p>
      <button onClick={() => void navigate(-1)}>Back</button>
    </>
  );
}

function Form() {
  const [text, setText] = useState('');
  return (
    <label>
      Title <input value={text} onChange={(event) => setText(event.target.value)} />
    </label>
  );
}

async function openGuarded(routes: FakeRoutes = {}) {
  const backend = fakeSupabase(routes);
  const { RequireSession } = await freshImport(() => import('@/features/session/require-session'));
  const { AccountArea } = await import('@/features/session/account/account-area');
  // Fetched beforehand: the menu's code is slow to come on a busy machine.
  await import('@/features/session/account/account-menu');
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/start', '/admin/case-studies?page=2#list']} initialIndex={1}>
      <Routes>
        <Route path="/admin" element={<Entry />} />
        <Route path="/start" element={<p>Start</p>} />
        <Route path="/" element={<p>Home</p>} />
        <Route
          path="/admin/case-studies"
          element={
            <RequireSession>
              <AccountArea />
              <Form />
            </RequireSession>
          }
        />
      </Routes>
    </MemoryRouter>,
  );
  return { backend, user };
}

const titleField = () => screen.getByLabelText('Title');

async function typeTitle(user: Awaited<ReturnType<typeof openGuarded>>['user']) {
  await user.type(await screen.findByLabelText('Title'), 'Unsaved');
}

async function elsewhere(newValue: string | null) {
  if (newValue === null) localStorage.removeItem(SESSION_STORAGE_KEY);
  else localStorage.setItem(SESSION_STORAGE_KEY, newValue);
  await act(async () => {
    window.dispatchEvent(new StorageEvent('storage', { key: SESSION_STORAGE_KEY, newValue }));
  });
}

test('GUARD-2, GUARD-3: a visitor is sent to the access page with the requested address', async () => {
  await openGuarded();
  expect(
    await screen.findByText(
      'Entry {"from":{"pathname":"/admin/case-studies","search":"?page=2","hash":"#list"}}',
    ),
  ).toBeVisible();
  expect(screen.queryByLabelText('Title')).toBeNull();
});

test('GUARD-4: Back does not return to the guarded page', async () => {
  const { user } = await openGuarded();
  await user.click(await screen.findByRole('button', { name: 'Back' }));
  expect(await screen.findByText('Start')).toBeVisible();
});

test("GUARD-5, FORM-1: 'Checking authentication...' until the role is known", async () => {
  const role = held(() => json('owner'));
  await openGuarded({ ...signedInAs('owner'), [ROLE]: role.handler });
  expect(screen.getByRole('status')).toHaveTextContent('Checking authentication...');
  expect(screen.queryByLabelText('Title')).toBeNull();
  role.release();
  await screen.findByLabelText('Title');
});

test('GUARD-7: staff see the page', async () => {
  await openGuarded(signedInAs('editor'));
  expect(await screen.findByLabelText('Title')).toBeVisible();
});

test('R-01: a user who is not approved sees that, and how to request access', async () => {
  await openGuarded(signedInAs(null));
  expect(
    await screen.findByRole('heading', { name: 'Your account is waiting for approval' }),
  ).toBeVisible();
  expect(screen.getByText(PERSON.email)).toBeVisible();
  expect(screen.getByText(/an owner has added this email address to the staff/)).toBeVisible();
  expect(screen.queryByLabelText('Title')).toBeNull();
});

test("R-01: 'Check again' admits a newly approved user", async () => {
  const { user, backend } = await openGuarded(signedInAs(null));
  await user.click(await screen.findByRole('button', { name: 'Check again' }));
  expect(await screen.findByText(/^Not yet/)).toBeVisible();
  backend.on({ [ROLE]: () => json('editor') });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByLabelText('Title')).toBeVisible();
});

test("a failed 'Check again' shows the reason", async () => {
  const { user, backend } = await openGuarded(signedInAs(null));
  const check = await screen.findByRole('button', { name: 'Check again' });
  backend.on({ [ROLE]: networkFailure });
  await user.click(check);
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  expect(screen.getByRole('heading')).toHaveTextContent('Your account is waiting for approval');
});

test('an outage is an error with a retry, not a wait for approval', async () => {
  const { user, backend } = await openGuarded({ ...signedInAs('owner'), [ROLE]: networkFailure });
  expect(await screen.findByRole('alert')).toHaveTextContent(/cannot be reached/);
  expect(screen.queryByText(/waiting for approval/)).toBeNull();
  backend.on({ [ROLE]: () => json('owner') });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await screen.findByLabelText('Title')).toBeVisible();
});

test('SESS-17, R-07: a refocused tab leaves the open form alone', async () => {
  const { user, backend } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  const field = titleField();
  const { loadSupabase } = await import('@/lib/supabase');
  const events: string[] = [];
  (await loadSupabase()).auth.onAuthStateChange((event) => events.push(event));
  act(() => {
    window.dispatchEvent(new Event('visibilitychange'));
  });
  await waitFor(() => expect(events).toContain('SIGNED_IN'));
  expect(titleField()).toBe(field);
  expect(field).toHaveValue('Unsaved');
  expect(backend.requestsTo(ROLE)).toHaveLength(1);
});

test('FORM-3: a session that ends hides the form until the same user is back', async () => {
  const { user } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  const field = titleField();
  await elsewhere(null);
  const dialog = within(await screen.findByRole('dialog', { name: 'Authentication Required' }));
  expect(field).toBeInTheDocument();
  expect(field.closest('[inert]')).toHaveClass('invisible');
  const email = dialog.getByRole('textbox', { name: /Email/ });
  expect(email).toHaveValue(PERSON.email);
  expect(email).toHaveAttribute('readonly');

  expect(dialog.getByLabelText(/^Password/)).toHaveFocus();
  await user.keyboard('Secret1{Enter}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(titleField()).toBe(field);
  expect(field).toHaveValue('Unsaved');
  expect(field.closest('[inert]')).toBeNull();
});

test('a wrong password keeps the dialog open and the form behind it', async () => {
  const { user, backend } = await openGuarded(signedInAs('owner'));
  backend.on({
    'POST /auth/v1/token': () =>
      json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
  });
  await typeTitle(user);
  await elsewhere(null);
  const dialog = within(await screen.findByRole('dialog'));
  await user.type(dialog.getByLabelText(/^Password/), 'Secret2');
  await user.click(dialog.getByRole('button', { name: 'Sign In' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Invalid login credentials');
  expect(titleField()).toHaveValue('Unsaved');
});

test('FORM-4: Go to Login leads to the access page, which leads back', async () => {
  const { user } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  await elsewhere(null);
  await user.click(await screen.findByRole('link', { name: 'Go to Login' }));
  expect(
    await screen.findByText(
      'Entry {"from":{"pathname":"/admin/case-studies","search":"?page=2","hash":"#list"}}',
    ),
  ).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Back' }));
  expect(await screen.findByText('Start')).toBeVisible();
});

test('declining to sign in again leaves the page', async () => {
  const { user } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  await elsewhere(null);
  await user.click(await screen.findByRole('button', { name: 'Leave without saving' }));
  expect(await screen.findByText('Home')).toBeVisible();
});

test('the same user signing in in another tab closes the dialog', async () => {
  const { user } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  await elsewhere(null);
  await screen.findByRole('dialog');
  await elsewhere(JSON.stringify(fakeSession()));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(titleField()).toHaveValue('Unsaved');
});

test('another user signing in gets a new page', async () => {
  const { user, backend } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  await elsewhere(null);
  await screen.findByRole('dialog');
  backend.on(sessionRoutes('editor', GRACE));
  await elsewhere(JSON.stringify(fakeSession(GRACE)));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(await screen.findByLabelText('Title')).toHaveValue('');
});

test('ROUTE-26: logging out goes to the home page', async () => {
  const { user } = await openGuarded(signedInAs('owner'));
  await typeTitle(user);
  await user.click(screen.getByRole('button', { name: 'Account menu' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Log out' }));
  expect(await screen.findByText('Home')).toBeVisible();
  expect(screen.queryByRole('dialog')).toBeNull();
});

test('ROUTE-26: so does logging out of the waiting screen', async () => {
  const { user } = await openGuarded(signedInAs(null));
  await user.click(await screen.findByRole('button', { name: 'Log out' }));
  expect(await screen.findByText('Home')).toBeVisible();
});
