import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  noContent,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const ROWS = 'GET /rest/v1/newsletter_subscribers';
const EXPORT = 'GET /rest/v1/newsletter_subscribers?select=email,confirmed_at';
const RECORD = 'POST /rest/v1/rpc/record_export';
const RETRY = 'POST /rest/v1/rpc/retry_mails';
const TICKET = 'GET /functions/v1/newsletter/ticket';
const COUNTS = 'POST /rest/v1/rpc/count_newsletter_subscribers';
const DELETE = 'DELETE /rest/v1/newsletter_subscribers';

const ada = {
  id: '7d1c2a52-3f6a-4f4e-9d0c-0d5b5e3b6a01',
  email: 'ada@reader.example' as string | null,
  state: 'confirmed',
  requested_at: '2026-11-18 10:00:00+00',
  confirmed_at: '2026-11-19 10:00:00+00' as string | null,
  unsubscribed_at: null as string | null,
  erase_at: null as string | null,
  subscriber_mail: null as { error: string; due_at: string | null } | null,
};
const ben = {
  ...ada,
  id: '7d1c2a52-3f6a-4f4e-9d0c-0d5b5e3b6a02',
  email: 'ben@reader.example',
  state: 'pending',
  confirmed_at: null,
  erase_at: '2026-11-25 10:00:00+00',
  subscriber_mail: { error: 'The mail server refused (550)', due_at: null },
};
const gone = {
  ...ada,
  id: '7d1c2a52-3f6a-4f4e-9d0c-0d5b5e3b6a03',
  email: null,
  state: 'unsubscribed',
  unsubscribed_at: '2026-11-20 10:00:00+00',
  erase_at: '2026-12-20 10:00:00+00',
};

function rows(list: object[], total = list.length) {
  const range = list.length === 0 ? `*/${total}` : `0-${list.length - 1}/${total}`;
  return json(list, { headers: { 'content-range': range } });
}

const counts = () =>
  json([
    { state: 'confirmed', subscribers: 1204 },
    { state: 'pending', subscribers: 1 },
  ]);

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

async function openPage(routes: FakeRoutes = {}, address = '/admin/newsletter') {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    [ROWS]: () => rows([ada, ben, gone]),
    [COUNTS]: counts,
    ...routes,
  });
  const { NewsletterPage } = await freshImport(() => import('@/pages/admin/newsletter-page'));
  const { createQueryClient } = await import('@/app/query-client');
  const { getSnapshot } = await import('@/lib/notifications');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <NewsletterPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return {
    backend,
    user: userEvent.setup(),
    titles: () => getSnapshot().map(({ title }) => title),
  };
}

const rowOf = async (text: string) => {
  const row = (await screen.findByText(text, { selector: ':not(.sr-only)' })).closest('li');
  if (!row) throw new Error(`no row of ${text}`);
  return within(row);
};
const list = () => screen.findByRole('list', { name: 'Subscribers' });
const address = () => screen.getByRole('status', { name: 'Address' }).textContent;

test('R-10: staff see confirmed, pending and unsubscribed subscribers', async () => {
  await openPage();
  expect(
    (await rowOf('ada@reader.example')).getByText(/^Signed up Nov 18, 2026, confirmed Nov 19/),
  ).toBeVisible();
  const pending = await rowOf('ben@reader.example');
  expect(pending.getByText('Unconfirmed')).toBeVisible();
  expect(pending.getByText(/Will be deleted Nov 25, 2026 unless confirmed/)).toBeVisible();
  expect(pending.getByText(/refused \(550\)\./)).toBeVisible();
  const left = await rowOf('Address deleted');
  expect(left.getByText(/^Unsubscribed Nov 20, 2026. Will be deleted Dec 20/)).toBeVisible();
  expect(left.queryByRole('button')).toBeNull();
});

test('staff can send a withheld or failed mail', async () => {
  let isSent = false;
  const { backend, user } = await openPage({
    [RETRY]: () => {
      isSent = true;
      return new Response(null, { status: 204 });
    },
    [TICKET]: () => json({ data: { ticket: 'x' } }),
    [ROWS]: () => rows([ada, isSent ? { ...ben, subscriber_mail: null } : ben]),
  });
  const pending = await rowOf('ben@reader.example');
  const send = pending.getByRole('button', { name: 'Send the email to ben@reader.example' });
  await user.click(send);
  await waitFor(() => expect(send).not.toBeInTheDocument());
  expect(backend.requestsTo(RETRY).map(({ body }) => body)).toEqual([{ about: ben.id }]);
  expect(backend.requestsTo(TICKET)).toHaveLength(1);
  expect((await rowOf('ada@reader.example')).queryByRole('button', { name: /^Send/ })).toBeNull();
});

