import 'fake-indexeddb/auto';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  json,
  networkFailure,
  PERSON,
  type FakeRoutes,
} from '../../support/fake-supabase';

const ENQUIRY = {
  id: '11111111-1111-4111-8111-111111111111',
  ...{ name: 'Živka', email: 'zivka@studio.example', isQuarantined: false },
};
const LIST = 'GET /rest/v1/enquiry_messages';
const FILES = 'GET /rest/v1/enquiry_files';
const SEND = 'POST /functions/v1/enquiry-replies';

type Row = Record<string, unknown>;

const mail = (overrides: Row = {}): Row => ({
  id: '22222222-2222-4222-8222-222222222222',
  direction: 'in',
  author_id: null,
  author_email: ENQUIRY.email,
  author_name: 'Živka Ќосева',
  text: 'On Monday.\n\nOn Friday you wrote:\n> When?',
  attachment_names: [],
  state: 'received',
  error: null,
  created_at: '2026-11-20 10:26:09.46+00',
  attempted_at: null,
  ...overrides,
});
const reply = (overrides: Row = {}) =>
  mail({
    id: '33333333-3333-4333-8333-333333333333',
    ...{ direction: 'out', author_id: PERSON.id, author_email: PERSON.email, author_name: null },
    ...{ text: 'When?', state: 'sent', attempted_at: '2026-11-20 10:26:09.46+00' },
    ...overrides,
  });

/** The backend: a reply is stored with this state, once. */
function stored(rows: Row[], state = 'sent'): FakeRoutes {
  return {
    [LIST]: () => json(rows),
    [FILES]: () => json([]),
    [SEND]: ({ body }) => {
      const { id, text } = Object(
        body instanceof FormData ? JSON.parse(String(body.get('reply'))) : body,
      );
      const known = rows.find((row) => row.id === id);
      if (known) known.state = state;
      else rows.push(reply({ id, text, state, created_at: new Date().toISOString() }));
      return json({ data: { state }, error: null });
    },
  };
}

async function open(rows: Row[], routes: FakeRoutes = {}, enquiry = ENQUIRY) {
  const backend = fakeSupabase({ ...stored(rows), ...routes });
  const { Conversation } = await freshImport(
    () => import('@/features/conversations/components/conversation'),
  );
  const show = () =>
    render(
      <QueryClientProvider
        client={new QueryClient({ defaultOptions: { queries: { retry: false } } })}
      >
        <Conversation
          enquiry={enquiry}
          me={PERSON}
          actions={<button>More</button>}
          onReplied={() => undefined}
        />
      </QueryClientProvider>,
    );
  const { unmount } = show();
  const sent = () => backend.requestsTo(SEND).map(({ body }): Row => Object(body));
  return { backend, user: userEvent.setup(), sent, unmount, show };
}

const field = () => screen.getByLabelText('Reply to Živka');
const sendButton = () => screen.getByRole('button', { name: 'Send reply' });
const letters = () => screen.findAllByRole('listitem');

async function write(user: ReturnType<typeof userEvent.setup>, text: string) {
  await user.type(field(), text);
  await waitFor(() => expect(sendButton()).toBeEnabled());
  await user.click(sendButton());
}

test('replies and mails are listed as letters, and quotes are hidden at first', async () => {
  await open([reply(), mail()]);
  const [mine, theirs] = await letters();
  expect(mine).toHaveTextContent(/^Yourepliedon Nov 20(?:, 2026)? at .*When\?/);
  expect(theirs).toHaveTextContent(/^Živka Ќосеваwrote/);
  expect(within(theirs ?? document.body).getByText('On Monday.')).toBeVisible();
  expect(screen.getByText('Show quoted text').closest('details')).not.toHaveAttribute('open');
});

test('a mail of another sender, and attachments, are named', async () => {
  await open([mail({ author_email: 'other@evil.example', attachment_names: ['plan.exe'] })]);
  const [letter] = await letters();
  expect(letter).toHaveTextContent('from another address: other@evil.example');
  expect(letter).toHaveTextContent('Not kept, for their kind or size: plan.exe');
});

test('markup in a mail is text', async () => {
  await open([mail({ text: '<img src=x onerror=alert(1)>' })]);
  expect(await screen.findByText('<img src=x onerror=alert(1)>')).toBeInTheDocument();
  expect(document.querySelector('img')).toBeNull();
});

test('a reply is sent with the newest message on screen, and appears', async () => {
  const { user, sent } = await open([mail()]);
  await letters();
  await write(user, 'Gladly');
  expect(await screen.findByText('The reply was sent')).toBeInTheDocument();
  expect(field()).toHaveValue('');
  expect(sent()).toEqual([
    { id: expect.any(String), enquiryId: ENQUIRY.id, text: 'Gladly', lastSeen: mail().id },
  ]);
  expect((await letters()).at(-1)).toHaveTextContent('Gladly');
});

test('a message that has arrived meanwhile is shown before the reply is sent', async () => {
  const rows = [mail()];
  const newer = reply({ author_id: null, author_email: 'ben@agency.example', text: 'Already did' });
  const { backend, user, sent } = await open(rows);
  await letters();
  rows.push(newer);
  backend.on({
    [SEND]: () => json({ data: null, error: { code: 'PT409', message: 'newer' } }, 409),
  });
  await write(user, 'Gladly');
  expect(await screen.findByText('There is a newer message')).toBeInTheDocument();
  expect(await screen.findByText('Already did')).toBeInTheDocument();
  expect(field()).toHaveValue('Gladly');
  backend.on(stored(rows));
  await user.click(sendButton());
  expect(await screen.findByText('The reply was sent')).toBeInTheDocument();
  expect(sent().map(({ lastSeen }) => lastSeen)).toEqual([mail().id, newer.id]);
});

