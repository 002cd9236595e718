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

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

const RECOVER = 'POST /auth/v1/recover';
const SAVE = 'PUT /auth/v1/user';
const MAIL_CODE = 'GET /auth/v1/reauthenticate';
const ROLE = 'POST /rest/v1/rpc/current_staff_role';

function Elsewhere() {
  const { pathname } = useLocation();
  return (
    <p>
      {useNavigationType()} {pathname}
    </p>
  );
}

/** The page after a link of this type was opened; without a type, the page alone. */
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
  const { rememberAskedLink } = await import('@/features/session/links/asked-links');
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

/** Long enough for a member. */
const LONG = 'Secret-Secret-1';

const newField = () => screen.findByLabelText(/^New password/);
const saveButton = () => screen.getByRole('button', { name: 'Save password' });

test('a forgotten password sends a mail, and the message does not reveal whether the account exists', async () => {
  const { backend, user } = await openSignIn({ [RECOVER]: () => json({}) });
  await user.type(screen.getByRole('textbox', { name: /Email/ }), PERSON.email);
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  expect(screen.getByRole('heading', { name: 'Forgot your password?' })).toHaveFocus();
  expect(screen.getByRole('textbox', { name: /Email/ })).toHaveValue(PERSON.email);
  await user.click(screen.getByRole('button', { name: 'Send the link' }));
  const answer = await screen.findByRole('heading', { name: 'Check your email' });
  await waitFor(() => expect(answer).toHaveFocus());
  expect(screen.getByText(/^If there is an account for/)).toHaveTextContent(
    `If there is an account for ${PERSON.email}, a link was sent there.`,
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

test('a second request within the minute shows the same message: only accounts are limited', async () => {
  const { user } = await openSignIn({
    [RECOVER]: () => json({ error_code: 'over_email_send_rate_limit', msg: 'Wait' }, 429),
  });
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  await user.type(screen.getByRole('textbox', { name: /Email/ }), `${PERSON.email}{Enter}`);
  expect(await screen.findByRole('heading', { name: 'Check your email' })).toBeVisible();
});

test('an invalid email is shown beside the field, a lost connection in an alert', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { backend, user } = await openSignIn({ [RECOVER]: networkFailure });
  await user.click(screen.getByRole('button', { name: 'Forgot your password?' }));
  const email = screen.getByRole('textbox', { name: /Email/ });
  await user.type(email, 'ada{Enter}');
  expect(email).toHaveAccessibleDescription('Please enter a valid email address');
  expect(email).toHaveFocus();
  expect(backend.requestsTo(RECOVER)).toEqual([]);
  await user.type(email, '@example.com{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('The email could not be sent.');
  expect(email).toHaveValue('ada@example.com');
});

test('R-24: the mailed link leads to a new password; saving it signs the other devices out', async () => {
  const { backend, user, titles } = await openNewPassword(
    { ...sessionRoutes('editor'), [SAVE]: () => json(fakeUser()) },
    'recovery',
  );
  expect(await screen.findByText(PERSON.email)).toBeVisible();
  await user.type(await newField(), `${LONG}{Enter}`);
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
  expect(backend.requestsTo(SAVE)[0]?.body).toMatchObject({ password: LONG });
  expect(backend.requestsTo(SAVE)[0]?.body).not.toHaveProperty('current_password');
  expect(backend.requestsTo('POST /auth/v1/logout?scope=others')).toHaveLength(1);
  expect(titles()).toContain('Password saved');
  const { logSecurityEvent } = await import('@/lib/security-log');
  expect(logSecurityEvent).toHaveBeenCalledWith(
    expect.objectContaining({ type: 'password_change', metadata: { origin: 'link' } }),
  );
});

test('R-24: broken rules are shown beside the field, and nothing is sent', async () => {
  const { backend, user } = await openNewPassword(sessionRoutes('editor'), 'recovery');
  await user.type(await newField(), 'secret-secret-1');
  await user.click(saveButton());
  expect(await newField()).toHaveAccessibleDescription(
    /^Password must contain at least one uppercase letter, one lowercase letter, and one number/,
  );
  expect(await newField()).toHaveFocus();
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('a refusal of the server is shown in an alert, and the typed text stays', async () => {
  const { user } = await openNewPassword(
    {
      ...sessionRoutes('editor'),
      [SAVE]: () => json({ error_code: 'same_password', msg: 'New password should differ' }, 422),
    },
    'recovery',
  );
  await user.type(await newField(), `${LONG}{Enter}`);
  expect(await screen.findByRole('alert')).toHaveTextContent('New password should differ');
  expect(await newField()).toHaveValue(LONG);
});

test('a message is shown if other devices could not be signed out', async () => {
  const { user, titles } = await openNewPassword(
    {
      ...sessionRoutes('editor'),
      [SAVE]: () => json(fakeUser()),
      'POST /auth/v1/logout': () => json({ msg: 'broken' }, 500),
    },
    'recovery',
  );
  await user.type(await newField(), `${LONG}{Enter}`);
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
  const { getSnapshot } = await import('@/lib/notifications');
  expect(getSnapshot().at(-1)).toMatchObject({ type: 'warning', title: 'Password saved' });
  expect(titles()).toHaveLength(1);
});

test('R-01: after the first confirmation a new password is chosen, then the staff area opens', async () => {
  const { backend, user } = await openNewPassword(
    { ...sessionRoutes(null), [ROLE]: () => json('password'), [SAVE]: () => json(fakeUser()) },
    'signup',
  );
  await user.type(await newField(), LONG);
  backend.on({ [ROLE]: () => json('editor') });
  await user.click(saveButton());
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
});

test('R-01: a member without a password is sent here from any staff page', async () => {
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

test('without a link the password is changed on the account page', async () => {
  await openNewPassword(signedInAs('editor'));
  expect(await screen.findByText('REPLACE /admin/account')).toBeVisible();
});

test('a signed-out user is offered a new link', async () => {
  await openNewPassword({});
  expect(await screen.findByText(/you are not signed in/)).toBeVisible();
  expect(screen.getByRole('button', { name: 'Send the link' })).toBeDisabled();
});

/** The form of the account page. */
async function openAccountForm(routes: FakeRoutes) {
  const backend = fakeSupabase({ ...signedInAs('editor'), ...routes });
  const { NewPasswordForm } = await freshImport(
    () => import('@/features/session/password/new-password-form'),
  );
  const { getSnapshot } = await import('@/lib/notifications');
  const user = userEvent.setup();
  render(<NewPasswordForm email={PERSON.email} isMember asksForCurrent />);
  const fill = async (current: string, next = LONG) => {
    await user.type(screen.getByLabelText(/^Current password/), current);
    await user.type(await newField(), next);
    await user.click(saveButton());
  };
  return { backend, user, fill, titles: () => getSnapshot().map(({ title }) => title) };
}

const currentField = () => screen.getByLabelText(/^Current password/);
const refusal =
  (code: string, more: object = {}) =>
  () =>
    json({ error_code: code, msg: 'Refused', ...more }, 400);

test('R-24, R-38: members need 12 characters or more, others 6', async () => {
  const { backend, user } = await openNewPassword(sessionRoutes('editor'), 'recovery');
  expect(await newField()).toHaveAccessibleDescription(/^Members of staff: at least 12 characters/);
  await user.type(await newField(), 'Secret-Sec1{Enter}');
  expect(await newField()).toHaveAccessibleDescription(
    /^Members of staff choose 12 characters or more/,
  );
  expect(backend.requestsTo(SAVE)).toEqual([]);
});

test('R-24: a user who is not a member needs 6 characters or more', async () => {
  const { backend, user } = await openNewPassword(
    { ...sessionRoutes(null), [SAVE]: () => json(fakeUser()) },
    'signup',
  );
  expect(await newField()).toHaveAccessibleDescription(/^At least 6 characters/);
  await user.type(await newField(), 'Secret1{Enter}');
  await waitFor(() => expect(backend.requestsTo(SAVE)).toHaveLength(1));
});

test('R-24: the account page sends the current password, and opens no session to check it', async () => {
  const { backend, user, fill, titles } = await openAccountForm({
    [SAVE]: refusal('current_password_invalid'),
  });
  await user.type(await newField(), `${LONG}{Enter}`);
  expect(currentField()).toHaveAccessibleDescription('Please enter your current password');
  expect(currentField()).toHaveFocus();
  expect(backend.requestsTo(SAVE)).toEqual([]);
  await user.type(currentField(), 'Wrong1{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your password was not changed.');
  expect(currentField()).toHaveAccessibleDescription('This is not your current password');
  await waitFor(() => expect(currentField()).toHaveFocus());
  expect(titles()).toEqual([]);
  backend.on({ [SAVE]: () => json(fakeUser()) });
  for (const field of [currentField(), await newField()]) await user.clear(field);
  await fill('Secret1');
  await waitFor(() => expect(titles()).toEqual(['Password saved']));
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    password: LONG,
    current_password: 'Secret1',
  });
  expect(backend.requestsTo('POST /auth/v1/token')).toEqual([]);
  expect(backend.requestsTo('POST /auth/v1/logout?scope=others')).toHaveLength(1);
  expect(await newField()).toHaveValue('');
});

test('if the server requires the current password after a mailed link too, the form asks for it', async () => {
  const { backend, user } = await openNewPassword(
    { ...sessionRoutes('editor'), [SAVE]: refusal('current_password_required') },
    'recovery',
  );
  await user.type(await newField(), `${LONG}{Enter}`);
  await screen.findByRole('alert');
  expect(currentField()).toHaveAccessibleDescription('Please enter your current password');
  await waitFor(() => expect(currentField()).toHaveFocus());
  backend.on({ [SAVE]: () => json(fakeUser()) });
  await user.type(currentField(), 'Secret1{Enter}');
  expect(await screen.findByText('REPLACE /admin/images')).toBeVisible();
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({ current_password: 'Secret1' });
});

test('a leaked password is shown beside its field', async () => {
  const { fill } = await openAccountForm({
    [SAVE]: refusal('weak_password', { weak_password: { reasons: ['pwned'] } }),
  });
  await fill('Secret1');
  await screen.findByRole('alert');
  expect(await newField()).toHaveAccessibleDescription(
    /^This password is known from a data leak. Choose another one./,
  );
});

test('signing up with a leaked password is shown beside its field', async () => {
  const { user } = await openSignIn({
    'POST /auth/v1/signup': refusal('weak_password', { weak_password: { reasons: ['pwned'] } }),
  });
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.type(screen.getByRole('textbox', { name: /Email/ }), PERSON.email);
  await user.type(screen.getByLabelText(/^Password/), 'Secret1');
  await user.type(screen.getByLabelText(/^Confirm password/), 'Secret1{Enter}');
  expect(await screen.findByRole('alert')).toHaveTextContent('Your account was not created.');
  expect(screen.getByLabelText(/^Password/)).toHaveAccessibleDescription(
    /^This password is known from a data leak. Choose another one./,
  );
});

test('a session older than a day requires a mailed code', async () => {
  const { backend, user, fill, titles } = await openAccountForm({
    [SAVE]: refusal('reauthentication_needed'),
    [MAIL_CODE]: () => json({}),
  });
  await fill('Secret1');
  const code = await screen.findByLabelText(/^Code from our email/);
  await waitFor(() => expect(code).toHaveFocus());
  expect(backend.requestsTo(MAIL_CODE)).toHaveLength(1);
  await user.click(saveButton());
  expect(code).toHaveAccessibleDescription('Please enter the code from our email');
  expect(backend.requestsTo(SAVE)).toHaveLength(1);
  backend.on({ [SAVE]: refusal('reauthentication_not_valid') });
  await user.type(code, '111111{Enter}');
  await screen.findByRole('alert');
  expect(code).toHaveAccessibleDescription('This code is wrong or too old');
  await user.click(screen.getByRole('button', { name: 'Send another code' }));
  expect(await screen.findByText('Sent again.')).toBeVisible();
  expect(backend.requestsTo(MAIL_CODE)).toHaveLength(2);
  backend.on({ [SAVE]: () => json(fakeUser()) });
  await user.clear(code);
  await user.type(code, ' 123456 {Enter}');
  await waitFor(() => expect(titles()).toEqual(['Password saved']));
  expect(backend.requestsTo(SAVE).at(-1)?.body).toMatchObject({
    password: LONG,
    current_password: 'Secret1',
    nonce: '123456',
  });
  expect(screen.queryByLabelText(/^Code from our email/)).toBeNull();
});

test('a code that cannot be mailed shows an error, and the typed text stays', async () => {
  const { fill } = await openAccountForm({
    [SAVE]: refusal('reauthentication_needed'),
    [MAIL_CODE]: () => json({ error_code: 'over_email_send_rate_limit', msg: 'Wait' }, 429),
  });
  await fill('Secret1');
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait');
  expect(screen.queryByLabelText(/^Code from our email/)).toBeNull();
  expect(await newField()).toHaveValue(LONG);
});
