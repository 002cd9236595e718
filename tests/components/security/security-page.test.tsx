import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  networkFailure,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const EVENTS = 'GET /rest/v1/security_events';
const COUNTS = 'POST /rest/v1/rpc/count_security_events';
const PEOPLE = 'POST /rest/v1/rpc/name_security_event_users';
const TRAIL = 'GET /rest/v1/audit_events';
const AUDIT = 'POST /rest/v1/rpc/audit_security_policies';

function row(overrides: Record<string, unknown> = {}) {
  return {
    id: 7,
    event_type: 'failed_login',
    severity: 'high',
    description: 'Sign-in failed 5 times for one address',
    metadata: { attempts: 5, checks: { ticket: 'expired' } },
    user_id: null,
    user_agent: 'Firefox',
    origin: 'browser',
    created_at: '2026-11-21 10:26:09.46+00',
    ...overrides,
  };
}
const byAda = row({
  id: 8,
  event_type: 'authentication_success',
  severity: 'low',
  user_id: PERSON.id,
});

const answers: FakeRoutes = {
  [EVENTS]: () => json([byAda, row()]),
  [COUNTS]: () =>
    json([
      { event_type: 'failed_login', severity: 'high', events: 3 },
      { event_type: 'authentication_success', severity: 'low', events: 9 },
    ]),
  [PEOPLE]: () => json([{ user_id: PERSON.id, email: PERSON.email }]),
  [AUDIT]: () =>
    json([
      {
        table_name: 'public.case_studies',
        rls_enabled: true,
        policies: [],
        grants: { anon: ['SELECT'] },
      },
    ]),
};

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

async function open(
  address = '/admin/security',
  routes: FakeRoutes = {},
  role: 'owner' | 'editor' = 'owner',
) {
  const backend = fakeSupabase({ ...signedInAs(role), ...answers, ...routes });
  const { SecurityPage } = await freshImport(() => import('@/pages/admin/security-page'));
  const { startSession } = await import('@/features/session/session-store');
  void startSession();
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[address]}>
        <SecurityPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const lastQuery = () => backend.requestsTo(EVENTS).at(-1)?.url.searchParams;
  return { backend, user: userEvent.setup(), lastQuery };
}

const table = () => screen.findByRole('table', { name: /Security events/ });
const address = () => screen.getByTestId('address').textContent;

test('SEC-4: the latest 50 events are requested and listed, newest first', async () => {
  const { lastQuery } = await open();
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map((each) => each.textContent)).toEqual([
    expect.stringContaining('When'),
    'Saturday, November 21',
    expect.stringContaining('Sign-in'),
    expect.stringContaining('Failed sign-in'),
  ]);
  expect(lastQuery()?.get('order')).toBe('created_at.desc,id.desc');
  expect(lastQuery()?.get('limit')).toBe('50');
});

test('SEC-5: choosing a user lists their latest 20 events, and clearing it all again', async () => {
  const { user, lastQuery } = await open();
  await user.click(
    await within(await table()).findByRole('button', { name: `Events of ${PERSON.email}` }),
  );
  const heading = await screen.findByRole('heading', {
    name: `The latest events of ${PERSON.email}`,
  });
  expect(heading).toHaveFocus();
  expect(address()).toBe(`/admin/security?user=${PERSON.id}`);
  await waitFor(() => expect(lastQuery()?.get('user_id')).toBe(`eq.${PERSON.id}`));
  expect(lastQuery()?.get('limit')).toBe('20');
  await user.click(screen.getByRole('button', { name: 'Show everyone' }));
  expect(await screen.findByRole('heading', { name: 'The latest events' })).toHaveFocus();
});

test('SEC-6, SEC-7: seven days are counted and shown as figures and tables', async () => {
  const { backend, user } = await open();
  const figures = (await screen.findByText('12')).closest('ul');
  expect(figures).toHaveTextContent('12Eventsin the last 7 days');
  expect(figures).toHaveTextContent('3SuspiciousRepeated failed sign-ins');
  await user.click(screen.getByText('By severity and type'));
  const severities = await screen.findByRole('table', { name: 'By severity' });
  expect(within(severities).getByRole('row', { name: 'High 3' })).toBeVisible();
  const types = screen.getByRole('table', { name: 'By type' });
  expect(within(types).getByRole('row', { name: 'Sign-in 9' })).toBeVisible();
  const asked: unknown = backend.requestsTo(COUNTS)[0]?.body;
  expect(asked).toEqual({ since: expect.any(String) });
  const since = new Date(String(Object(asked).since)).getTime();
  expect(Math.round((Date.now() - since) / 3_600_000)).toBe(7 * 24);
});