test('R-10: counts are above the list, 0 for an empty state', async () => {
  await openPage();
  const figure = (await screen.findByText('1,204')).closest('ul');
  expect(figure).toHaveTextContent('1,204Confirmed');
  expect(figure).toHaveTextContent(/^1,2\d\dEveryone/);
  expect(figure).toHaveTextContent('0Unsubscribed');
});

test('the page states that it sends no issues', async () => {
  await openPage();
  expect(screen.getByText(/^Your mailing tool sends the newsletter/)).toBeVisible();
  await list();
});

test('the list shows a skeleton while it loads', async () => {
  const { handler, release } = held(() => rows([ada]));
  await openPage({ [ROWS]: handler });
  expect(await screen.findByText('Loading subscribers...')).toBeInTheDocument();
  release();
  expect(await list()).toBeVisible();
});

test('search, state and page are in the address', async () => {
  const { backend, user } = await openPage({ [ROWS]: () => rows([ada], 120) });
  await list();
  expect(screen.getByRole('link', { name: 'Next page' })).toHaveAttribute(
    'href',
    '/admin/newsletter?page=2',
  );
  await user.click(screen.getByRole('link', { name: /Confirmed/ }));
  expect(address()).toBe('/admin/newsletter?state=confirmed');
  expect(screen.getByRole('link', { name: /Confirmed/ })).toHaveAttribute('aria-current', 'true');
  await user.type(screen.getByRole('searchbox'), 'a_a%{Enter}');
  await waitFor(() => expect(address()).toBe('/admin/newsletter?search=a_a%25&state=confirmed'));
  await waitFor(() =>
    expect(backend.requestsTo(ROWS).at(-1)?.url.searchParams.get('email')).toBe('ilike.%a\\_a\\%%'),
  );
  expect(backend.requestsTo(ROWS).at(-1)?.url.searchParams.get('state')).toBe('eq.confirmed');
  expect(await screen.findByText(/^120 found/)).toBeVisible();
  await user.click(screen.getByRole('link', { name: /Everyone/ }));
  expect(address()).toBe('/admin/newsletter?search=a_a%25');
});

test('a page that does not exist shows the first', async () => {
  const { backend } = await openPage(
    {
      [`${ROWS}?offset=400`]: () => json({ code: 'PGRST103', message: 'Range' }, 416),
    },
    '/admin/newsletter?page=9',
  );
  expect(await list()).toBeVisible();
  expect(backend.requestsTo(ROWS).map(({ url }) => url.searchParams.get('offset'))).toEqual([
    '400',
    '0',
  ]);
});

test('an empty list and no match have different texts', async () => {
  const { user } = await openPage({ [ROWS]: () => rows([]) }, '/admin/newsletter?search=zeppelin');
  await user.click(await screen.findByRole('button', { name: 'Show everyone' }));
  expect(await screen.findByRole('heading', { name: 'No subscribers yet' })).toBeVisible();
  expect(screen.getByRole('link', { name: 'See the form' })).toHaveAttribute('href', '/blog');
  expect(screen.queryByRole('search')).toBeNull();
});

test('a failure shows its reason with a retry', async () => {
  const { backend, user } = await openPage({
    [ROWS]: () => json({ code: '42501', message: 'permission denied' }, 403),
  });
  expect(await screen.findByText('Failed to load the subscribers')).toBeVisible();
  backend.on({ [ROWS]: () => rows([ada]) });
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await list()).toBeVisible();
});

test('R-10: a subscriber is deleted after a confirmation', async () => {
  const { backend, user, titles } = await openPage({ [DELETE]: noContent });
  await user.click((await rowOf('ada@reader.example')).getByRole('button'));
  const dialog = within(screen.getByRole('alertdialog', { name: 'Delete ada@reader.example?' }));
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(backend.requestsTo(DELETE)).toEqual([]);

  await user.click((await rowOf('ada@reader.example')).getByRole('button'));
  backend.on({ [ROWS]: () => rows([ben]) });
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(screen.queryByText('ada@reader.example')).toBeNull());
  expect(backend.requestsTo(DELETE)[0]?.url.searchParams.get('id')).toBe(`eq.${ada.id}`);
  expect(titles()).toContain('ada@reader.example deleted');
});

