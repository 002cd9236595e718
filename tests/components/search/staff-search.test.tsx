import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { expect, test } from 'vitest';
import { fakeSupabase, freshImport, json, signedInAs } from '../../support/fake-supabase';

const SEARCH = 'POST /rest/v1/rpc/search_staff_area';
const ID = '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11';
const hits = [
  { kind: 'post', id: ID, title: 'Жетва', detail: 'Ćira', snippet: 'Нова пекара во Скопје' },
  {
    ...{ kind: 'case-study', id: ID, title: 'Zürcher Käserei', detail: null },
    snippet: 'A cellar for cheese',
  },
  { kind: 'enquiry', id: ID, title: 'Łukasz', detail: '#1043', snippet: '' },
];

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}
const address = () => screen.getByTestId('address').textContent;

async function openShell(routes: Parameters<typeof fakeSupabase>[0] = {}) {
  const backend = fakeSupabase({
    ...signedInAs('editor'),
    'GET /rest/v1/security_events': () => json([]),
    'GET /rest/v1/page_texts': () => json([{ id: ID, page: 'home', texts: {} }]),
    'GET /rest/v1/working_copies': () => json([]),
    [SEARCH]: () => json(hits),
    ...routes,
  });
  const { AdminShell } = await freshImport(() => import('@/staff/admin-shell'));
  const { createQueryClient } = await import('@/app/query-client');
  await import('@/features/search/components/search-dialog');
  await import('@/staff/search-hits');
  const user = userEvent.setup();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/admin/images']}>
        <Address />
        <Routes>
          <Route element={<AdminShell />}>
            <Route path="*" element={<textarea aria-label="Elsewhere" />} />
          </Route>
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByRole('textbox', { name: 'Elsewhere' });
  return { backend, user };
}

const field = () => screen.findByRole('combobox', { name: 'Search the staff area' });
const options = () => screen.findAllByRole('option');
const active = () => {
  const id = screen.getByRole('combobox').getAttribute('aria-activedescendant');
  return id === null ? null : document.getElementById(id);
};

test('Ctrl or ⌘ and K open the search; results are grouped, marked and counted', async () => {
  const { user, backend } = await openShell();
  await user.keyboard('{Control>}k{/Control}');
  await waitFor(async () => expect(await field()).toHaveFocus());
  await user.type(await field(), 'zurcher pekara');
  expect((await options()).map(({ textContent }) => textContent)).toEqual([
    'Zürcher KäsereiA cellar for cheese',
    'ЖетваĆiraНова пекара во Скопје',
    'Łukasz#1043',
  ]);
  expect(screen.getByRole('status', { name: '' })).toBeInTheDocument();
  expect(screen.getByText('3 results')).toHaveAttribute('role', 'status');
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual([
    'Zürcher',
    'пекара',
  ]);
  const groups = screen.getAllByRole('group').map((group) => group.getAttribute('aria-labelledby'));
  expect(groups.map((id) => document.getElementById(String(id))?.textContent)).toEqual([
    ...['Case studies', 'Posts', 'Enquiries'],
  ]);
  expect(backend.requestsTo(SEARCH).at(-1)?.body).toMatchObject({ search: 'zurcher pekara' });
});

test('the arrow keys go through the results, Enter opens one, and the focus stays in the field', async () => {
  const { user } = await openShell();
  const rail = within(screen.getByRole('complementary', { name: 'Admin' }));
  await user.click(rail.getByRole('button', { name: 'Search' }));
  await user.type(await field(), 'x');
  await options();
  expect(active()).toHaveTextContent('Zürcher Käserei');
  await user.keyboard('{ArrowUp}');
  expect(active()).toHaveTextContent('Łukasz');
  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(active()).toHaveTextContent('Жетва');
  expect(active()).toHaveAttribute('aria-selected', 'true');
  expect(await field()).toHaveFocus();
  fireEvent.keyDown(await field(), { key: 'Enter', keyCode: 229 });
  expect(address()).toBe('/admin/images');
  await user.keyboard('{Enter}');
  expect(address()).toBe(`/admin/blog/edit/${ID}`);
  await waitFor(() => expect(screen.queryByRole('combobox')).toBeNull());
});

test('a press opens an enquiry', async () => {
  const { user } = await openShell();
  await user.keyboard('{Meta>}k{/Meta}');
  await user.type(await field(), 'luk');
  await user.click(await screen.findByText('#1043'));
  expect(address()).toBe(`/admin/enquiries?enquiry=${ID}`);
});

test('texts of pages that are in the code are found', async () => {
  const { user } = await openShell({ [SEARCH]: () => json([]) });
  const { pageTextsKind } = await import('@/features/page-texts/kind');
  await user.keyboard('{Control>}k{/Control}');
  const lead = String(pageTextsKind('home').builtIn.hero_lead).split(' ').slice(0, 2).join(' ');
  await user.type(await field(), lead);
  await user.click(await screen.findByRole('option', { name: /Home/ }));
  expect(address()).toBe(`/admin/site/edit/${ID}`);
});

test('texts of pages that wait to be published are found', async () => {
  const content = { texts: { hero_lead: 'Harbour cranes at dawn.' } };
  const { user } = await openShell({
    [SEARCH]: () => json([]),
    'GET /rest/v1/working_copies': () => json([{ document_id: ID, content }]),
  });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'cranes');
  expect(await screen.findByRole('option', { name: /Home/ })).toHaveTextContent('Harbour cranes');
});

test('nothing found, and a failure with another try, are told', async () => {
  let isDown = false;
  const { user } = await openShell({
    [SEARCH]: () => (isDown ? json({ message: 'down' }, 503) : json([])),
  });
  await user.keyboard('{Control>}k{/Control}');
  await user.type(await field(), 'qqq');
  expect(await screen.findByText('Nothing found for “qqq”.')).toHaveAttribute('role', 'status');
  isDown = true;
  await user.type(await field(), 'z');
  const again = await screen.findByRole('button', { name: 'Try again' }, { timeout: 8000 });
  isDown = false;
  await user.click(again);
  expect(await screen.findByText('Nothing found for “qqqz”.')).toBeInTheDocument();
});

test('in a text with a toolbar the keys stay those of the toolbar', async () => {
  await openShell();
  const text = screen.getByRole('textbox', { name: 'Elsewhere' });
  text.addEventListener('keydown', (event) => event.preventDefault());
  fireEvent.keyDown(text, { code: 'KeyK', key: 'k', ctrlKey: true });
  await expect(screen.findByRole('dialog', {}, { timeout: 300 })).rejects.toThrow();
});
