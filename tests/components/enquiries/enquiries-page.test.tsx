import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
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

const LIST = 'GET /rest/v1/enquiries';
const CHANGE = 'PATCH /rest/v1/enquiries';
const DELETE = 'DELETE /rest/v1/enquiries';
const MEMBERS = 'POST /rest/v1/rpc/list_staff_members';
const RETRY = 'POST /rest/v1/rpc/retry_mails';
const TICKET = 'GET /functions/v1/send-contact-email/ticket';
const RECORD = 'POST /rest/v1/rpc/record_export';

const ID = '11111111-1111-4111-8111-111111111111';
const STUDY_ID = 'c0000000-0000-4000-8000-000000000001';
const OTHER_ID = '22222222-2222-4222-8222-222222222222';

type Row = Record<string, unknown>;

function row(overrides: Row = {}): Row {
  return {
    id: ID,
    number: 1042,
    name: 'Živka Ќосева',
    email: 'zivka@studio.example',
    phone: '+389 70 123 456',
    subject: 'A new website',
    message: 'First line\nsecond line',
    service: 'web-development',
    services: { name: 'Web Development' },
    started_page: '/services',
    started_services: ['web-development'],
    started_host: 'www.search.example',
    started_studies: [STUDY_ID],
    status: 'new',
    assigned_to: null,
    enquiry_notes: [],
    deleted_at: null,
    answer_by: '2026-11-23 09:26:09.46+00',
    answered_at: null,
    read_at: null,
    is_quarantined: false,
    quarantine_reasons: [],
    state: 'mailed',
    receipt_state: 'sent',
    enquiry_mail: null as { error: string; due_at: string | null } | null,
    created_at: '2026-11-20 10:26:09.46+00',
    erase_at: '2028-11-20 10:26:09.46+00',
    ...overrides,
  };
}
const other = () =>
  row({
    id: OTHER_ID,
    number: 1043,
    name: 'Ben Okri',
    subject: null,
    message: 'Do you draw maps?',
    service: null,
    status: 'open',
    read_at: '2026-11-20 11:00:00+00',
    state: 'failed',
    enquiry_mail: { error: '550 mailbox full', due_at: '2026-11-20 10:30:00+00' },
  });

/** Rows of the backend: a change is returned by the next read. */
function stored(rows: Row[]): FakeRoutes {
  return {
    [LIST]: ({ url }) => {
      const id = url.searchParams.get('id')?.replace('eq.', '');
      const isAside = url.searchParams.get('is_quarantined') === 'eq.true';
      const isTrash = url.searchParams.get('deleted_at') === 'not.is.null';
      const among = rows.filter((each) => (each.deleted_at !== null) === isTrash);
      if (isTrash) return json(among);
      if (id) {
        const found = among.find((each) => each.id === id);
        if (found) return json(found);
        return json({ code: 'PGRST116', message: 'no rows' }, 406);
      }
      const listed = among.filter((each) => each.is_quarantined === isAside);
      return json(listed, { headers: { 'content-range': `0-${listed.length}/${listed.length}` } });
    },
    [CHANGE]: ({ url, body }) => {
      const found = rows.find((each) => `eq.${String(each.id)}` === url.searchParams.get('id'));
      Object.assign(found ?? {}, body);
      return json(found ? [{ id: found.id }] : []);
    },
  };
}

const NOTES = 'GET /rest/v1/enquiry_notes';
const MESSAGES = 'GET /rest/v1/enquiry_messages';