test('an event of an unknown kind is missing alone, and the screen says so', async () => {
  await open('/admin/security', {
    [EVENTS]: () => json([byAda, row({ event_type: 'invented_by_a_later_version' })]),
  });
  const rows = within(await table()).getAllByRole('row');
  expect(rows.map((each) => each.textContent)).toEqual([
    expect.stringContaining('When'),
    'Saturday, November 21',
    expect.stringContaining('Sign-in'),
  ]);
  const notice = screen.getByText('Not everything is shown').closest('[role=status]');
  expect(notice).toHaveTextContent('Failed to fetch security events: 1 entry could not be read.');
  expect(document.body).not.toHaveTextContent(/invalid_value|invalid_enum|expected/i);
});

test('filters are in the address and in the query', async () => {
  const { user, lastQuery } = await open('/admin/security?severity=high&type=party');
  await table();
  expect(lastQuery()?.get('severity')).toBe('eq.high');
  expect(lastQuery()?.get('event_type')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Type'), 'Failed sign-in');
  await user.selectOptions(screen.getByLabelText('Reported by'), 'Server');
  await user.type(screen.getByLabelText('Search'), '100%_a');
  await waitFor(() => expect(lastQuery()?.get('description')).toBe('ilike.%100\\%\\_a%'));
  expect(lastQuery()?.get('event_type')).toBe('eq.failed_login');
  expect(lastQuery()?.get('origin')).toBe('eq.server');
  expect(new URLSearchParams(address()?.split('?')[1]).get('text')).toBe('100%_a');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(address()).toBe('/admin/security'));
  expect(screen.getByLabelText('Search')).toHaveValue('');
});

test('equal events of a day are one row, which opens with the time of each', async () => {
  const again = { ...byAda, id: 6, created_at: '2026-11-21 09:58:00.1+00' };
  const otherDay = { ...byAda, id: 5, created_at: '2026-11-19 09:58:00.1+00' };
  const { user } = await open('/admin/security', {
    [EVENTS]: () => json([byAda, row(), again, otherDay]),
  });
  const rows = within(await table()).getAllByRole('row');
  expect(rows.slice(1).map((each) => each.textContent)).toEqual([
    'Saturday, November 21',
    expect.stringMatching(/\d\d:58 – \d\d:26Sign-in2 times/),
    expect.stringMatching(/^\d\d:26Failed sign-in/),
    'Thursday, November 19',
    expect.stringMatching(/^\d\d:58Sign-in(?!\d)/),
  ]);
  expect(screen.getByText('4 in 90 days')).toBeVisible();
  await user.click(within(rows[2] ?? document.body).getByRole('button', { name: 'Sign-in' }));
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in' });
  expect(within(dialog).getByText(/and at \d\d:58:00/)).toBeVisible();
  expect(within(dialog).getByText('8, 6')).toBeVisible();
});

test('the number of suspicious events lists them', async () => {
  const { user, lastQuery } = await open();
  await screen.findByText('12');
  await user.click(screen.getByRole('link', { name: /Suspicious/ }));
  expect(address()).toBe('/admin/security?only=suspicious');
  await waitFor(() =>
    expect(lastQuery()?.get('or')).toBe(
      '(event_type.in.(suspicious_activity,csrf_attempt,rate_limit_exceeded,account_lockout),' +
        'and(event_type.eq.failed_login,severity.in.(high,critical)))',
    ),
  );
  expect(screen.getByRole('link', { name: /Suspicious/ })).toHaveAttribute('aria-current', 'true');
  await user.click(screen.getByRole('button', { name: 'Clear' }));
  await waitFor(() => expect(address()).toBe('/admin/security'));
});

