import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  json,
  noContent,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const LIST = 'GET /rest/v1/redirects';
const ADD = 'POST /rest/v1/redirects';
const CHANGE = 'PATCH /rest/v1/redirects';
const DELETE = 'DELETE /rest/v1/redirects';

const row = {
  id: '7d1c2a52-3f6a-4f4e-9d0c-0d5b5e3b6a01',
  from_path: '/blog/old-name',
  to_path: '/blog/new-name',
  note: 'Renamed in spring',
  created_at: '2026-11-18 10:00:00+00',
};

function rows(list: object[]) {
  const range = list.length === 0 ? '*/0' : `0-${list.length - 1}/${list.length}`;
  return json(list, { headers: { 'content-range': range } });
}

function Address() {
  const { pathname, search } = useLocation();
  return <output aria-label="Address">{pathname + search}</output>;
}

async function openPage(routes: FakeRoutes = {}) {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    [LIST]: () => rows([row]),
    'GET /rest/v1/case_studies': () => json([{ slug: 'a-shop', title: 'A shop' }]),
    'GET /rest/v1/blog_posts': () => json([{ slug: 'new-name', title: 'A post' }]),
    ...routes,
  });
  const { RedirectsPage } = await freshImport(() => import('@/pages/admin/redirects-page'));
  const { createQueryClient } = await import('@/app/query-client');
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={['/admin/redirects']}>
        <RedirectsPage />
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user: userEvent.setup() };
}

async function openForm(routes: FakeRoutes = {}) {
  const opened = await openPage(routes);
  await opened.user.click(await screen.findByRole('button', { name: 'Add a redirect' }));
  const dialog = within(screen.getByRole('dialog'));
  await dialog.findByRole('option', { name: 'A shop' });
  return { ...opened, dialog };
}

test('each redirect shows its target and can be opened in a new tab', async () => {
  await openPage();
  const item = within(await screen.findByRole('list', { name: 'Redirects' })).getByRole('listitem');
  expect(item).toHaveTextContent('/blog/old-nameleads to/blog/new-name');
  expect(item).toHaveTextContent('Renamed in spring');
  const test = within(item).getByRole('link', { name: 'Test /blog/old-name in a new tab' });
  expect(test).toHaveAttribute('href', '/blog/old-name');
});

test('without redirects the page explains them and offers to add one', async () => {
  await openPage({ [LIST]: () => rows([]) });
  expect(await screen.findByText('No redirects yet')).toBeInTheDocument();
  expect(screen.getAllByRole('button', { name: 'Add a redirect' })).toHaveLength(1);
});

test('a redirect is added by picking a published page, and a pasted URL is parsed', async () => {
  const { backend, user, dialog } = await openForm({ [ADD]: noContent });
  await user.type(dialog.getByLabelText(/Old address/), `${location.origin}/Blog/Very-Old/?ref=x`);
  await user.selectOptions(dialog.getByLabelText(/Send visitors to/), 'A shop');
  await user.type(dialog.getByLabelText(/^Note/), 'Why');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(backend.requestsTo(ADD)[0]?.body).toEqual({
    from_path: '/blog/very-old',
    to_path: '/projects/a-shop',
    note: 'Why',
  });
});

test('an error is shown beside the field, which gets the focus', async () => {
  const { backend, user, dialog } = await openForm();
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  const from = dialog.getByLabelText(/Old address/);
  expect(from).toHaveAccessibleDescription(/Enter the old address/);
  expect(from).toHaveFocus();
  await user.type(from, '/admin/images');
  await user.selectOptions(dialog.getByLabelText(/Send visitors to/), 'Another page, by its path');
  await user.type(dialog.getByLabelText(/Path of the page/), 'https://elsewhere.example');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(from).toHaveAccessibleDescription(/a path of this site without a page/);
  expect(dialog.getByLabelText(/Path of the page/)).toHaveAccessibleDescription(
    /a page of this site/,
  );
  await user.clear(from);
  await user.type(from, '/contact-us');
  await user.clear(dialog.getByLabelText(/Path of the page/));
  await user.type(dialog.getByLabelText(/Path of the page/), '/Contact-Us#form');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(dialog.getByLabelText(/Path of the page/)).toHaveAccessibleDescription(/to itself/);
  expect(backend.requestsTo(ADD)).toHaveLength(0);
});

test.for([
  [409, { code: '23505', message: 'duplicate key value' }, /Old address/, /already/],
  [
    422,
    { code: 'PT422', message: 'to_path: this would lead in a circle' },
    /Send visitors to/,
    /This would lead in a circle/,
  ],
] as const)('a refusal of the database (%s) is shown beside its field', async (refusal) => {
  const [status, body, label, words] = refusal;
  const { user, dialog } = await openForm({ [ADD]: () => json(body, status) });
  await user.type(dialog.getByLabelText(/Old address/), '/taken');
  await user.selectOptions(dialog.getByLabelText(/Send visitors to/), 'Contact');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(dialog.getByLabelText(label)).toHaveAccessibleDescription(words));
  expect(dialog.getByLabelText(label)).toHaveFocus();
  expect(dialog.getByLabelText(/Old address/)).toHaveValue('/taken');
});

test('a backend failure shows an error, and the typed text stays', async () => {
  const { user, dialog } = await openForm({ [ADD]: () => json({ message: 'down' }, 500) });
  await user.type(dialog.getByLabelText(/Old address/), '/kept');
  await user.selectOptions(dialog.getByLabelText(/Send visitors to/), 'Contact');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  expect(await dialog.findByRole('alert')).toHaveTextContent('Could not save the redirect');
  expect(dialog.getByLabelText(/Old address/)).toHaveValue('/kept');
});