test('a failed delete shows the error and keeps the dialog open', async () => {
  const { user } = await openPage({
    [DELETE]: () => json({ code: '42501', message: 'permission denied' }, 403),
  });
  await user.click((await rowOf('ada@reader.example')).getByRole('button'));
  await user.click(screen.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText(/^Could not delete the subscriber/)).toBeVisible();
  expect(screen.getByRole('alertdialog')).toBeVisible();
});

test('R-10: the export has all confirmed subscribers, page by page', async () => {
  const thousand = Array.from({ length: 1000 }, (_, place) => ({
    email: `${String(place).padStart(4, '0')}@reader.example`,
    confirmed_at: '2026-11-19 10:00:00+00',
  }));
  const { backend, user, titles } = await openPage({
    [RECORD]: () => new Response(null, { status: 204 }),
    [EXPORT]: ({ url }) =>
      json(
        url.searchParams.get('email') === 'gt.'
          ? thousand
          : [{ email: '=cmd@reader.example', confirmed_at: '2026-11-19 11:00:00+00' }],
      ),
  });
  const files: Blob[] = [];
  const createObjectURL = vi.fn((file: Blob) => {
    files.push(file);
    return 'blob:newsletter';
  });
  vi.stubGlobal('URL', Object.assign(URL, { createObjectURL, revokeObjectURL: vi.fn() }));
  const saved: string[] = [];
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    saved.push(this.download);
  });
  await user.click(await screen.findByRole('button', { name: 'Export confirmed (CSV)' }));
  await waitFor(() => expect(titles()).toContain('1,001 addresses exported'));
  click.mockRestore();
  expect(saved).toEqual([expect.stringMatching(/^newsletter-\d{4}-\d\d-\d\d\.csv$/)]);
  const asked = backend.requestsTo(EXPORT).map(({ url }) => url.searchParams);
  expect(asked.map((params) => params.get('email'))).toEqual(['gt.', 'gt.0999@reader.example']);
  expect(asked.map((params) => params.get('state'))).toEqual(['eq.confirmed', 'eq.confirmed']);
  expect(files).toHaveLength(1);
  expect(backend.requestsTo(RECORD).map(({ body }) => body)).toEqual([
    { subject: '1001 newsletter addresses' },
  ]);
});

test('an export that is not recorded is not downloaded', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {});
  const { user, titles } = await openPage({
    [RECORD]: () => json({ code: '42501', message: 'not yours' }, 403),
    [EXPORT]: () => json([{ email: 'ada@reader.example', confirmed_at: '2026-11-19 10:00:00+00' }]),
  });
  await user.click(await screen.findByRole('button', { name: 'Export confirmed (CSV)' }));
  await waitFor(() => expect(titles()).toContain('Nothing was exported'));
  expect(click).not.toHaveBeenCalled();
  click.mockRestore();
});

test('the export escapes formulas in emails', async () => {
  const { toCsv } = await import('@/features/newsletter/export-subscribers');
  const csv = await toCsv([
    { email: '=cmd@reader.example', confirmedAt: '2026-11-19T11:00:00.000Z' },
    { email: '+ada@reader.example', confirmedAt: '2026-11-19T11:00:00.000Z' },
    { email: "o'neil@reader.example", confirmedAt: '2026-11-19T11:00:00.000Z' },
  ]);
  expect(csv.split('\r\n')).toEqual([
    'email,confirmed_at',
    `"'=cmd@reader.example",2026-11-19T11:00:00.000Z`,
    `"'+ada@reader.example",2026-11-19T11:00:00.000Z`,
    "o'neil@reader.example,2026-11-19T11:00:00.000Z",
  ]);
});

test('without confirmed subscribers there is nothing to export', async () => {
  await openPage({
    [COUNTS]: () => json([{ state: 'pending', subscribers: 7 }]),
  });
  // Of everyone and of the unconfirmed.
  expect(await screen.findAllByText('7')).toHaveLength(2);
  expect(screen.getByRole('button', { name: 'Export confirmed (CSV)' })).toBeDisabled();
  expect(screen.getByText(/None is confirmed yet\.$/)).toBeVisible();
});