test('an event opens with its metadata, one entry per line', async () => {
  const { user } = await open();
  await user.click(within(await table()).getByRole('button', { name: 'Failed sign-in' }));
  const dialog = await screen.findByRole('dialog', { name: 'Failed sign-in' });
  expect(within(dialog).getByText('attempts').nextSibling).toHaveTextContent('5');
  expect(within(dialog).getByText(/"ticket": "expired"/)).toBeVisible();
  expect(within(dialog).getByText('Firefox')).toBeVisible();
  await user.keyboard('{Escape}');
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
});

test('the log shows a skeleton while it loads', async () => {
  const { handler, release } = held(() => json([row()]));
  await open('/admin/security', { [EVENTS]: handler });
  expect(await screen.findByText('Loading security events...')).toBeInTheDocument();
  release();
  expect(await table()).toBeVisible();
});

test('an empty log and no match have different texts', async () => {
  await open('/admin/security', { [EVENTS]: () => json([]) });
  expect(await screen.findByText('Nothing has been logged yet')).toBeVisible();
});

test('a filter without a match says so', async () => {
  await open('/admin/security?text=nothing', { [EVENTS]: () => json([]) });
  expect(await screen.findByText('No event matches')).toBeVisible();
});

test('a failed list has a retry; the numbers stay', async () => {
  const { backend, user } = await open('/admin/security', { [EVENTS]: networkFailure });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load security events');
  expect(await screen.findByText('12')).toBeVisible();
  backend.on({ [EVENTS]: () => json([row()]) });
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeVisible();
});

test('without emails users are shown by the start of their id', async () => {
  await open('/admin/security', { [PEOPLE]: () => json({ code: '42501' }, 403) });
  expect(
    await within(await table()).findByRole('button', {
      name: `Events of Account ${PERSON.id.slice(0, 8)}`,
    }),
  ).toBeVisible();
});

test('SEC-8: the audit of the policies is shown, findings first', async () => {
  await open('/admin/security?view=policies', {
    [AUDIT]: () =>
      json([
        { table_name: 'public.posts', rls_enabled: true, policies: [], grants: {} },
        {
          table_name: 'public.leaky',
          rls_enabled: false,
          policies: [],
          grants: { anon: ['SELECT'] },
        },
      ]),
  });
  expect(await screen.findByText('1 of 2 tables needs attention.')).toBeVisible();
  const names = screen.getAllByRole('heading', { level: 3 }).map((each) => each.textContent);
  expect(names).toEqual(['leaky', 'posts']);
  expect(screen.getByText(/^Row-level security is off/)).toBeVisible();
  expect(screen.getByText('Only the server’s own functions have access')).toBeVisible();
});

test('SEC-8: an audit without findings shows that', async () => {
  const { user } = await open();
  await user.click(await screen.findByRole('tab', { name: 'Permissions' }));
  expect(await screen.findByText('All 1 tables are protected.')).toBeVisible();
  expect(address()).toBe('/admin/security?view=policies');
});

