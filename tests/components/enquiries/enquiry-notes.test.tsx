import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  PERSON,
  type FakeRoutes,
} from '../../support/fake-supabase';

const ENQUIRY = '11111111-1111-4111-8111-111111111111';
const LIST = 'GET /rest/v1/enquiry_notes';
const ADD = 'POST /rest/v1/enquiry_notes';
const CHANGE = 'PATCH /rest/v1/enquiry_notes';
const DELETE = 'DELETE /rest/v1/enquiry_notes';

type Row = Record<string, unknown>;

const row = (overrides: Row = {}): Row => ({
  id: '22222222-2222-4222-8222-222222222222',
  author_id: PERSON.id,
  author_email: PERSON.email,
  text: 'Called back',
  created_at: '2026-11-20 10:26:09.46+00',
  edited_at: null,
  ...overrides,
});
const ofColleague = () =>
  row({
    id: '33333333-3333-4333-8333-333333333333',
    author_id: null,
    author_email: 'ben@agency.example',
  });

/** The rows of the backend: what is written is returned by the next read. */
function stored(rows: Row[]): FakeRoutes {
  const found = (url: URL) =>
    rows.findIndex(({ id }) => `eq.${String(id)}` === url.searchParams.get('id'));
  return {
    [LIST]: () => json(rows),
    [ADD]: ({ body }) => {
      rows.push(row({ ...Object(body), created_at: new Date().toISOString() }));
      return new Response(null, { status: 201 });
    },
    [CHANGE]: ({ url, body }) => {
      const note = rows[found(url)];
      Object.assign(note ?? {}, body, { edited_at: new Date().toISOString() });
      return json(note ? [{ id: note.id }] : []);
    },
    [DELETE]: ({ url }) => {
      rows.splice(found(url), 1);
      return new Response(null, { status: 204 });
    },
  };
}

async function open(rows: Row[], routes: FakeRoutes = {}, isOwner = false) {
  const backend = fakeSupabase({ ...stored(rows), ...routes });
  const [{ EnquiryNotes }, { createQueryClient }] = await freshImport(() =>
    Promise.all([
      import('@/features/conversations/components/enquiry-notes'),
      import('@/app/query-client'),
    ]),
  );
  const page = () =>
    render(
      <QueryClientProvider client={createQueryClient()}>
        <EnquiryNotes enquiryId={ENQUIRY} me={PERSON} isOwner={isOwner} />
      </QueryClientProvider>,
    );
  const { unmount } = page();
  return { backend, user: userEvent.setup(), unmount, page };
}

const newNote = () => screen.getByLabelText('New note');
const add = () => screen.getByRole('button', { name: 'Add note' });
const items = () => screen.findAllByRole('listitem');

test('notes are listed with author and time', async () => {
  await open([row(), ofColleague()]);
  const [mine, theirs] = await items();
  expect(mine).toHaveTextContent(/^Youon Nov 20(?:, 2026)? at .*Called back/);
  expect(theirs).toHaveTextContent(/^ben@agency\.example/);
});

test('a note is added, and the field is empty again', async () => {
  const { backend, user } = await open([]);
  expect(add()).toBeDisabled();
  await user.type(newNote(), 'Budget is fixed');
  await user.click(add());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
  expect(newNote()).toHaveValue('');
  expect((await items())[0]).toHaveTextContent('Budget is fixed');
  expect(backend.requestsTo(ADD)[0]?.body).toMatchObject({
    ...{ enquiry_id: ENQUIRY, text: 'Budget is fixed' },
  });
});

test('a note added before the first list has arrived is listed', async () => {
  const rows: Row[] = [];
  const first = held(() => json([]));
  let reads = 0;
  const { user } = await open(rows, {
    [LIST]: (request) => ((reads += 1) === 1 ? first.handler(request) : json(rows)),
  });
  await user.type(newNote(), 'Budget is fixed');
  await user.click(add());
  await waitFor(() => expect(rows).toHaveLength(1));
  first.release();
  expect((await items())[0]).toHaveTextContent('Budget is fixed');
});

test('a note whose first response was lost counts as saved', async () => {
  const { user } = await open([], {
    [ADD]: () => json({ code: '23505', message: 'duplicate key' }, 409),
  });
  await user.type(newNote(), 'Once');
  await user.click(add());
  expect(await screen.findByText('Saved')).toBeInTheDocument();
});

test('a note that could not be saved stays, with the reason, and is retried with its id', async () => {
  const { backend, user } = await open([], { [ADD]: () => json({ message: 'disk full' }, 500) });
  await user.type(newNote(), 'Called back');
  await user.click(add());
  expect(await screen.findByText(/Failed to save the note: disk full/)).toBeInTheDocument();
  expect(newNote()).toHaveValue('Called back');
  await user.click(add());
  await waitFor(() => expect(backend.requestsTo(ADD)).toHaveLength(2));
  const [first, second] = backend.requestsTo(ADD).map(({ body }) => Object(body).id);
  expect(second).toBe(first);
});

test('a typed note is kept on this device and offered again', async () => {
  const { user, unmount, page } = await open([]);
  await user.type(newNote(), 'Half a thought');
  unmount();
  page();
  expect(await screen.findByText(/You have an unsaved note/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  expect(newNote()).toHaveValue('Half a thought');
});

test('members edit and delete their own notes only', async () => {
  const rows = [row(), ofColleague()];
  const { user } = await open(rows);
  const [mine, theirs] = await items();
  expect(within(theirs ?? document.body).queryByRole('button')).not.toBeInTheDocument();
  await user.click(within(mine ?? document.body).getByRole('button', { name: /^Edit/ }));
  const field = screen.getByLabelText('Note');
  expect(field).toHaveFocus();
  await user.type(field, ' twice');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Called back twice')).toBeInTheDocument();
  expect(screen.getByText(/^edited today/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: /^Delete/ }));
  await user.click(
    within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }),
  );
  await waitFor(() => expect(screen.queryByText('Called back twice')).not.toBeInTheDocument());
  expect(rows).toHaveLength(1);
});

test('an owner deletes the note of another member', async () => {
  await open([ofColleague()], {}, true);
  await items();
  expect(screen.getByRole('button', { name: /^Delete/ })).toBeEnabled();
  expect(screen.queryByRole('button', { name: /^Edit/ })).not.toBeInTheDocument();
});