/** jsdom's Blob has no text() of its own. */
function readText(file: Blob | undefined): Promise<unknown> {
  return new Promise((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(reader.result);
    if (file) reader.readAsText(file);
  });
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

type Setting = { at?: string; rows?: Row[]; routes?: FakeRoutes; role?: 'owner' | 'editor' };

async function open({
  at = '',
  rows = [row(), other()],
  routes = {},
  role = 'editor',
}: Setting = {}) {
  const backend = fakeSupabase({
    ...signedInAs(role),
    ...stored(rows),
    [NOTES]: () => json([]),
    [MESSAGES]: () => json([]),
    'GET /rest/v1/enquiry_files': () => json([]),
    'GET /rest/v1/case_studies': () => json([{ id: STUDY_ID, title: 'A bakery' }]),
    [MEMBERS]: () =>
      json(
        [PERSON.email, 'grace@example.com'].map((email) => ({
          ...{ email, role: 'editor', added_at: '2026-01-01 00:00:00+00' },
          ...{ added_by_email: null, has_account: true, last_seen_at: null },
        })),
      ),
    ...routes,
  });
  const { EnquiriesPage } = await freshImport(() => import('@/pages/admin/enquiries-page'));
  const { startSession } = await import('@/features/session/session-store');
  const { getSnapshot } = await import('@/lib/notifications');
  void startSession();
  render(
    <QueryClientProvider
      client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
    >
      <MemoryRouter initialEntries={[`/admin/enquiries${at}`]}>
        <EnquiriesPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  const lastList = () =>
    backend.requestsTo(LIST).findLast(({ url }) => !url.searchParams.has('id'))?.url.searchParams;
  const changes = () => backend.requestsTo(CHANGE).map(({ body }) => body);
  return { backend, user: userEvent.setup(), lastList, changes, getSnapshot };
}

const address = () => screen.getByTestId('address').textContent;
const link = (name: RegExp) => screen.findByRole('link', { name });
const detail = () => screen.findByRole('article');

test('enquiries are listed with sender, message, service and mail state', async () => {
  await open();
  const unread = await link(/Živka Ќосева/);
  expect(unread).toHaveTextContent(/^Unread: .*A new website/);
  expect(unread).toHaveTextContent(/New.*Web Development/);
  const read = await link(/Ben Okri/);
  expect(read).not.toHaveTextContent('Unread');
  expect(read).toHaveTextContent('Do you draw maps?');
  expect(read).toHaveTextContent('Email failed: 550 mailbox full');
});

test('a view shows how many enquiries it has; an empty one and Done show nothing', async () => {
  await open({ rows: [row(), { ...other(), assigned_to: PERSON.email }] });
  const views = within(screen.getByRole('navigation', { name: 'Views' }));
  // 'Mine' is counted once the session is known.
  await waitFor(() =>
    expect(views.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      ...['Inbox2', 'To answer2', 'New1', 'Open1', 'Mine1', 'Done', 'Quarantine'],
    ]),
  );
});

test('unread enquiries are bold', async () => {
  await open();
  expect(within(await link(/Živka/)).getByText('Živka Ќосева').parentElement).toHaveClass(
    'font-semibold',
  );
  expect(within(await link(/Ben/)).getByText('Ben Okri').parentElement).not.toHaveClass(
    'font-semibold',
  );
});

test('opening an enquiry shows all of it, marks it as read and moves the focus', async () => {
  const { user, changes } = await open();
  await user.click(await link(/Živka/));
  const article = await detail();
  expect(within(article).getByRole('heading', { name: 'A new website' })).toHaveFocus();
  expect(article).toHaveTextContent('First line second line');
  expect(within(article).getByRole('link', { name: '+389 70 123 456' })).toHaveAttribute(
    'href',
    'tel:+38970123456',
  );
  expect(within(article).getByText('Erased on').nextSibling).toHaveTextContent('Nov 20, 2028');
  expect(within(article).getByText('Came from').nextSibling).toHaveTextContent(
    'www.search.example',
  );
  expect(within(article).getByText('First page').nextSibling).toHaveTextContent('/services');
  expect(await within(article).findByRole('link', { name: 'A bakery' })).toHaveAttribute(
    'href',
    `/admin/case-studies/edit/${STUDY_ID}`,
  );
  expect(article).toHaveTextContent('Emailed to the team');
  expect(address()).toBe(`/admin/enquiries?enquiry=${ID}`);
  await waitFor(() => expect(changes()).toEqual([{ read_at: expect.any(String) }]));
  await waitFor(async () => expect(await link(/Živka Ќосева/)).not.toHaveTextContent('Unread'));
});

test('a reply typed while the enquiry is loaded and marked as read stays, also when it leaves the list', async () => {
  const rows = [row(), other()];
  const { [LIST]: readStored } = stored(rows);
  const answer = held((request) => readStored?.(request) ?? json([]));
  let isListed = true;
  const { backend, user, changes } = await open({
    rows,
    routes: {
      [LIST]: (request) => {
        if (request.url.searchParams.has('id')) return answer.handler(request);
        return isListed
          ? (readStored?.(request) ?? json([]))
          : json([], { headers: { 'content-range': '*/0' } });
      },
    },
  });
  const listed = await link(/Živka/);
  isListed = false;
  await user.click(listed);
  const reply = await screen.findByLabelText(/^Reply to Živka/);
  await user.type(reply, 'Gladly.');
  await waitFor(() => expect(changes()).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('link', { name: /Živka/ })).toBeNull());
  answer.release();
  await waitFor(() => expect(backend.requestsTo(LIST).length).toBeGreaterThan(3));
  expect(await screen.findByLabelText(/^Reply to Živka/)).toHaveValue('Gladly.');
  expect(reply).toBeInTheDocument();
});