test('PERM-17: editors see that the log is for owners, and nothing is requested', async () => {
  const { backend } = await open('/admin/security', {}, 'editor');
  expect(await screen.findByText('Only owners read the security log')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Back to the dashboard' })).toBeVisible();
  expect(backend.requestsTo(EVENTS)).toEqual([]);
});

test('events reported by browsers are marked as unverified, in the list and in the details', async () => {
  const { user } = await open('/admin/security', {
    [EVENTS]: () => json([row(), row({ id: 9, origin: 'server', description: 'By a function' })]),
  });
  const [, , fromBrowser, fromServer] = within(await table()).getAllByRole('row');
  expect(fromBrowser).toHaveTextContent('Browser, unverified');
  expect(fromServer).toHaveTextContent('Server');
  expect(fromServer).not.toHaveTextContent(/unverified/i);
  await user.click(
    within(fromBrowser ?? document.body).getByRole('button', { name: 'Failed sign-in' }),
  );
  const dialog = await screen.findByRole('dialog');
  expect(dialog).toHaveTextContent('Anyone can send such a report.');
});

function deed(overrides: Record<string, unknown> = {}) {
  return {
    id: 3,
    happened_at: '2026-11-21 10:26:09.46+00',
    actor_id: PERSON.id,
    actor_email: PERSON.email,
    actor_name: null,
    subject_name: null,
    action: 'role_changed',
    subject: 'ben@agency.test: editor to owner',
    ...overrides,
  };
}

const deeds =
  (list: object[], total = list.length) =>
  () =>
    json(list, {
      headers: { 'content-range': list.length ? `0-${list.length - 1}/${total}` : `*/${total}` },
    });

test('owners see audit events, newest first, page by page', async () => {
  const byScript = deed({ id: 2, actor_id: null, actor_email: null, action: 'deleted' });
  const left = deed({ id: 1, actor_email: null, action: 'exported', subject: '12 enquiries' });
  const byAuth = deed({
    ...{ id: 4, actor_id: null, actor_email: null, action: 'staff password changed' },
  });
  const { backend, user } = await open('/admin/security', {
    [TRAIL]: deeds([deed(), byScript, left, byAuth], 120),
  });
  await user.click(await screen.findByRole('tab', { name: 'Audit trail' }));
  const trail = await screen.findByRole('table', { name: /What staff did/ });
  const rows = within(trail).getAllByRole('row').slice(1);
  expect(rows.map((each) => each.textContent)).toEqual([
    expect.stringMatching(/Role changed.*editor to owner.*ada/i),
    expect.stringContaining('not a signed-in person'),
    expect.stringMatching(/Exported.*12 enquiries.*Account /),
    // Auth does not say who has asked it.
    expect.stringMatching(/the account itself, also by a mailed link, or the service key$/),
  ]);
  const asked = backend.requestsTo(TRAIL).find(({ url }) => url.searchParams.get('offset') === '0');
  expect(asked?.url.searchParams.get('order')).toBe('happened_at.desc,id.desc');
  expect(screen.getByText('Page 1 of 3')).toBeVisible();
  await user.click(screen.getByRole('link', { name: 'Next page' }));
  await waitFor(() => expect(address()).toBe('/admin/security?view=trail&page=2'));
  await waitFor(() =>
    expect(backend.requestsTo(TRAIL).at(-1)?.url.searchParams.get('offset')).toBe('50'),
  );
});

test('an audit event says who acted and whom it concerned, by name and address', async () => {
  const removed = deed({
    ...{ action: 'staff removed', subject: 'ben@agency.test' },
    ...{ actor_name: 'Ada Lovelace', subject_name: 'Ben Ash' },
  });
  await open('/admin/security?view=trail', { [TRAIL]: deeds([removed]) });
  const trail = within(await screen.findByRole('table', { name: /What staff did/ }));
  expect(trail.getByText('Ben Ash (ben@agency.test)')).toBeVisible();
  expect(trail.getByText('Ada Lovelace')).toBeVisible();
  expect(trail.getByText(PERSON.email)).toBeVisible();
});

test('a failed sign-in to an unknown account shows the hash of the address that was tried', async () => {
  const metadata = { address_hash: '3fa2b1c9'.repeat(8) };
  await open('/admin/security', {
    [EVENTS]: () => json([row({ user_id: null, origin: 'server', metadata })]),
  });
  expect(within(await table()).getByText('Unknown address #3fa2b1c9')).toBeVisible();
});

test('audit events are filtered by action, with a text for no match', async () => {
  const { backend, user } = await open('/admin/security?view=trail', {
    [TRAIL]: ({ url }) =>
      deeds(url.searchParams.has('action') ? [] : [deed(), deed({ id: 2, action: 'exported' })])(),
  });
  await screen.findByRole('table', { name: /What staff did/ });
  const filter = screen.getByLabelText('Action');
  await waitFor(() => expect(within(filter).getAllByRole('option')).toHaveLength(3));
  await user.selectOptions(filter, 'Exported');
  expect(await screen.findByText('No such action')).toBeVisible();
  expect(address()).toBe('/admin/security?view=trail&action=exported');
  expect(backend.requestsTo(TRAIL).at(-1)?.url.searchParams.get('action')).toBe('eq.exported');
});

test('audit events that cannot be read show an error', async () => {
  await open('/admin/security?view=trail', { [TRAIL]: networkFailure });
  expect(await screen.findByText('Failed to load what staff did')).toBeVisible();
});
