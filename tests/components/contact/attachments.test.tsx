import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  json,
  networkFailure,
  type FakeRoutes,
  type FakeSupabase,
} from '../../support/fake-supabase';

// Files with the contact form.

const SEND = 'POST /functions/v1/send-contact-email';
const FILE = 'POST /functions/v1/send-contact-email/file';

vi.mock('@contracts/enquiry-fields', async (load) => ({
  ...(await load<object>()),
  ENQUIRY_MIN_FILL_MS: 0,
}));
vi.mock('@/lib/security-log');
beforeEach(() => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  // Node's does not know the files of jsdom, which no one changes.
  const clone = structuredClone;
  vi.stubGlobal('structuredClone', (value: unknown) => copyOf(value, clone));
});

function copyOf(value: unknown, clone: (value: unknown) => unknown): unknown {
  if (value instanceof File) return value;
  if (Array.isArray(value)) return value.map((each) => copyOf(each, clone));
  if (typeof value !== 'object' || value === null || value instanceof Date) return clone(value);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, copyOf(each, clone)]));
}

async function openForm(routes: FakeRoutes = {}) {
  cleanup();
  const backend = fakeSupabase({
    'GET /functions/v1/send-contact-email/ticket': () => json({ data: { ticket: 'signed' } }),
    [SEND]: () => json({ data: { id: crypto.randomUUID(), number: 1042, message: 'Thank you!' } }),
    [FILE]: () => json({ data: null }),
    ...routes,
  });
  const { ContactForm } = await freshImport(
    () => import('@/features/enquiries/components/contact-form'),
  );
  const queue = await import('@/lib/offline-queue');
  const { useKeptEnquiries } = await import('@/features/enquiries/use-kept-enquiries');
  await queue.readQueue();
  function Page() {
    useKeptEnquiries();
    return <ContactForm suggestedService={null} origin={null} messageHint="" privacy="" />;
  }
  render(<Page />, { wrapper: MemoryRouter });
  // The rule is said in our words: the browser's own filter is only a help.
  const user = userEvent.setup({ applyAccept: false });
  await user.click(screen.getByRole('button', { name: 'Attach files' }));
  await screen.findByText(/^Up to 3 files of 5 MB/);
  return { backend, user, queue };
}

const pdf = (name = 'plan.pdf', content: BlobPart = '%PDF-1.4') =>
  new File([content], name, { type: 'application/pdf' });
const field = () => screen.getByLabelText('Files to attach');
const attached = () =>
  within(screen.getByRole('list', { name: 'Attached files', hidden: true }))
    .queryAllByRole('listitem')
    .map(({ textContent }) => textContent);

async function fillAndSend(user: ReturnType<typeof userEvent.setup>) {
  const text = {
    ...{ Name: 'Ada Lovelace', Email: 'ada@studio.example', Message: 'We would like a site.' },
  };
  for (const [label, value] of Object.entries(text)) {
    await user.click(screen.getByLabelText(new RegExp(`^${label}`)));
    await user.paste(value);
  }
  await user.click(screen.getByRole('button', { name: 'Send message' }));
}

const sentFiles = (backend: FakeSupabase) =>
  backend.requestsTo(FILE).map(({ url, body }) => ({
    submission: url.searchParams.get('submission'),
    name:
      body instanceof FormData && body.get('file') instanceof File && Object(body.get('file')).name,
  }));

test('R-58: chosen files are sent after the enquiry, which names them', async () => {
  const { backend, user } = await openForm();
  await user.upload(field(), [pdf('plan.pdf'), pdf('offer.pdf')]);
  expect(attached()).toEqual(['plan.pdf8 B', 'offer.pdf8 B']);
  await user.click(screen.getByRole('button', { name: 'Remove plan.pdf' }));
  expect(screen.getByRole('button', { name: 'Attach files' })).toHaveFocus();
  await user.upload(field(), pdf('map.pdf'));
  await fillAndSend(user);
  expect(await screen.findByText('Thank you!')).toBeVisible();
  const [enquiry] = backend.requestsTo(SEND).map(({ body }) => Object(body));
  expect(sentFiles(backend)).toEqual([
    { submission: enquiry.submissionId, name: 'offer.pdf' },
    { submission: enquiry.submissionId, name: 'map.pdf' },
  ]);
  // The next enquiry starts without them.
  await user.click(screen.getByRole('button', { name: 'Send another' }));
  expect(screen.queryByText('map.pdf')).not.toBeInTheDocument();
});

test.for([
  [
    'VFILE-14',
    [new File(['x'.repeat(5 * 1024 * 1024 + 1)], 'a.pdf', { type: 'application/pdf' })],
    'a.pdf: File size must be less than 5MB',
  ],
  ['VFILE-15', [pdf('a.pdf', '')], 'a.pdf: File cannot be empty'],
  [
    'VFILE-16',
    [new File(['x'], 'a.zip', { type: 'application/zip' })],
    'a.zip: Only JPEG, PNG, WebP, GIF, PDF, and TXT files are allowed',
  ],
  ['VFILE-17', [pdf('a.doc')], 'a.doc: File extension not allowed'],
  ['VFILE-18', [pdf('a.php.pdf')], 'a.php.pdf: Suspicious file name detected'],
  [
    'R-58',
    ['1', '2', '3', '4'].map((name) => pdf(`${name}.pdf`)),
    '4.pdf: At most 3 files can be attached',
  ],
] as const)(
  '%s: a file that does not fit is refused before sending',
  async ([, files, problem]) => {
    const { user } = await openForm();
    await user.upload(field(), [...files]);
    expect(screen.getByText(problem)).toBeVisible();
    expect(attached()).toHaveLength(files.length - 1);
  },
);

test('a file that the server refuses is named, and the enquiry is not sent again', async () => {
  const { backend, user } = await openForm({
    [FILE]: () =>
      json(
        { data: null, error: { code: 'invalid', message: 'The image is damaged or incomplete' } },
        422,
      ),
  });
  await user.upload(field(), pdf());
  await fillAndSend(user);
  expect(await screen.findByText('Thank you!')).toBeVisible();
  const { getSnapshot } = await import('@/lib/notifications');
  expect(getSnapshot()).toMatchObject([
    {
      title: 'Not every file was sent',
      description: 'plan.pdf: The image is damaged or incomplete. Please send it by mail.',
    },
  ]);
  expect(backend.requestsTo(SEND)).toHaveLength(1);
});

test('without an answer, an enquiry is kept with its files, and both are sent later', async () => {
  const { backend, user, queue } = await openForm({ [FILE]: networkFailure });
  await user.upload(field(), pdf());
  await fillAndSend(user);
  expect(await screen.findByText('Kept on this device.')).toBeVisible();
  const [first] = sentFiles(backend);
  backend.on({ [FILE]: () => json({ data: null }) });
  const [item] = await queue.readQueue();
  await queue.retryQueued(item?.id ?? '');
  expect(await screen.findByText('Thank you!')).toBeVisible();
  // With the same ids: it is stored once.
  expect(sentFiles(backend).length).toBeGreaterThan(1);
  for (const again of sentFiles(backend)) expect(again).toEqual(first);
});

test('a kept enquiry that is taken back has its files', async () => {
  const { user } = await openForm({ [SEND]: networkFailure });
  await user.upload(field(), pdf());
  await fillAndSend(user);
  await user.click(await screen.findByRole('button', { name: 'Change the message' }));
  await waitFor(() => expect(attached()).toEqual(['plan.pdf8 B']));
});
