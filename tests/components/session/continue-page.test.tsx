import { rememberAskedLink } from '@/features/session/links/asked-links';
import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import {
  fakeSession,
  fakeSupabase,
  freshImport,
  held,
  json,
  PERSON,
  sessionRoutes,
  fakeUser,
  type FakeRoutes,
} from '../../support/fake-supabase';

// It would log two seconds later, during the next test.
vi.mock('@/lib/security-log');

const USER = 'GET /auth/v1/user';

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>;
}

/** The page after a link that was not requested in this browser; `null` opens it without a link. */
function openContinue(type: string | null, routes: FakeRoutes = {}) {
  const { access_token, refresh_token } = fakeSession();
  const tokens = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: type ?? '',
  });
  return openAt(type === null ? '/auth/continue' : `/#${tokens}`, routes);
}

/** The page of a mail's link, before its button is pressed. */
const openMail = (type: string, routes: FakeRoutes = {}) =>
  openAt(`/#token_hash=abc&type=${type}`, routes);

async function openAt(address: string, routes: FakeRoutes) {
  history.replaceState(null, '', address);
  onTestFinished(() => {
    history.replaceState(null, '', '/');
    localStorage.clear();
    sessionStorage.clear();
  });
  const backend = fakeSupabase({ ...sessionRoutes('editor'), ...routes });
  const { ContinuePage } = await freshImport(() => import('@/pages/auth/continue-page'));
  const { startSession } = await import('@/features/session/session-store');
  const { getSnapshot } = await import('@/lib/notifications');
  await startSession();
  const user = userEvent.setup();
  render(
    <MemoryRouter initialEntries={['/start', location.pathname]}>
      <Routes>
        <Route path="/auth/continue" element={<ContinuePage />} />
        <Route path="*" element={<Elsewhere />} />
      </Routes>
    </MemoryRouter>,
  );
  return { backend, user, titles: () => getSnapshot().map(({ title }) => title) };
}

const question = () => screen.getByRole('heading', { name: `Continue as ${PERSON.email}?` });

/** Without the preference that the setup of all screen tests stores. */
const storedKeys = () => Object.keys(localStorage).filter((key) => key !== 'writing-mode');

test('a link not requested in this browser asks for confirmation, and nothing is sent until Continue', async () => {
  const answer = held(() => json(fakeUser()));
  const { backend, user } = await openContinue('recovery', { [USER]: answer.handler });
  expect(question()).toHaveFocus();
  expect(backend.requests).toEqual([]);
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(screen.getByRole('button', { name: 'Signing in...' })).toBeDisabled();
  expect(screen.getByRole('button', { name: 'Not now' })).toBeDisabled();
  answer.release();
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
});

test('a link without a new password leads to the staff area', async () => {
  const { user } = await openContinue('magiclink');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('At /admin/images')).toBeVisible();
});

test('Not now goes to the home page and does not sign in', async () => {
  const { backend, user } = await openContinue('recovery');
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.getByText('At /')).toBeVisible();
  expect(backend.requests).toEqual([]);
  expect(storedKeys()).toEqual([]);
});

test('a refused link shows a message and offers a new one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, titles } = await openContinue('recovery', {
    [USER]: () => json({ msg: 'invalid JWT' }, 403),
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['This link did not work']));
});

test('after a reload the link is discarded, and a new one is offered', async () => {
  await openContinue(null);
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
});

const VERIFY = 'POST /auth/v1/verify';
const press = () => screen.getByRole('button', { name: 'Continue' });

test('a mailed link is used up by its button only, and is in the address no more', async () => {
  rememberAskedLink(PERSON.email);
  const { backend, user } = await openMail('recovery', { [VERIFY]: () => json(fakeSession()) });
  expect(screen.getByRole('heading', { name: 'Choose a new password' })).toHaveFocus();
  expect(location.href).not.toContain('abc');
  expect(backend.requests).toEqual([]);
  await user.click(press());
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
  expect(backend.requestsTo(VERIFY).map(({ body }) => body)).toEqual([
    { type: 'recovery', token_hash: 'abc' },
  ]);
});

test('a mailed link that was not requested in this browser asks once more, with the address', async () => {
  const { user } = await openMail('signup', { [VERIFY]: () => json(fakeSession()) });
  await user.click(press());
  expect(
    await screen.findByRole('heading', { name: `Continue as ${PERSON.email}?` }),
  ).toHaveFocus();
  expect(storedKeys()).toEqual([]);
  await user.click(press());
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
});

test('the first of two links of a change of address names the other one', async () => {
  const { user, titles } = await openMail('email_change', {
    [VERIFY]: () =>
      json({ code: '200', msg: 'Please proceed to confirm link sent to the other email' }),
  });
  await user.click(press());
  expect(await screen.findByText('At /admin')).toBeVisible();
  expect(titles()).toEqual(['One link is left']);
});

test('a used link offers a new one; after a failure of the server the button works again', async () => {
  const refusal = { error_code: 'otp_expired', msg: 'Token has expired or is invalid' };
  let status = 500;
  const { user, titles } = await openMail('recovery', { [VERIFY]: () => json(refusal, status) });
  await user.click(press());
  await waitFor(() => expect(titles()).toEqual(['This link did not work']));
  status = 403;
  await user.click(press());
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
});
