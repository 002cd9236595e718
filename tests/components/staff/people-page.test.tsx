import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
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

const MEMBERS = 'POST /rest/v1/rpc/list_staff_members';
const REQUESTS = 'GET /rest/v1/staff_requests';
const ADD = 'POST /rest/v1/rpc/add_staff_member';
const SET_ROLE = 'POST /rest/v1/rpc/set_staff_role';
const REMOVE = 'POST /rest/v1/rpc/remove_staff_member';
const APPROVE = 'POST /rest/v1/rpc/approve_staff_request';
const DECLINE = 'POST /rest/v1/rpc/decline_staff_request';

const own = {
  email: PERSON.email,
  role: 'owner',
  added_at: '2026-03-02 10:00:00+00',
  added_by_email: null,
  has_account: true,
  last_seen_at: '2026-11-20T08:00:00+00:00',
};
const mira = { ...own, email: 'mira@example.com', added_by_email: PERSON.email };
const ben = {
  ...mira,
  email: 'ben@example.com',
  role: 'editor',
  has_account: false,
  last_seen_at: null,
};
const request = {
  id: '7d1c2a52-3f6a-4f4e-9d0c-0d5b5e3b6a01',
  email: 'noor@elsewhere.example',
  note: 'I write with Mira.',
  created_at: '2026-11-19T08:00:00+00:00',
};

async function openPeople(routes: FakeRoutes = {}, role: 'owner' | 'editor' = 'owner') {
  const backend = fakeSupabase({
    ...signedInAs(role),
    [MEMBERS]: () => json([own, mira, ben]),
    [REQUESTS]: () => json([]),
    ...routes,
  });
  const { PeoplePage } = await freshImport(() => import('@/pages/admin/people-page'));
  const { createQueryClient } = await import('@/app/query-client');
  const { RequireSession } = await import('@/features/session/require-session');
  const { getSnapshot } = await import('@/lib/notifications');
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RequireSession>
          <PeoplePage />
        </RequireSession>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user, titles: () => getSnapshot().map(({ title }) => title) };
}

const rowOf = async (email: string) => {
  const row = (await screen.findByText(email, { selector: ':not(.sr-only)' })).closest('li');
  if (!row) throw new Error(`no row of ${email}`);
  return within(row);
};
const dialog = () => within(screen.getByRole('alertdialog'));

test('R-01: an owner sees all members with start, adder and last visit', async () => {
  await openPeople();
  expect(
    (await rowOf(PERSON.email)).getByText('Since Mar 2, 2026. Last seen Nov 20, 2026'),
  ).toBeVisible();
  expect((await rowOf(PERSON.email)).getByText('(you)')).toBeVisible();
  expect((await rowOf('ben@example.com')).getByText(/^Added Mar 2, 2026 by/)).toHaveTextContent(
    'Added Mar 2, 2026 by ada',
  );
  expect((await rowOf('ben@example.com')).getByText('Not signed up yet')).toBeVisible();
  expect((await rowOf(PERSON.email)).queryByText('Not signed up yet')).toBeNull();
  expect(
    (await rowOf('ben@example.com')).getByRole('combobox', { name: 'Role of ben@example.com' }),
  ).toHaveValue('editor');
  expect(screen.queryByRole('heading', { name: 'Access requests' })).toBeNull();
});

test('R-01: an editor sees that owners manage staff, and nothing is requested', async () => {
  const { backend } = await openPeople({}, 'editor');
  expect(await screen.findByRole('heading', { name: 'Owners manage people' })).toBeVisible();
  expect(backend.requestsTo(MEMBERS)).toEqual([]);
  expect(backend.requestsTo(REQUESTS)).toEqual([]);
});

test('a list that cannot be loaded has a retry', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { backend, user } = await openPeople({
    [MEMBERS]: () => json({ code: '42501', message: 'no' }, 403),
  });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load the staff');
  backend.on({ [MEMBERS]: () => json([own]) });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await screen.findByText('(you)')).toBeVisible();
});