test('an enquiry marked as unread stays so while it is open', async () => {
  const { user, changes } = await open({ at: `?enquiry=${OTHER_ID}` });
  await user.click(within(await detail()).getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as unread' }));
  await waitFor(async () => expect(await link(/Ben Okri/)).toHaveTextContent('Unread'));
  expect(changes()).toEqual([{ read_at: null }]);
});

test('a mail program gets the quoted message, and the enquiry is opened', async () => {
  const { user, changes } = await open({ at: `?enquiry=${ID}` });
  await user.click(await within(await detail()).findByRole('button', { name: 'More actions' }));
  const answer = await screen.findByRole('menuitem', { name: 'Reply in your mail program' });
  const mail = new URL(answer.getAttribute('href') ?? '');
  expect(mail.pathname).toBe('zivka@studio.example');
  expect(mail.searchParams.get('subject')).toBe('Re: A new website');
  expect(mail.searchParams.get('body')).toContain('> First line\r\n> second line');
  answer.addEventListener('click', (event) => event.preventDefault());
  await user.click(answer);
  await waitFor(() => expect(changes()).toContainEqual({ status: 'open' }));
});

test('Done is shown at once, and undone when the server refuses', async () => {
  const { handler, release } = held(() => json({ message: 'no' }, 500));
  const { backend, user } = await open({ at: `?enquiry=${OTHER_ID}` });
  const button = await within(await detail()).findByRole('button', { name: 'Mark as done' });
  backend.on({ [CHANGE]: handler });
  await user.click(button);
  expect(await screen.findByRole('button', { name: 'Open again' })).toBeInTheDocument();
  release();
  expect(await screen.findByRole('button', { name: 'Mark as done' })).toBeInTheDocument();
});

test('an editor can assign an enquiry to themselves and release it, and has no other choice', async () => {
  const { backend, user, changes } = await open({ at: `?enquiry=${OTHER_ID}` });
  await user.click(await screen.findByRole('button', { name: 'Assign to me' }));
  await user.click(await screen.findByRole('button', { name: 'Unassign' }));
  await screen.findByRole('button', { name: 'Assign to me' });
  expect(changes()).toEqual([{ assigned_to: PERSON.email }, { assigned_to: null }]);
  expect(backend.requestsTo(MEMBERS)).toEqual([]);
});

test('an owner assigns a new enquiry to any member, which opens it', async () => {
  const { user, changes } = await open({ at: `?enquiry=${ID}`, role: 'owner' });
  await user.selectOptions(await screen.findByLabelText('Assigned to'), 'grace@example.com');
  await waitFor(() =>
    expect(changes()).toContainEqual({ assigned_to: 'grace@example.com', status: 'open' }),
  );
});

test('an enquiry quarantined for its rate is not described as sent by a program', async () => {
  await open({
    at: `?view=quarantine&enquiry=${ID}`,
    rows: [row({ is_quarantined: true, quarantine_reasons: ['over-limit'], state: 'received' })],
  });
  const article = await detail();
  expect(article).toHaveTextContent('Held back: look at it before you answer');
  expect(article).toHaveTextContent('More enquiries than usual arrived at once.');
});

test('R-13: a quarantined enquiry shows why, is listed separately, and is mailed when released', async () => {
  const aside = row({
    ...{ is_quarantined: true, quarantine_reasons: ['honeypot', 'too-fast'], state: 'received' },
    ...{ receipt_state: 'wanted', read_at: '2026-11-20 11:00:00+00' },
  });
  const { backend, user, changes, lastList } = await open({
    at: '?view=quarantine',
    rows: [aside, other()],
    routes: {
      [RETRY]: () => new Response(null, { status: 204 }),
      [TICKET]: () => json({ data: { ticket: 'x' } }),
    },
  });
  await user.click(await link(/Živka/));
  expect(screen.queryByRole('link', { name: /Ben/ })).not.toBeInTheDocument();
  expect(lastList()?.get('is_quarantined')).toBe('eq.true');
  const article = await detail();
  expect(article).toHaveTextContent(
    'It filled in a hidden field, as programs and some password managers do.',
  );
  expect(article).toHaveTextContent('No email was sent about it.');
  await user.click(within(article).getByRole('button', { name: 'Take out of quarantine' }));
  await waitFor(() => expect(changes()).toEqual([{ is_quarantined: false }]));
  await waitFor(() => expect(backend.requestsTo(TICKET)).toHaveLength(1));
});

test('R-13: a failed mail shows the reason and the next try, and can be sent now', async () => {
  const rows = [other()];
  const { backend, user } = await open({
    at: `?enquiry=${OTHER_ID}`,
    rows,
    routes: {
      [RETRY]: () => new Response(null, { status: 204 }),
      [TICKET]: () => {
        Object.assign(rows[0] ?? {}, { state: 'mailed', enquiry_mail: null });
        return json({ data: { ticket: 'x' } });
      },
    },
  });
  const article = await detail();
  expect(article).toHaveTextContent('Email failed');
  expect(article).toHaveTextContent('550 mailbox full');
  await user.click(within(article).getByRole('button', { name: 'Send now' }));
  expect(await screen.findByText('Emailed to the team', {}, { timeout: 5000 })).toBeInTheDocument();
  expect(backend.requestsTo(RETRY).map(({ body }) => body)).toEqual([{ about: OTHER_ID }]);
  expect(backend.requestsTo(TICKET)).toHaveLength(1);
});

test('R-13: a waiting mail shows the time of its next try', async () => {
  const next = new Date(Date.now() + 3_600_000).toISOString();
  const waiting = { error: 'Refused', due_at: next };
  await open({ at: `?enquiry=${ID}`, rows: [row({ ...other(), id: ID, enquiry_mail: waiting })] });
  expect(await screen.findByText(/^The next try is on/)).toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'Send now' })).toBeEnabled();
});