test('a reply whose mail failed is in the conversation, and is sent again under its id', async () => {
  const rows: Row[] = [];
  const { backend, user, sent } = await open(rows, stored(rows, 'failed'));
  await write(user, 'Gladly');
  expect(await screen.findByText('This reply was not sent')).toBeInTheDocument();
  backend.on(stored(rows));
  await user.click(screen.getByRole('button', { name: 'Send again' }));
  await waitFor(() =>
    expect(screen.queryByText('This reply was not sent')).not.toBeInTheDocument(),
  );
  const [first, second] = sent();
  expect(second?.id).toBe(first?.id);
  expect(rows).toHaveLength(1);
});

test('a failed reply is sent again only after what arrived meanwhile is shown', async () => {
  const failed = reply({ state: 'failed', error: 'Connection refused' });
  const rows = [failed];
  const { backend, user, sent } = await open(rows, {
    [SEND]: () => json({ data: null, error: { code: 'PT409', message: 'newer' } }, 409),
  });
  const again = () => user.click(screen.getByRole('button', { name: 'Send again' }));
  await screen.findByText('This reply was not sent');
  rows.push(mail());
  await again();
  expect(await screen.findByText('There is a newer message')).toBeInTheDocument();
  expect(await screen.findByText('On Monday.')).toBeInTheDocument();
  backend.on(stored(rows));
  await again();
  await waitFor(() => expect(sent()).toHaveLength(2));
  expect(sent().map(({ lastSeen }) => lastSeen)).toEqual([null, mail().id]);
});

test('without an answer the text stays; unchanged it keeps its id, changed it gets another', async () => {
  const { user, sent } = await open([], { [SEND]: networkFailure });
  await write(user, 'Gladly');
  expect(await screen.findByText(/Failed to send the reply/)).toBeInTheDocument();
  expect(field()).toHaveValue('Gladly');
  await user.click(sendButton());
  await waitFor(() => expect(sent()).toHaveLength(2));
  await waitFor(() => expect(sendButton()).toBeEnabled());
  await write(user, '!');
  await waitFor(() => expect(sent()).toHaveLength(3));
  const ids = sent().map(({ id }) => id);
  expect(ids[1]).toBe(ids[0]);
  expect(ids[2]).not.toBe(ids[0]);
});

test('a typed reply is kept on this device and offered again', async () => {
  const { user, unmount, show } = await open([]);
  await user.type(field(), 'Half a thought');
  unmount();
  show();
  expect(await screen.findByText(/You have an unsaved reply/)).toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Restore' }));
  await waitFor(() => expect(field()).toHaveValue('Half a thought'));
});

test('a quarantined enquiry is not answered from here', async () => {
  await open([], {}, { ...ENQUIRY, isQuarantined: true });
  expect(screen.queryByRole('button', { name: 'Send reply' })).not.toBeInTheDocument();
  expect(screen.getByRole('button', { name: 'More' })).toBeEnabled();
});

const FILE = {
  id: '44444444-4444-4444-8444-444444444444',
  ...{ message_id: null, name: 'brief.pdf', byte_size: 2048 },
};

test('R-58: files are downloads beside what they came with, by links that expire', async () => {
  const inMail = { ...FILE, id: '55555555-5555-4555-8555-555555555555', message_id: mail().id };
  const SIGN = `POST /storage/v1/object/sign/enquiry-files/${FILE.id}`;
  const { backend, user } = await open([mail()], {
    [FILES]: () => json([FILE, { ...inMail, name: 'plan.pdf' }]),
    [SIGN]: () => json({ signedURL: `/object/sign/enquiry-files/${FILE.id}?token=t` }),
  });
  const followed: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    followed.push(`${new URL(this.href).search} ${this.download}`);
  });
  const letter = (await screen.findByText('On Monday.')).closest('li') ?? document.body;
  expect(await within(letter).findByRole('button', { name: /^plan\.pdf/ })).toBeVisible();
  await user.click(screen.getByRole('button', { name: /^brief\.pdf/ }));
  await waitFor(() => expect(followed).toEqual(['?token=t&download=brief.pdf brief.pdf']));
  expect(backend.requestsTo(SIGN)[0]?.body).toEqual({ expiresIn: 60 });
  backend.on({ [SIGN]: () => json({ message: 'Object not found' }, 404) });
  await user.click(screen.getByRole('button', { name: /^brief\.pdf/ }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Failed to open the file');
});

test('R-58: files are attached to a reply, at most 10 MB together', async () => {
  const { backend, user } = await open([]);
  expect(await screen.findByText(/^Up to 10 files of 5 MB, 10 MB together/)).toBeVisible();
  const pdf = (name: string, megabytes: number) =>
    new File([new Uint8Array(megabytes * 1024 * 1024)], name, { type: 'application/pdf' });
  await user.upload(screen.getByLabelText('Files to attach'), [
    ...[pdf('a.pdf', 5), pdf('b.pdf', 4), pdf('c.pdf', 2)],
  ]);
  expect(screen.getByText('c.pdf: Together they are larger than 10 MB')).toBeVisible();
  await write(user, 'See the plan');
  expect(await screen.findByText('The reply was sent')).toBeVisible();
  const form = backend.requestsTo(SEND)[0]?.body;
  if (!(form instanceof FormData)) throw new Error('No form was sent');
  expect(JSON.parse(String(form.get('reply')))).toMatchObject({ text: 'See the plan' });
  expect(form.getAll('file').map((file) => file instanceof File && file.name)).toEqual([
    ...['a.pdf', 'b.pdf'],
  ]);
  expect(screen.queryByText('a.pdf')).not.toBeInTheDocument();
});