test('R-01: an owner adds an email with a role, and can add the next at once', async () => {
  const { backend, user, titles } = await openPeople({ [ADD]: noContent });
  const email = await screen.findByRole('textbox', { name: /Email/ });
  await user.type(email, '  Wren@Example.com ');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Role' }), 'owner');
  await user.click(screen.getByRole('button', { name: 'Add person' }));
  await waitFor(() => expect(titles()).toEqual(['wren@example.com added to the staff']));
  expect(backend.requestsTo(ADD)[0]?.body).toEqual({
    member_email: 'wren@example.com',
    member_role: 'owner',
  });
  expect(email).toHaveValue('');
  expect(email).toHaveFocus();
  await waitFor(() => expect(backend.requestsTo(MEMBERS)).toHaveLength(2));
});

test('an invalid email is shown beside the field, without a request', async () => {
  const { backend, user } = await openPeople();
  const email = await screen.findByRole('textbox', { name: /Email/ });
  await user.type(email, 'wren@{Enter}');
  expect(email).toHaveAccessibleDescription(/^Please enter a valid email address/);
  expect(email).toHaveFocus();
  expect(backend.requestsTo(ADD)).toEqual([]);
});

test('an email that is already a member shows an error, and the typed text stays', async () => {
  const { user } = await openPeople({
    [ADD]: () => json({ code: '23505', message: 'duplicate key' }, 409),
  });
  const email = await screen.findByRole('textbox', { name: /Email/ });
  await user.type(email, 'mira@example.com{Enter}');
  expect(await screen.findByText('This address is on the list already.')).toBeVisible();
  expect(email).toHaveValue('mira@example.com');
});

