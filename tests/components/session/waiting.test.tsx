import { act, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  networkFailure,
  noContent,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const ROLE = 'POST /rest/v1/rpc/current_staff_role';
const OWN = 'GET /rest/v1/staff_requests';
const ASK = 'POST /rest/v1/rpc/request_staff_access';
const asked = { created_at: '2026-11-20T08:00:00+00:00', declined_at: null };

async function openWaiting(routes: FakeRoutes = {}) {
  const backend = fakeSupabase({ ...signedInAs(null), ...routes });
  const { RequireSession } = await freshImport(() => import('@/features/session/require-session'));
  const user = userEvent.setup();
  render(
    <MemoryRouter>
      <RequireSession>Staff only</RequireSession>
    </MemoryRouter>,
  );
  await screen.findByRole('heading', { name: 'Your account is waiting for approval' });
  return { backend, user };
}

const askButton = () => screen.getByRole('button', { name: 'Ask for access' });
const noteField = () => screen.getByLabelText(/^Note to the owners/);

test('R-01: a waiting user requests access with a note', async () => {
  const answer = held(noContent);
  const { backend, user } = await openWaiting({ [ASK]: answer.handler });
  await user.type(noteField(), 'It is me');
  await waitFor(() => expect(askButton()).toBeEnabled());
  await user.click(askButton());
  expect(screen.getByRole('button', { name: 'Asking...' })).toBeDisabled();
  answer.release();
  expect(await screen.findByText('Your request was sent to the owners')).toBeVisible();
  expect(backend.requestsTo(ASK)[0]?.body).toEqual({ note: 'It is me' });
  expect(backend.requestsTo(`${OWN}?user_id=eq.${PERSON.id}`)).toHaveLength(1);
});

test('a note has at most 300 characters', async () => {
  await openWaiting();
  expect(noteField()).toHaveAttribute('maxlength', '300');
});

test('a user with an open request sees that instead of the form', async () => {
  await openWaiting({ [OWN]: () => json([asked]) });
  expect(await screen.findByText('Your request was sent to the owners')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask for access' })).toBeNull();
});

test('a declined user sees that', async () => {
  await openWaiting({ [OWN]: () => json([{ ...asked, declined_at: asked.created_at }]) });
  expect(await screen.findByText('An owner has declined your request')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Ask for access' })).toBeNull();
});

test('a request that fails shows an error, keeps the note and can be sent again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { backend, user } = await openWaiting({ [ASK]: networkFailure });
  await user.type(noteField(), 'It is me');
  await waitFor(() => expect(askButton()).toBeEnabled());
  await user.click(askButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Your request could not be sent: the server cannot be reached right now',
  );
  expect(noteField()).toHaveValue('It is me');
  backend.on({ [ASK]: noContent });
  await user.click(askButton());
  expect(await screen.findByText('Your request was sent to the owners')).toBeVisible();
});

test('if it is unknown whether a request exists, one can be sent', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  await openWaiting({ [OWN]: networkFailure });
  await waitFor(() => expect(askButton()).toBeEnabled());
});

test('R-01: an approval is noticed on returning to the page, without a reload', async () => {
  const { backend } = await openWaiting({ [OWN]: () => json([asked]) });
  backend.on({ [ROLE]: () => json('editor') });
  act(() => void window.dispatchEvent(new Event('focus')));
  expect(await screen.findByText('Staff only')).toBeVisible();
});

test('R-01: an approval is noticed by Check again', async () => {
  const { backend, user } = await openWaiting({ [OWN]: () => json([asked]) });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Not yet: this address is not on the staff list.')).toBeVisible();
  backend.on({ [ROLE]: () => json('editor') });
  await user.click(screen.getByRole('button', { name: 'Check again' }));
  expect(await screen.findByText('Staff only')).toBeVisible();
});