test('a redirect is edited starting from its current values', async () => {
  const { backend, user } = await openPage({ [CHANGE]: noContent });
  await user.click(await screen.findByRole('button', { name: 'Change /blog/old-name' }));
  const dialog = within(screen.getByRole('dialog'));
  expect(dialog.getByLabelText(/Old address/)).toHaveValue('/blog/old-name');
  await waitFor(() =>
    expect(dialog.getByLabelText(/Send visitors to/)).toHaveDisplayValue('A post'),
  );
  await user.selectOptions(dialog.getByLabelText(/Send visitors to/), 'Blog');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() =>
    expect(backend.requestsTo(CHANGE)[0]?.body).toMatchObject({ to_path: '/blog' }),
  );
  expect(backend.requestsTo(CHANGE)[0]?.url.searchParams.get('id')).toBe(`eq.${row.id}`);
});

test('deleting asks for confirmation and explains the effect', async () => {
  const { backend, user } = await openPage({ [DELETE]: noContent });
  await user.click(await screen.findByRole('button', { name: 'Delete /blog/old-name' }));
  const dialog = within(screen.getByRole('alertdialog'));
  expect(dialog.getByText(/Visitors of \/blog\/old-name will see/)).toBeVisible();
  expect(backend.requestsTo(DELETE)).toHaveLength(0);
  await user.click(dialog.getByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(backend.requestsTo(DELETE)).toHaveLength(1));
  await waitFor(() => expect(screen.queryByRole('alertdialog')).not.toBeInTheDocument());
});

test('the search is in the address, and no match offers all redirects', async () => {
  const { backend, user } = await openPage({
    [LIST]: ({ url }) =>
      rows(url.searchParams.has('or') || url.searchParams.has('and') ? [] : [row]),
  });
  await screen.findByRole('list', { name: 'Redirects' });
  await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'nowhere{Enter}');
  expect(await screen.findByText('No redirect matches')).toBeInTheDocument();
  expect(screen.getByLabelText('Address')).toHaveTextContent('/admin/redirects?search=nowhere');
  expect(backend.requestsTo(LIST).at(-1)?.url.search).toContain('nowhere');
  await user.click(screen.getByRole('button', { name: 'Show every redirect' }));
  expect(await screen.findByRole('list', { name: 'Redirects' })).toBeInTheDocument();
});

test('a list that cannot be loaded shows an error with a retry button', async () => {
  await openPage({ [LIST]: () => json({ message: 'down' }, 500) });
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to load the redirects');
  expect(within(alert).getByRole('button', { name: 'Try again' })).toBeVisible();
});

const UNKNOWN = 'POST /rest/v1/rpc/list_unknown_addresses';
/** Buttons name the path as well. */
const ROW = { selector: 'p' };
const DISMISS = 'POST /rest/v1/rpc/dismiss_unknown_address';
const unknown = (path: string) => ({
  path,
  visits: 12,
  days: 3,
  last_at: '2026-11-18 10:00:00+00',
});

/** Answers without the paths that were dealt with. */
function unknownPaths(...paths: string[]) {
  const gone: unknown[] = [];
  return {
    [UNKNOWN]: () => json(paths.filter((path) => !gone.includes(path)).map(unknown)),
    [DISMISS]: ({ body }: { body: unknown }) => {
      gone.push(...Object.values(body ?? {}));
      return noContent();
    },
    [ADD]: ({ body }: { body: unknown }) => {
      gone.push(...Object.values(body ?? {}));
      return noContent();
    },
  };
}

test("'Make a redirect' of an unknown address opens the form with it", async () => {
  const { backend, user } = await openPage(unknownPaths('/old-shop', '/lost'));
  const list = within(await screen.findByRole('list', { name: 'Visitors found no page here' }));
  expect(list.getByText('/old-shop', ROW).closest('li')).toHaveTextContent(
    '12 visits on 3 days, last on Nov 18, 2026',
  );
  await user.click(list.getByRole('button', { name: 'Make a redirect of /old-shop' }));
  const dialog = within(screen.getByRole('dialog', { name: 'Add a redirect' }));
  expect(dialog.getByLabelText(/Old address/)).toHaveValue('/old-shop');
  await user.selectOptions(dialog.getByLabelText(/Send visitors to/), '/projects');
  await user.click(dialog.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument());
  expect(backend.requestsTo(ADD)[0]?.body).toMatchObject({ from_path: '/old-shop' });
  await waitFor(() => expect(list.queryByText('/old-shop', ROW)).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Visitors found no page here' })).toHaveFocus();
});

test('a dismissed address is gone, and the focus stays on the page', async () => {
  const { user } = await openPage(unknownPaths('/old-shop', '/lost'));
  await user.click(await screen.findByRole('button', { name: 'Dismiss /old-shop' }));
  await waitFor(() => expect(screen.queryByText('/old-shop', ROW)).not.toBeInTheDocument());
  expect(screen.getByRole('region', { name: 'Visitors found no page here' })).toHaveFocus();
  await user.click(screen.getByRole('button', { name: 'Dismiss /lost' }));
  await waitFor(() =>
    expect(screen.queryByText('Visitors found no page here')).not.toBeInTheDocument(),
  );
  expect(screen.getByRole('region', { name: 'List of redirects' })).toHaveFocus();
});

test('five unknown addresses are shown at first', async () => {
  const paths = Array.from({ length: 7 }, (_, index) => `/lost-${index}`);
  const { user } = await openPage(unknownPaths(...paths));
  await screen.findByText('/lost-4', ROW);
  expect(screen.queryByText('/lost-5', ROW)).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Show all 7' }));
  expect(screen.getByText('/lost-6', ROW)).toBeInTheDocument();
});
