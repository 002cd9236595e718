import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  fakeSession,
  fakeSupabase,
  fakeUser,
  freshImport,
  json,
  networkFailure,
  PERSON,
  sessionRoutes,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

// It speaks two seconds later: in the next test, that is.
vi.mock('@/lib/security-log');

const RECOVER = 'POST /auth/v1/recover';
const SAVE = 'PUT /auth/v1/user';
const CHECK = 'POST /auth/v1/token?grant_type=password';
const ROLE = 'POST /rest/v1/rpc/current_staff_role';

function Elsewhere() {
  const { pathname } = useLocation();
  return (
    <p>
      {useNavigationType()} {pathname}
    </p>
  );
}

/** The page after a link of this type has been opened; without one, at its bare address. */
async function openNewPassword(routes: FakeRoutes, linkType?: 'signup' | 'recovery') {
  const { access_token, refresh_token, expires_at } = fakeSession();
  const tokens = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    expires_at: String(expires_at),
    token_type: 'bearer',
    type: linkType ?? '',
  });
  const { rememberAskedLink } = await import('@/features/session/asked-links');
  if (linkType) rememberAskedLink(PERSON.email);
  history.replaceState(null, '', linkType ? `/#${tokens}` : '/auth/new-password');
  onTestFinished(() => {
    history.replaceState(null, '', '/');
    localStorage.clear();
    sessionStorage.clear();
  });
  const backend = fakeSupabase(routes);
  const { NewPasswordPage } = await freshImport(() => import('@/pages/auth/new-password-page'));
  const { startSession } = await import('@/features/session/session-store');
  const { getSnapshot } = await import('@/lib/notifications');
  await startSession();
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/start', location.pathname]}>
      <Routes>
        <Route path="/auth/new-password" element={<NewPasswordPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  return { backend, user, titles: () => getSnapshot().map(({ title }) => title) };
}

async function openSignIn(routes: FakeRoutes = {}) {
  const backend = fakeSupabase(routes);
  const { AccessPage } = await freshImport(() => import('@/pages/auth/access-page'));
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <AccessPage />
    </MemoryRouter>,
  );
  return { backend, user };
}

const newField = () => screen.findByLabelText(/^New password/);
const confirmField = () => screen.getByLabelText(/^Confirm new password/);
const saveButton = () => screen.getByRole('button', { name: 'Save password' });

test('a forgotten password leads to a mail, and the answer does not say whether the account exists', async () => {
  const { backend, user } = await openSignIn({ [RECOVER]: () => json({}) });
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), PERSON.email);
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  expect(screen.getByRole('heading', { name: 'Forgot your password?' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: /E-mail/ })).toHaveValue(PERSON.email);
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  const answer = await screen.findByRole('heading', { name: 'Look into your mailbox' });
  await waitFor(() => expect(answer).toHaveFocus());
  expect(screen.getByText(/^If there is an account for/)).toHaveTextContent(
    `If there is an account for ${PERSON.email}, a mail is on its way.`,
  );
  const [request] = backend.requestsTo(RECOVER);
  expect(request?.body).toMatchObject({ email: PERSON.email });
  expect(request?.url.searchParams.get('redirect_to')).toBe('http://localhost:3000/');
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(screen.getByRole('tab', { name: 'Sign In' })).toBeVisible();
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Forgot your password?' })).toHaveFocus(),
  );
});