async function deleteOpenOne(user: ReturnType<typeof userEvent.setup>) {
  await user.click(within(await detail()).getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete' }));
  const question = await screen.findByRole('alertdialog', { name: /Delete the enquiry of Ben/ });
  await user.click(within(question).getByRole('button', { name: 'Delete' }));
}

test('deleting asks for confirmation, returns to the list and can be undone', async () => {
  const { user, changes, getSnapshot } = await open({ at: `?enquiry=${OTHER_ID}` });
  await deleteOpenOne(user);
  await waitFor(() => expect(address()).toBe('/admin/enquiries'));
  await waitFor(() =>
    expect(screen.queryByRole('link', { name: /Ben Okri/ })).not.toBeInTheDocument(),
  );
  expect(changes()).toEqual([{ deleted_at: expect.any(String) }]);
  getSnapshot().at(-1)?.actions?.[0]?.onSelect();
  expect(await link(/Ben Okri/)).toBeInTheDocument();
});

test('a failed delete shows the error in its dialog, and nothing is removed', async () => {
  const { user } = await open({
    at: `?enquiry=${OTHER_ID}`,
    routes: { [CHANGE]: () => json({ message: 'no' }, 500) },
  });
  await deleteOpenOne(user);
  const question = await screen.findByRole('alertdialog');
  expect(await within(question).findByText(/Failed to delete this enquiry/)).toBeInTheDocument();
  expect(address()).toContain(OTHER_ID);
});

test('deleted enquiries are restored, or deleted for good after a question', async () => {
  const deleted_at = new Date(Date.now() - 86_400_000).toISOString();
  const rows = [row({ deleted_at }), { ...other(), deleted_at }];
  const { backend, user } = await open({
    rows,
    routes: {
      [DELETE]: ({ url }) => {
        rows.splice(
          rows.findIndex(({ id }) => `eq.${String(id)}` === url.searchParams.get('id')),
          1,
        );
        return new Response(null, { status: 204 });
      },
    },
  });
  await user.click(await screen.findByText('Recently deleted'));
  expect(await screen.findAllByText('29 days left')).toHaveLength(2);
  await user.click(screen.getByRole('button', { name: 'Restore #1042 Živka Ќосева' }));
  expect(await link(/Živka/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Delete for good #1043 Ben Okri' }));
  expect(backend.requestsTo(DELETE)).toEqual([]);
  const question = await screen.findByRole('alertdialog');
  expect(question).toHaveTextContent('This erases #1043 Ben Okri');
  await user.click(within(question).getByRole('button', { name: 'Delete for good' }));
  expect(await screen.findByText('Nothing was deleted recently.')).toBeInTheDocument();
});

test.for([
  ['', ['neq.done', null, 'eq.false']],
  ['?view=waiting', [null, null, 'eq.false']],
  ['?view=new', ['eq.new', null, 'eq.false']],
  ['?view=open', ['eq.open', null, 'eq.false']],
  ['?view=done', ['eq.done', null, 'eq.false']],
  ['?view=mine', ['neq.done', `eq.${PERSON.email}`, 'eq.false']],
  ['?view=quarantine', [null, null, 'eq.true']],
] as const)('the view %j requests its own rows', async ([at, [status, assignee, aside]]) => {
  const { lastList } = await open({ at });
  await screen.findByRole('navigation', { name: 'Views' });
  await waitFor(() => expect(lastList()?.get('is_quarantined')).toBe(aside));
  await waitFor(() => expect(lastList()?.get('assigned_to')).toBe(assignee));
  expect(lastList()?.get('status')).toBe(status);
});

test('the search is in the address and cannot change the query', async () => {
  const { user, lastList } = await open({ at: '?view=open&page=2' });
  await user.type(screen.getByRole('searchbox', { name: 'Search enquiries' }), 'a,b).id(%"');
  await waitFor(() => expect(address()).toContain('text=a%2Cb%29'));
  expect(address()).not.toContain('page=');
  await waitFor(() => expect(lastList()?.get('or')).toBe('(search.fts(simple).a:* & b:* & id:*)'));
});

test('the search finds the words of notes', async () => {
  const { backend, user, lastList } = await open({
    routes: {
      [NOTES]: ({ url }) =>
        json(
          url.searchParams.has('search')
            ? [{ enquiry_id: OTHER_ID }, { enquiry_id: OTHER_ID }]
            : [],
        ),
    },
  });
  await user.type(screen.getByRole('searchbox', { name: 'Search enquiries' }), 'budget');
  await waitFor(() =>
    expect(lastList()?.get('or')).toMatch(new RegExp(`,id\\.eq\\.${OTHER_ID}\\)$`)),
  );
  expect(backend.requestsTo(NOTES).at(-1)?.url.searchParams.get('search')).toBe(
    'fts(simple).budget:*',
  );
});

test.for(['1042', '#1042'])('the search for %s finds the number', async (typed) => {
  const { user, lastList } = await open();
  expect(await link(/Živka/)).toHaveTextContent('#1042');
  await user.type(screen.getByRole('searchbox', { name: 'Search enquiries' }), typed);
  await waitFor(() => expect(lastList()?.get('or')).toBe('(search.fts(simple).1042:*)'));
});

test('those that wait for an answer are listed by the time it is due, and are marked as answered', async () => {
  const { user, changes, lastList } = await open({ at: `?view=waiting&enquiry=${OTHER_ID}` });
  await waitFor(() => expect(lastList()?.get('answer_by')).toBe('not.is.null'));
  expect(lastList()?.get('order')).toBe('answer_by.asc,id.asc');
  expect(await detail()).toHaveTextContent('Answer was due');
  await user.click(within(await detail()).getByRole('button', { name: 'More actions' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Mark as answered' }));
  await waitFor(() => expect(changes()).toEqual([{ answer_by: null }]));
  await waitFor(async () => expect(await detail()).not.toHaveTextContent('Answer was due'));
});

test('pages are links', async () => {
  const { user, lastList } = await open({
    routes: {
      [LIST]: ({ url }) =>
        url.searchParams.has('id')
          ? json(row())
          : json([row()], { headers: { 'content-range': '0-0/45' } }),
    },
  });
  expect(await screen.findByText('Page 1 of 3')).toBeInTheDocument();
  await user.click(screen.getByRole('link', { name: 'Older' }));
  expect(await screen.findByText('Page 2 of 3')).toBeInTheDocument();
  expect(address()).toBe('/admin/enquiries?page=2');
  expect(lastList()?.get('offset')).toBe('20');
});

test.for([
  ['', 'Nothing to answer'],
  ['?view=mine', 'Nothing is assigned to you'],
  ['?view=quarantine', 'Nothing is set aside'],
  ['?text=oven', 'No enquiry matches'],
  ['?page=7', 'This page is empty'],
] as const)('%j without a row shows %j', async ([at, words]) => {
  await open({ at, rows: [] });
  expect(await screen.findByRole('heading', { name: words })).toBeInTheDocument();
});

test('a search without a match links to the same search among done enquiries', async () => {
  const { user } = await open({ at: '?text=oven', rows: [] });
  await user.click(await link(/Search in Done/));
  expect(address()).toBe('/admin/enquiries?view=done&text=oven');
});

test('a list that cannot be loaded shows an error with a retry', async () => {
  const { backend, user } = await open({ routes: { [LIST]: networkFailure } });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load the enquiries');
  backend.on(stored([row()]));
  await user.click(within(alert).getByRole('button', { name: 'Try again' }));
  expect(await link(/Živka/)).toBeInTheDocument();
});

test('a deleted enquiry shows a message', async () => {
  await open({ at: `?enquiry=${ID}`, rows: [other()] });
  expect(await screen.findByRole('heading', { name: 'Enquiry not found' })).toBeInTheDocument();
});

test('the export has the whole view, page by page, and no formulas', async () => {
  const files: Blob[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  URL.createObjectURL = (file) => {
    if (file instanceof Blob) files.push(file);
    return 'blob:x';
  };
  URL.revokeObjectURL = () => {};
  const { user, backend } = await open({
    rows: [row({ subject: '=1+1' }), other()],
    routes: { [RECORD]: () => new Response(null, { status: 204 }) },
  });
  await link(/Živka/);
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(files).toHaveLength(1));
  const text = await readText(files[0]);
  expect(text).toContain("'=1+1");
  expect(text).toContain('Ben Okri');
  const exported = backend.requestsTo(LIST).at(-1)?.url.searchParams;
  expect(exported?.get('limit')).toBe('500');
  expect(backend.requestsTo(RECORD).map(({ body }) => body)).toEqual([
    { subject: '2 enquiries (inbox)' },
  ]);
});

test('the list is exported in the chosen format, and next time at once', async () => {
  const saved: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download.replace(/\d{4}-\d\d-\d\d/, 'day'));
  });
  URL.createObjectURL = () => 'blob:x';
  URL.revokeObjectURL = () => {};
  const { user } = await open({ routes: { [RECORD]: () => new Response(null, { status: 204 }) } });
  await link(/Živka/);
  await user.click(screen.getByRole('button', { name: 'Export in another format' }));
  await user.click(screen.getByRole('menuitem', { name: 'Excel (XLSX)' }));
  await waitFor(() => expect(saved).toEqual(['enquiries-inbox-day.xlsx']));
  await user.click(await screen.findByRole('button', { name: 'Export as Excel' }));
  await waitFor(() => expect(saved).toHaveLength(2));
});

test('an export that is not recorded is not downloaded', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, getSnapshot } = await open({
    routes: { [RECORD]: () => json({ code: '42501', message: 'not yours' }, 403) },
  });
  await link(/Živka/);
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(getSnapshot().at(-1)?.title).toBe('Export failed'));
  expect(click).not.toHaveBeenCalled();
});

test('a failed export shows an error', async () => {
  const { user, backend, getSnapshot } = await open();
  await link(/Živka/);
  backend.on({ [LIST]: networkFailure });
  await user.click(screen.getByRole('button', { name: 'Export as CSV' }));
  await waitFor(() => expect(getSnapshot().at(-1)?.title).toBe('Export failed'));
});
