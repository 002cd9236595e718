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

// It speaks two seconds later: in the next test, that is.
vi.mock('@/lib/security-log');

const USER = 'GET /auth/v1/user';

function Elsewhere() {
  return <p>At {useLocation().pathname}</p>;
}

/** The page after a link that this browser did not ask for; `null` opens its bare address. */
async function openContinue(type: string | null, routes: FakeRoutes = {}) {
  const { access_token, refresh_token } = fakeSession();
  const tokens = new URLSearchParams({
    access_token,
    refresh_token,
    expires_in: '3600',
    token_type: 'bearer',
    type: type ?? '',
  });
  history.replaceState(null, '', type === null ? '/auth/continue' : `/#${tokens}`);
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

test('a link that this browser did not ask for asks first, and nothing is sent until Continue', async () => {
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

test('a link that chooses no password leads to the staff area', async () => {
  const { user } = await openContinue('magiclink');
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('At /admin/images')).toBeVisible();
});

test('Not now leads home and signs in nobody', async () => {
  const { backend, user } = await openContinue('recovery');
  await user.click(screen.getByRole('button', { name: 'Not now' }));
  expect(screen.getByText('At /')).toBeVisible();
  expect(backend.requests).toEqual([]);
  expect(localStorage).toHaveLength(0);
});

test('a link that the server refuses says so and offers a new one', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user, titles } = await openContinue('recovery', {
    [USER]: () => json({ msg: 'invalid JWT' }, 403),
  });
  await user.click(screen.getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
  await waitFor(() => expect(titles()).toEqual(['This link did not work']));
});

test('after a reload the link is gone, and a new one is offered', async () => {
  await openContinue(null);
  expect(await screen.findByText('At /auth/new-password')).toBeVisible();
});