test('R-01: a member is removed after a confirmation', async () => {
  const { backend, user, titles } = await openPeople({ [REMOVE]: noContent });
  const row = await rowOf('ben@example.com');
  await user.click(row.getByRole('button', { name: 'Remove ben@example.com' }));
  expect(dialog().getByText('Remove ben@example.com?')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(backend.requestsTo(REMOVE)).toEqual([]);
  await user.click(row.getByRole('button', { name: 'Remove ben@example.com' }));
  backend.on({ [MEMBERS]: () => json([own, mira]) });
  await user.click(dialog().getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(screen.queryAllByText('ben@example.com')).toEqual([]));
  expect(backend.requestsTo(REMOVE)[0]?.body).toEqual({ member_email: 'ben@example.com' });
  expect(titles()).toEqual(['ben@example.com removed from the staff']);
});

test('a domain with other letters is shown as its owner writes it, and asked for as stored', async () => {
  const stored = { ...ben, email: 'info@xn--mller-kva.de' };
  const { backend, user } = await openPeople({
    ...{ [MEMBERS]: () => json([own, stored]), [REMOVE]: noContent },
    [REQUESTS]: () => json([{ ...request, email: 'noor@xn--d1abbgf6aiiy.example' }]),
  });
  const row = await rowOf('info@müller.de');
  expect(screen.getByText('noor@президент.example', { selector: 'p' })).toBeVisible();
  await user.click(row.getByRole('button', { name: 'Remove info@müller.de' }));
  expect(dialog().getByText('Remove info@müller.de?')).toBeVisible();
  await user.click(dialog().getByRole('button', { name: 'Remove' }));
  await waitFor(() =>
    expect(backend.requestsTo(REMOVE)[0]?.body).toEqual({ member_email: stored.email }),
  );
});

test('R-01: a role changes after a confirmation, and stays on Cancel', async () => {
  const { backend, user } = await openPeople({ [SET_ROLE]: noContent });
  const role = (await rowOf('ben@example.com')).getByRole('combobox');
  await user.selectOptions(role, 'owner');
  await user.click(dialog().getByRole('button', { name: 'Cancel' }));
  expect(role).toHaveValue('editor');
  expect(backend.requestsTo(SET_ROLE)).toEqual([]);
  await user.selectOptions(role, 'owner');
  await user.click(dialog().getByRole('button', { name: 'Change role' }));
  await waitFor(() =>
    expect(backend.requestsTo(SET_ROLE)[0]?.body).toEqual({
      member_email: 'ben@example.com',
      member_role: 'owner',
    }),
  );
});

test('R-01: the last owner reads that they cannot be changed or removed', async () => {
  await openPeople({ [MEMBERS]: () => json([own, ben]) });
  const row = await rowOf(PERSON.email);
  expect(screen.getByText(/^To change or remove the only owner/)).toBeVisible();
  expect(row.queryByRole('button', { name: /^Remove/ })).toBeNull();
  expect(row.queryByRole('combobox')).toBeNull();
  expect((await rowOf(ben.email)).getByRole('combobox')).toHaveValue('editor');
});

test('R-01: a removal that the server refuses, because the other owner was removed meanwhile, says why', async () => {
  const { user } = await openPeople({
    [REMOVE]: () => json({ code: 'PT409', message: 'The last owner cannot be removed' }, 409),
  });
  const row = await rowOf('mira@example.com');
  await user.click(row.getByRole('button', { name: 'Remove mira@example.com' }));
  await user.click(dialog().getByRole('button', { name: 'Remove' }));
  expect(await row.findByRole('alert')).toHaveTextContent('The last owner cannot be removed');
});

test('an owner who removes themself loses access at once', async () => {
  const { backend, user } = await openPeople({ [REMOVE]: noContent });
  const row = await rowOf(PERSON.email);
  await user.click(row.getByRole('button', { name: `Remove ${PERSON.email}` }));
  expect(dialog().getByText(/^That is you/)).toBeVisible();
  backend.on({ 'POST /rest/v1/rpc/current_staff_role': () => json(null) });
  await user.click(dialog().getByRole('button', { name: 'Remove' }));
  expect(
    await screen.findByRole('heading', { name: 'Your account is waiting for approval' }),
  ).toBeVisible();
});

test('R-01: waiting users are shown with their note, and one press approves', async () => {
  const answer = held(noContent);
  const { backend, user, titles } = await openPeople({
    [REQUESTS]: () => json([request]),
    [APPROVE]: answer.handler,
  });
  const row = await rowOf(request.email);
  expect(row.getByText('I write with Mira.')).toBeVisible();
  expect(row.getByText('Asked Nov 19, 2026')).toBeVisible();
  await user.click(row.getByRole('button', { name: `Approve ${request.email}` }));
  expect(row.getByRole('button', { name: `Decline ${request.email}` })).toBeDisabled();
  backend.on({ [REQUESTS]: () => json([]) });
  answer.release();
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Access requests' })).toBeNull(),
  );
  expect(backend.requestsTo(APPROVE)[0]?.body).toEqual({
    request_id: request.id,
    member_role: 'editor',
  });
  expect(titles()).toEqual([`${request.email} is staff now`]);
  expect(screen.getByRole('heading', { name: 'Staff' })).toHaveFocus();
});

test('a request is declined after a confirmation', async () => {
  const { backend, user } = await openPeople({
    [REQUESTS]: () => json([request]),
    [DECLINE]: noContent,
  });
  const row = await rowOf(request.email);
  await user.click(row.getByRole('button', { name: `Decline ${request.email}` }));
  expect(backend.requestsTo(DECLINE)).toEqual([]);
  backend.on({ [REQUESTS]: () => json([]) });
  await user.click(dialog().getByRole('button', { name: 'Decline' }));
  await waitFor(() =>
    expect(screen.queryByRole('heading', { name: 'Access requests' })).toBeNull(),
  );
  expect(backend.requestsTo(DECLINE)[0]?.body).toEqual({ request_id: request.id });
});

test('a failed approval shows its error in the row', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const { user } = await openPeople({
    [REQUESTS]: () => json([request]),
    [APPROVE]: networkFailure,
  });
  const row = await rowOf(request.email);
  await user.click(row.getByRole('button', { name: `Approve ${request.email}` }));
  expect(await row.findByRole('alert')).toHaveTextContent(
    'Could not approve this request: the server cannot be reached right now',
  );
});
