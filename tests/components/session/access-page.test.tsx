import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation, useNavigationType } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import {
  fakeSession,
  fakeSupabase,
  fakeUser,
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

const TOKEN = 'POST /auth/v1/token';
const SIGN_UP = 'POST /auth/v1/signup';

function Elsewhere() {
  const { pathname, search, hash } = useLocation();
  return (
    <p>
      {useNavigationType()} {pathname + search + hash}
    </p>
  );
}

async function openAccessPage(routes: FakeRoutes = {}, from?: unknown, hash = '') {
  const backend = fakeSupabase(routes);
  const { AccessPage } = await freshImport(() => import('@/pages/auth/access-page'));
  const { getSnapshot } = await import('@/lib/notifications');
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/', { pathname: '/admin', hash, state: from && { from } }]}>
      <Routes>
        <Route path="/admin" element={<AccessPage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  const notifications = () =>
    getSnapshot().map(({ type, title, description }) => ({ type, title, description }));
  return { backend, user, notifications };
}

const emailField = () => screen.getByRole('textbox', { name: /Email/ });
const passwordField = () => screen.getByLabelText(/^Password/);
const confirmField = () => screen.getByLabelText(/^Confirm password/);
const signInButton = () => screen.getByRole('button', { name: 'Sign In' });

type Person = Awaited<ReturnType<typeof openAccessPage>>['user'];

async function typeSignIn(user: Person) {
  await user.type(emailField(), PERSON.email);
  await user.type(passwordField(), 'Secret1');
}

async function typeSignUp(user: Person, password = 'Secret1', confirmation = password) {
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  await user.type(emailField(), PERSON.email);
  await user.type(passwordField(), password);
  await user.type(confirmField(), confirmation);
}

const createButton = () => screen.getByRole('button', { name: 'Create account' });

test('AUTH-1, AUTH-2: two tabs, signin and signup', async () => {
  const { user } = await openAccessPage();
  const tabs = screen.getAllByRole('tab');
  expect(tabs.map((tab) => tab.textContent)).toEqual(['Sign In', 'Sign Up']);
  expect(tabs.map((tab) => tab.id.replace(/^.*-/, ''))).toEqual(['signin', 'signup']);
  expect(tabs[0]).toHaveAttribute('aria-selected', 'true');
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  expect(tabs[1]).toHaveAttribute('aria-selected', 'true');
});

test('AUTH-3, AUTH-12: each tab has a required email and password field', async () => {
  const { user } = await openAccessPage();
  expect(emailField()).toBeRequired();
  expect(emailField()).toHaveAttribute('autocomplete', 'username');
  expect(passwordField()).toBeRequired();
  expect(passwordField()).toHaveAttribute('autocomplete', 'current-password');
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  expect(emailField()).toBeRequired();
  expect(passwordField()).toHaveAttribute('autocomplete', 'new-password');
  expect(confirmField()).toBeRequired();
});

test('AUTH-13: submitting is disabled until both fields are filled', async () => {
  const { user } = await openAccessPage();
  expect(signInButton()).toBeDisabled();
  await user.type(emailField(), PERSON.email);
  expect(signInButton()).toBeDisabled();
  await user.type(passwordField(), 'Secret1');
  expect(signInButton()).toBeEnabled();
  await user.clear(emailField());
  await user.type(emailField(), '   ');
  expect(signInButton()).toBeDisabled();
});

test('AUTH-13: creating an account is disabled until both fields are filled', async () => {
  const { user } = await openAccessPage();
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  expect(createButton()).toBeDisabled();
  await user.type(emailField(), PERSON.email);
  await user.type(passwordField(), 'Secret1');
  expect(createButton()).toBeEnabled();
});

test('VREG-4, VREG-5: a full name is optional, checked and sent with the sign-up', async () => {
  const { user, backend } = await openAccessPage({ [SIGN_UP]: () => json(fakeUser()) });
  await typeSignUp(user);
  const name = screen.getByLabelText('Full name (optional)');
  expect(name).not.toBeRequired();
  await user.type(name, 'Ada 2');
  await user.click(createButton());
  expect(name).toHaveAccessibleDescription(/Name contains invalid characters/);
  expect(backend.requestsTo(SIGN_UP)).toEqual([]);
  await user.clear(name);
  await user.type(name, 'a'.repeat(51));
  await user.click(createButton());
  expect(name).toHaveAccessibleDescription(/Name too long/);
  await user.clear(name);
  await user.type(name, ' Ada Lovelace ');
  await user.click(createButton());
  await waitFor(() =>
    expect(backend.requestsTo(SIGN_UP)[0]?.body).toMatchObject({
      email: PERSON.email,
      data: { full_name: 'Ada Lovelace' },
    }),
  );
});

test('AUTH-4, AUTH-6, AUTH-15: while signing in the button shows it and the fields are disabled', async () => {
  const token = held(() => json(fakeSession()));
  const { user } = await openAccessPage({ ...sessionRoutes('owner'), [TOKEN]: token.handler });
  await typeSignIn(user);
  await user.click(signInButton());
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  expect(emailField()).toBeDisabled();
  expect(passwordField()).toBeDisabled();
  token.release();
  await screen.findByText('REPLACE /admin/images');
});

test('AUTH-5, AUTH-6: while creating an account the button shows it and the fields are disabled', async () => {
  const answer = held(() => json(fakeUser()));
  const { user } = await openAccessPage({ [SIGN_UP]: answer.handler });
  await typeSignUp(user);
  await user.click(createButton());
  expect(screen.getByRole('button', { name: 'Creating account...' })).toBeDisabled();
  for (const field of [emailField(), passwordField(), confirmField()]) {
    expect(field).toBeDisabled();
  }
  answer.release();
  await screen.findByRole('heading', { name: 'Check your email' });
});

test("AUTH-7: 'Loading...' while the session is being read", async () => {
  const renewal = held(() => json(fakeSession()));
  const expired = JSON.stringify(fakeSession(PERSON, { expiresIn: -60 }));
  const { SESSION_STORAGE_KEY } = await import('@/lib/supabase');
  localStorage.setItem(SESSION_STORAGE_KEY, expired);
  await openAccessPage({ ...sessionRoutes('owner'), [TOKEN]: renewal.handler });
  expect(screen.getByRole('status')).toHaveTextContent('Loading...');
  expect(screen.queryByRole('tab')).toBeNull();
  renewal.release();
  await screen.findByText('REPLACE /admin/images');
});

test('AUTH-9, GUARD-8: a member who is signed in goes to /admin/images', async () => {
  await openAccessPage(signedInAs('owner'));
  await screen.findByText('REPLACE /admin/images');
});

test('GUARD-8, R-01: so does a user who is not approved yet', async () => {
  await openAccessPage(signedInAs(null));
  await screen.findByText('REPLACE /admin/images');
});

test('AUTH-8: a signed-in user returns to the page they came from', async () => {
  await openAccessPage(signedInAs('owner'), {
    pathname: '/admin/case-studies',
    search: '?page=2',
    hash: '#x',
  });
  await screen.findByText('REPLACE /admin/case-studies?page=2#x');
});

test('R-02: an origin on another host is not followed', async () => {
  await openAccessPage(signedInAs('owner'), { pathname: '//evil.example', search: '', hash: '' });
  await screen.findByText('REPLACE /admin/images');
});

test('AUTH-10, AUTH-16: a sign-in replaces this page by the requested one and shows a welcome', async () => {
  const { user, notifications } = await openAccessPage(sessionRoutes('owner'), {
    pathname: '/admin/case-studies/new',
    search: '',
    hash: '',
  });
  await typeSignIn(user);
  await user.keyboard('{Enter}');
  await screen.findByText('REPLACE /admin/case-studies/new');
  await waitFor(() =>
    expect(notifications()).toEqual([
      {
        type: 'success',
        title: 'Welcome back!',
        description: 'You have been successfully logged in.',
      },
    ]),
  );
});

test('AUTH-11, AUTH-19: a refusal is shown in an alert, and the typed text stays', async () => {
  const { user, notifications } = await openAccessPage({
    [TOKEN]: () =>
      json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
  });
  await typeSignIn(user);
  await user.click(signInButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Invalid login credentials');
  expect(emailField()).toHaveValue(PERSON.email);
  expect(passwordField()).toHaveValue('Secret1');
  expect(signInButton()).toBeEnabled();
  expect(notifications()).toEqual([]);
});

test('after the third wrong password the form says how to recover and when to try again', async () => {
  const { user } = await openAccessPage({
    [TOKEN]: () =>
      json({ error_code: 'invalid_credentials', msg: 'Invalid login credentials' }, 400),
  });
  await typeSignIn(user);
  for (const tries of [1, 2, 3]) {
    await user.click(signInButton());
    await waitFor(() => expect(signInButton()).toBeEnabled());
    const alert = await screen.findByRole('alert');
    if (tries < 3) expect(alert).not.toHaveTextContent('Forgot');
    else expect(alert).toHaveTextContent(/3 tries have failed.*sends you a link.*wait five/);
  }
});

test('AUTH-19: without a response of the server the alert has the default message', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openAccessPage({ [TOKEN]: networkFailure });
  await typeSignIn(user);
  await user.click(signInButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(/^Login failed\. Please try again\.$/);
});

test('VLOGIN-1, VLOGIN-4, R-24: invalid input is shown beside its field, without a request', async () => {
  const { user, backend } = await openAccessPage();
  await user.type(emailField(), 'ada');
  await user.type(passwordField(), '12345');
  await user.click(signInButton());
  expect(emailField()).toHaveAccessibleDescription('Please enter a valid email address');
  expect(emailField()).toHaveFocus();
  expect(passwordField()).toHaveAccessibleDescription('Password must be at least 6 characters');
  expect(backend.requestsTo('POST /auth/v1/*')).toEqual([]);
});

test('AUTH-14, VREG-2, VREG-3: errors of registration are shown beside their fields', async () => {
  const { user, backend } = await openAccessPage();
  await typeSignUp(user, 'abc12', 'abc13');
  await user.click(createButton());
  expect(passwordField()).toHaveAccessibleDescription(/^Password must be at least 6 characters/);
  expect(confirmField()).toHaveAccessibleDescription("Passwords don't match");
  expect(passwordField()).toHaveFocus();
  await user.clear(passwordField());
  await user.type(passwordField(), 'secret1');
  await user.click(createButton());
  expect(passwordField()).toHaveAccessibleDescription(
    /^Password must contain at least one uppercase letter, one lowercase letter, and one number/,
  );
  expect(backend.requestsTo('POST /auth/v1/*')).toEqual([]);
});

test('AUTH-17: after signing up the screen and a toast announce the mail', async () => {
  const { user, notifications } = await openAccessPage({ [SIGN_UP]: () => json(fakeUser()) });
  await typeSignUp(user);
  await user.click(createButton());
  const heading = await screen.findByRole('heading', { name: 'Check your email' });
  expect(heading).toHaveFocus();
  expect(screen.getByText(PERSON.email)).toBeVisible();
  expect(notifications()).toEqual([
    {
      type: 'success',
      title: 'Account created!',
      description: 'Please check your email to verify your account.',
    },
  ]);
});

test('the mail can be sent again, and a refusal to do so is shown', async () => {
  const { user, backend } = await openAccessPage({
    [SIGN_UP]: () => json(fakeUser()),
    'POST /auth/v1/resend': () =>
      json({ error_code: 'over_email_send_rate_limit', msg: 'Wait a second' }, 429),
  });
  await typeSignUp(user);
  await user.click(createButton());
  await user.click(await screen.findByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Wait a second');
  backend.on({ 'POST /auth/v1/resend': () => json({}) });
  await user.click(screen.getByRole('button', { name: 'Send the email again' }));
  expect(await screen.findByText(`Sent again to ${PERSON.email}.`)).toBeVisible();
  const [request] = backend.requestsTo('POST /auth/v1/resend');
  expect(request?.body).toMatchObject({ type: 'signup', email: PERSON.email });
  expect(request?.url.searchParams.get('redirect_to')).toBe('http://localhost:3000/');
  await user.click(screen.getByRole('button', { name: 'Back to sign in' }));
  expect(emailField()).toHaveValue(PERSON.email);
});

test('AUTH-20: a refused sign-up is shown in an alert, and the typed text stays', async () => {
  const { user } = await openAccessPage({
    [SIGN_UP]: () => json({ error_code: 'user_already_exists', msg: 'User exists' }, 422),
  });
  await typeSignUp(user);
  await user.click(createButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('User exists');
  expect(passwordField()).toHaveValue('Secret1');
  expect(confirmField()).toHaveValue('Secret1');
});

test('an unconfirmed email is offered the mail again', async () => {
  const { user, backend } = await openAccessPage({
    [TOKEN]: () => json({ error_code: 'email_not_confirmed', msg: 'Email not confirmed' }, 400),
    'POST /auth/v1/resend': () => json({}),
  });
  await typeSignIn(user);
  await user.click(signInButton());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Email not confirmed');
  await user.click(within(alert).getByRole('button', { name: 'Send the email again' }));
  await within(alert).findByText(`Sent again to ${PERSON.email}.`);
  expect(backend.requestsTo('POST /auth/v1/resend')).toHaveLength(1);
});

test('the password can be shown', async () => {
  const { user } = await openAccessPage();
  await user.type(passwordField(), 'Secret1');
  expect(passwordField()).toHaveAttribute('type', 'password');
  await user.click(screen.getByRole('button', { name: 'Show password' }));
  expect(passwordField()).toHaveAttribute('type', 'text');
  await user.click(screen.getByRole('button', { name: 'Hide password' }));
  expect(passwordField()).toHaveAttribute('type', 'password');
});

test('the email typed in one tab is filled in in the other', async () => {
  const { user } = await openAccessPage();
  await user.type(emailField(), PERSON.email);
  await user.click(screen.getByRole('tab', { name: 'Sign Up' }));
  expect(emailField()).toHaveValue(PERSON.email);
});

test('an ended session is explained, with its email filled in', async () => {
  const { SESSION_STORAGE_KEY } = await import('@/lib/supabase');
  const expired = JSON.stringify(fakeSession(PERSON, { expiresIn: -60 }));
  localStorage.setItem(SESSION_STORAGE_KEY, expired);
  await openAccessPage({
    [TOKEN]: () => json({ error_code: 'refresh_token_not_found', msg: 'No' }, 400),
  });
  expect(await screen.findByText('Your session has ended. Please sign in again.')).toBeVisible();
  expect(emailField()).toHaveValue(PERSON.email);
});

test('the link in the mail to an added person opens the sign-up with the address', async () => {
  await openAccessPage({}, undefined, '#join=new%2Beditor%40agency.example');
  expect(screen.getByRole('tab', { name: 'Sign Up' })).toHaveAttribute('aria-selected', 'true');
  expect(emailField()).toHaveValue('new+editor@agency.example');
  expect(screen.getByText('You were added to the staff')).toBeVisible();
});

test.for(['#join=', '#join=nobody', '#join=%E0%A4%A', '#join=<b>@x', '#other=a@b.example'])(
  '%s is an ordinary sign-in',
  async (hash) => {
    await openAccessPage({}, undefined, hash);
    expect(screen.getByRole('tab', { name: 'Sign In' })).toHaveAttribute('aria-selected', 'true');
    expect(screen.queryByText('You were added to the staff')).not.toBeInTheDocument();
  },
);