test('asking twice within the minute gives the same answer: only accounts are limited', async () => {
  const { user } = await openSignIn({
    [RECOVER]: () => json({ error_code: 'over_email_send_rate_limit', msg: 'Wait' }, 429),
  });
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.type(screen.getByRole('textbox', { name: /E-mail/ }), `${PERSON.email}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Look into your mailbox' })).toBeVisible();
});

test('an address that is none is told beside the field, a lost connection in an alert', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { backend, user } = await openSignIn({ [RECOVER]: networkFailure });
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  const email = screen.getByRole('textbox', { name: /E-mail/ });
  await user.type(email, 'ada{Enter}');
  expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  expect(email).toHaveFocus();
  expect(backend.requestsTo(RECOVER)).toEqual([]);
  await user.type(email, '@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The mail could not be sent.');
  expect(email).toHaveValue('ada@example.com');
});

test('R-24: the mailed link leads to a new password; saving it signs the other devices out', async () => {
  const { backend, user, titles } = await openNewPassword(
    { ...sessionRoutes('editor'), [SAVE]: () => json(fakeUser()) },
    'recovery',
  );
  await user.type(await newField(), 'Secret1');
  expect(screen.getByText(PERSON.email)).toBeVisible();
  await user.type(confirmField(), 'Secret1{Enter}');
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({ password: 'Secret1' });
  expect(backend.requestsTo('POST /auth/v1/logout?scope=others')).toHaveLength(1);
  expect(titles()).toContain('Password saved');
  const { logSecurityEvent } = await import('@/lib/security-log');
  expect(logSecurityEvent).toHaveBeenCalledWith(
    expect.objectContaining({ type: 'password_change', metadata: { origin: 'link' } }),
  );
});

test('R-24: its rules stand beside the fields, and nothing is sent', async () => {
  const { backend, user } = await openNewPassword(sessionRoutes('editor'), 'recovery');
  await user.type(await newField(), 'secret1');
  await user.type(confirmField(), 'secret2');
  await user.click(saveButton());
  expect(await newField()).toHaveAccessibleDescription(
    /^Password must contain at least one uppercase letter, one lowercase letter, and one number/,
  );
  expect(confirmField()).toHaveAccessibleDescription("Passwords don't match");
  expect(await newField()).toHaveFocus();
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('a refusal of the server stands in an alert, and what was typed stays', async () => {
  const { user } = await openNewPassword(
    {
      ...sessionRoutes('editor'),
      [SAVE]: () => json({ error_code: 'same_password', msg: 'New password should differ' }, 422),
    },
    'recovery',
  );
  await user.type(await newField(), 'Secret1');
  await user.type(confirmField(), 'Secret1{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('New password should differ');
  expect(await newField()).toHaveValue('Secret1');
});

test('where the other devices could not be reached it says so', async () => {
  const { user, titles } = await openNewPassword(
    {
      ...sessionRoutes('editor'),
      [SAVE]: () => json(fakeUser()),
      'POST /auth/v1/logout': () => json({ msg: 'broken' }, 500),
    },
    'recovery',
  );
  await user.type(await newField(), 'Secret1');
  await user.type(confirmField(), 'Secret1{Enter}');
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
  const { getSnapshot } = await import('@/lib/notifications');
  expect(getSnapshot().at(-1)).toMatchObject({ type: 'warning', title: 'Password saved' });
  expect(titles()).toHaveLength(1);
});

test('R-01: after a first confirmation the password is chosen anew, and then the member is staff', async () => {
  const { backend, user } = await openNewPassword(
    { ...sessionRoutes(null), [ROLE]: () => json('password'), [SAVE]: () => json(fakeUser()) },
    'signup',
  );
  await user.type(await newField(), 'Secret1');
  await user.type(confirmField(), 'Secret1');
  backend.on({ [ROLE]: () => json('editor') });
  await user.click(saveButton());
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
});

test('R-01: a member without a password comes here from anywhere in the staff area', async () => {
  fakeSupabase({ ...signedInAs(null), [ROLE]: () => json('password') });
  const { RequireSession } = await freshImport(() => import('@/features/session/require-session'));
  render(
    <MemoryRouter initialEntries={['/admin/images']}>
      <Routes>
        <Route path="/admin/images" element={<RequireSession>Staff only</RequireSession>} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  expect(await screen.findByText('REPLACE /auth/new-password')).toBeVisible();
  expect(screen.queryByText('Staff only')).toBeNull();
});

test('who comes without a link changes the password on the account page', async () => {
  await openNewPassword(signedInAs('editor'));
  expect(await screen.findByText('REPLACE /admin/account')).toBeVisible();
});

test('who is signed out is offered a new link', async () => {
  await openNewPassword({});
  expect(await screen.findByText(/you are not signed in/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeDisabled();
});

test('R-24: on the account page the present password is asked for first', async () => {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    [CHECK]: () => json({ error_code: 'invalid_credentials', msg: 'Invalid' }, 400),
    [SAVE]: () => json(fakeUser()),
  });
  const { NewPasswordForm } = await freshImport(
    () => import('@/features/session/new-password-form'),
  );
  const { getSnapshot } = await import('@/lib/notifications');
  const user = userEvent.setup();
  render(<NewPasswordForm email={PERSON.email} asksForCurrent />);
  const current = screen.getByLabelText(/^Current password/);
  await user.type(await newField(), 'Secret2');
  await user.type(confirmField(), 'Secret2{Enter}');
  expect(current).toHaveAccessibleDescription('Please enter your current password');
  expect(current).toHaveFocus();
  await user.type(current, 'Wrong1{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your password was not changed.');
  expect(current).toHaveAccessibleDescription('This is not your current password');
  expect(backend.requestsTo(SAVE)).toEqual([]);
  backend.on({ [CHECK]: () => json(fakeSession()) });
  await user.clear(current);
  await user.type(current, 'Secret1{Enter}');
  await waitFor(() => expect(getSnapshot()).toMatchObject([{ title: 'Password saved' }]));
  expect(backend.requestsTo(CHECK).at(-1)?.body).toEqual({
    email: PERSON.email,
    password: 'Secret1',
  });
  expect(backend.requestsTo('POST /auth/v1/logout?scope=others')).toHaveLength(1);
  expect(await newField()).toHaveValue('');
});
