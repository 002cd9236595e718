import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { cleanup, render, screen, waitFor, within } from '@testing-library/react';
import userEvent, { type UserEvent } from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { ENQUIRY_SERVICES } from '@contracts/enquiry-fields';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  networkFailure,
  type FakeHandler,
  type FakeRoutes,
  type FakeSupabase,
} from '../../support/fake-supabase';
import { logSecurityEvent } from '@/lib/security-log';
import { agency } from '@brand/agency';

const [first, second] = ENQUIRY_SERVICES;

const SEND = 'POST /functions/v1/send-contact-email';
const TICKET = 'GET /functions/v1/send-contact-email/ticket';

vi.mock('@contracts/enquiry-fields', async (load) => ({
  ...(await load<object>()),
  ENQUIRY_MIN_FILL_MS: 0,
}));

vi.mock('@/lib/security-log');

beforeEach(() => {
  vi.mocked(logSecurityEvent).mockReset();
  vi.stubGlobal('indexedDB', new IDBFactory());
});

const accepted: FakeHandler = () =>
  json({ data: { id: crypto.randomUUID(), number: 1042, message: '' }, error: null });
const refusal =
  (status: number, error: object, headers: HeadersInit = {}) =>
  () =>
    json({ data: null, error: { code: 'x', message: 'Refused', ...error } }, { status, headers });

type Options = { service?: string; isKnown?: boolean };

/** The form after a page load: storage of the tab and of the device stays. */
async function loadForm({ service, isKnown = false }: Options = {}) {
  cleanup();
  const { ContactForm } = await freshImport(
    () => import('@/features/enquiries/components/contact-form'),
  );
  const queue = await import('@/lib/offline-queue');
  // Pages of earlier tests hear of the queue too, have another database, and say that nothing waits.
  await queue.readQueue();
  const connection = await import('@/lib/connection');
  const { useKeptEnquiries } = await import('@/features/enquiries/use-kept-enquiries');
  const origin = {
    sent: { page: '/services', services: [first.value] },
    labels: [`Services: ${first.label}`],
  };
  function Page() {
    useKeptEnquiries();
    return (
      <ContactForm
        suggestedService={service ?? null}
        origin={isKnown ? origin : null}
        messageHint="Plain words are best."
        privacy="Kept 24 months."
      />
    );
  }
  render(<Page />, { wrapper: MemoryRouter });
  return { ...queue, ...connection };
}

async function openForm(routes: FakeRoutes = {}, options: Options = {}) {
  const backend = fakeSupabase({
    [TICKET]: () => json({ data: { ticket: 'signed' } }),
    [SEND]: accepted,
    ...routes,
  });
  return { backend, page: await loadForm(options), user: userEvent.setup() };
}

const control = (label: string) => screen.getByLabelText(new RegExp(`^${label}`));
const sendButton = () => screen.getByRole('button', { name: 'Send message' });
const THANKS = "Thank you for your message! We'll get back to you at ada@studio.example soon.";
/** Heading and text of the outcome together. */
const thanks = (_: string, element: Element | null) =>
  element?.getAttribute('role') === 'status' && element.textContent === THANKS;
const bodies = (backend: FakeSupabase) =>
  backend.requestsTo(SEND).map(({ body }): Record<string, unknown> => ({ ...Object(body) }));

async function fill(user: UserEvent, changes: Record<string, string> = {}) {
  const text: Record<string, string> = {
    Name: 'Ada Lovelace',
    Email: 'ada@studio.example',
    Message: 'We would like a new website.',
    ...changes,
  };
  for (const [label, value] of Object.entries(text)) {
    await user.clear(control(label));
    if (value) await user.click(control(label));
    if (value) await user.paste(value);
  }
}

test.for([
  ['CONTACT-4', 'Name', 'name', 'name'],
  ['CONTACT-5', 'Email', 'email', 'email'],
  ['CONTACT-6', 'Subject', 'subject', 'off'],
  ['CONTACT-7', 'Message', 'message', null],
  ['CONTACT-8', 'Phone', 'phone', 'tel'],
] as const)('%s: there is a field %j', async ([, label, name, autocomplete]) => {
  await openForm();
  expect(control(label)).toHaveAttribute('name', name);
  expect(control(label).getAttribute('autocomplete')).toBe(autocomplete);
});

test('CONTACT-7, CONTACT-8: name, email and message are required, the phone is not', async () => {
  await openForm();
  for (const label of ['Name', 'Email', 'Message']) expect(control(label)).toBeRequired();
  for (const label of ['Phone', 'Subject', 'Service']) expect(control(label)).not.toBeRequired();
  expect(control('Phone')).toHaveAccessibleName('Phone (optional)');
});

test('CONTACT-9..15: a service can be chosen', async () => {
  await openForm();
  const options = within(control('Service')).getAllByRole<HTMLOptionElement>('option');
  expect(options.map(({ value, text }) => [value, text])).toEqual([
    ['', 'Please select'],
    ...ENQUIRY_SERVICES.map(({ value, label }) => [value, label]),
  ]);
  expect(control('Service')).toHaveDisplayValue('Please select');
});

test('CONTACT-16, CONTACT-17: while sending the button shows it and ignores a second press', async () => {
  const { handler, release } = held(accepted);
  const { backend, user } = await openForm({ [SEND]: handler });
  await fill(user);
  await user.dblClick(sendButton());
  const sending = await screen.findByRole('button', { name: 'Sending...' });
  expect(sending).toBeDisabled();
  await user.type(control('Name'), '{Enter}');
  release();
  expect(await screen.findByText(thanks)).toBeInTheDocument();
  expect(backend.requestsTo(SEND)).toHaveLength(1);
});

test('CONTACT-19..22, PERM-6: the typed text is sent with its tokens, and the success message appears', async () => {
  const { backend, user } = await openForm();
  await fill(user, { Phone: '+1 (718) 555-0142', Subject: 'Website' });
  await user.selectOptions(control('Service'), first.label);
  await user.click(screen.getByRole('checkbox', { name: 'Send me a receipt' }));
  await user.click(sendButton());
  const said = await screen.findByText(thanks);
  expect(said).toHaveRole('status');
  expect(screen.getByText('#1042')).toBeInTheDocument();
  expect(said).toHaveFocus();
  expect(said).toHaveAccessibleName(/^Thank you for your message! .* soon\.$/);
  expect(screen.queryByRole('form')).not.toBeInTheDocument();
  expect(bodies(backend)).toEqual([
    {
      name: 'Ada Lovelace',
      email: 'ada@studio.example',
      phone: '+1 (718) 555-0142',
      service: first.value,
      subject: 'Website',
      message: 'We would like a new website.',
      website: '',
      csrfToken: expect.stringMatching(/^[0-9a-f]{32}$/),
      submissionId: expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[0-9a-f-]{17}$/),
      ticket: 'signed',
      wantsReceipt: true,
    },
  ]);
  expect(backend.requestsTo(SEND)[0]?.headers.get('authorization')).toBeNull();
  // The function that stores it logs it: that event is verified.
  expect(logSecurityEvent).not.toHaveBeenCalled();
});

test('after a success another enquiry can be sent from an empty form', async () => {
  const { backend, user } = await openForm();
  await fill(user);
  await user.click(sendButton());
  await user.click(await screen.findByRole('button', { name: 'Send another' }));
  expect(control('Name')).toHaveFocus();
  expect(control('Name')).toHaveValue('');
  expect(control('Message')).toHaveValue('');
  await fill(user);
  await user.click(sendButton());
  await screen.findByText(thanks);
  const ids = bodies(backend).map(({ submissionId }) => submissionId);
  expect(new Set(ids).size).toBe(2);
});

test('CONTACT-23, CONTACT-24, CONTACT-26: a failure is shown in place and the text stays', async () => {
  const { backend, user } = await openForm({ [SEND]: refusal(500, { message: 'secret detail' }) });
  await fill(user, { Subject: 'Website' });
  await user.selectOptions(control('Service'), 'Other');
  await user.click(sendButton());
  const alert = await screen.findByRole('alert');
  expect(alert).toHaveTextContent('Failed to send message. Please try again.');
  expect(alert).not.toHaveTextContent('secret detail');
  expect(control('Name')).toHaveValue('Ada Lovelace');
  expect(control('Service')).toHaveValue('other');
  expect(control('Subject')).toHaveValue('Website');
  expect(control('Message')).toHaveValue('We would like a new website.');
  expect(sendButton()).toBeEnabled();
  await waitFor(() => expect(sendButton()).toHaveFocus());

  backend.on({ [SEND]: accepted });
  await user.click(sendButton());
  await screen.findByText(thanks);
  const [first, second] = bodies(backend);
  expect(second?.submissionId).toBe(first?.submissionId);
  expect(second?.csrfToken).not.toBe(first?.csrfToken);
  expect(vi.mocked(logSecurityEvent).mock.calls).toEqual([
    [expect.objectContaining({ type: 'contact_service_error' })],
  ]);
  expect(JSON.stringify(vi.mocked(logSecurityEvent).mock.calls)).not.toMatch(
    /ada@|Lovelace|new website/i,
  );
});

test('a server failure offers a prepared mail and a telephone number', async () => {
  const { user } = await openForm({ [SEND]: refusal(500, {}) });
  await fill(user, { Subject: 'Сајт' });
  await user.click(sendButton());
  const link = await screen.findByRole('link', { name: 'Send it by email' });
  const mail = new URL(link.getAttribute('href') ?? '');
  expect(mail.protocol).toBe('mailto:');
  expect(mail.searchParams.get('subject')).toBe('Сајт');
  expect(mail.searchParams.get('body')).toContain('We would like a new website.');
  const call = within(screen.getByRole('alert')).getByRole('link', { name: agency.phone });
  expect(call).toHaveAttribute('href', expect.stringMatching(/^tel:\+\d+$/));
});

test('CONTACT-24: field errors of the server are shown beside their fields', async () => {
  const fields = { phone: 'Please enter a valid phone number' };
  const error = { message: 'Please check the marked fields', fields };
  const { user } = await openForm({ [SEND]: refusal(422, error) });
  await fill(user);
  await user.click(sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Please check the marked fields');
  expect(control('Phone')).toHaveAccessibleDescription(/Please enter a valid phone number/);
  expect(control('Phone')).toHaveFocus();
  expect(logSecurityEvent).toHaveBeenCalledWith(
    expect.objectContaining({
      type: 'contact_submission_failed',
      metadata: { status: 422, fields: ['phone'] },
    }),
  );
});

test('VCON-20: an error of a hidden field is shown above the button', async () => {
  const fields = { csrfToken: 'Security token required' };
  const { user } = await openForm({ [SEND]: refusal(422, { fields }) });
  await fill(user);
  await user.click(sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent('Security token required');
});

test('R-13, R-53, CONTACT-23: a rate limit shows when to try again, below the sentence of every failure', async () => {
  const { user } = await openForm({ [SEND]: refusal(429, {}, { 'retry-after': '300' }) });
  await fill(user);
  await user.click(sendButton());
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Failed to send message. Please try again.You have sent several messages in a short time. ' +
      'Please try again in 5 minutes. What you typed is still here.',
  );
});

test.for([
  ['VCON-1', 'Name', 'A', 'Name must be at least 2 characters'],
  ['VCON-2', 'Name', 'a'.repeat(51), 'Name must be less than 50 characters'],
  ['VCON-3', 'Name', 'R2D2', 'Name can only contain letters, spaces, hyphens, and apostrophes'],
  ['VCON-4', 'Name', '<b>Ada', 'Invalid characters detected'],
  ['VCON-6', 'Email', 'ada@', 'Please enter a valid email address'],
  ['VCON-7', 'Email', `${'a'.repeat(250)}@x.example`, 'Email address is too long'],
  ['VCON-8', 'Email', '<ada@x.example', 'Invalid characters in email'],
  ['VCON-11', 'Phone', '0123', 'Please enter a valid phone number'],
  ['VCON-12', 'Message', 'Too short', 'Message must be at least 10 characters'],
  ['VCON-13', 'Message', 'a'.repeat(1001), 'Message must be less than 1000 characters'],
  [
    ...(['VCON-14', 'Message', 'Hello <script>alert(1)'] as const),
    'Invalid content detected. Please change “<script” ',
  ],
  [
    ...(['VCON-15', 'Message', 'See javascript:alert(1)'] as const),
    'Invalid content detected. Please change “javascript:” ',
  ],
  ['VCON-18', 'Subject', 'a'.repeat(101), 'Subject contains invalid content or is too long'],
] as const)('%s: %s shows its error, and nothing is sent', async ([, label, value, message]) => {
  const { backend, user } = await openForm();
  await fill(user, { [label]: value });
  await user.click(sendButton());
  await waitFor(() => expect(control(label)).toBeInvalid());
  expect(control(label)).toHaveAccessibleDescription(new RegExp(`^${message}`));
  expect(control(label)).toHaveFocus();
  expect(control(label)).toHaveValue(value);
  expect(backend.requestsTo(SEND)).toEqual([]);
});

test.for([
  ['VCON-2', 'Name', 'a'.repeat(50)],
  ['VCON-5', 'Name', 'Živka Ќосева'],
  ['VCON-9', 'Phone', ''],
  ['VCON-10', 'Phone', '+389 (70) 123-456'],
  ['VCON-13', 'Message', 'я'.repeat(1000)],
  ['VCON-17', 'Subject', ''],
] as const)('%s: %s takes %j', async ([, label, value]) => {
  const { backend, user } = await openForm();
  await fill(user, { [label]: value });
  await user.click(sendButton());
  await screen.findByText(/^Thank you/);
  expect(bodies(backend)[0]?.[label.toLowerCase()]).toBe(value);
});

test('an empty form shows the missing fields and focuses the first', async () => {
  const { user } = await openForm();
  await user.click(sendButton());
  await waitFor(() => expect(control('Name')).toHaveFocus());
  for (const label of ['Name', 'Email', 'Message']) expect(control(label)).toBeInvalid();
  for (const label of ['Phone', 'Subject', 'Service']) expect(control(label)).toBeValid();
});

test('a field is checked on blur, and its error disappears while it is corrected', async () => {
  const { user } = await openForm();
  await user.type(control('Email'), 'ada@');
  await user.tab();
  await waitFor(() => expect(control('Email')).toHaveAttribute('aria-invalid', 'true'));
  await user.type(control('Email'), 'studio.example');
  await waitFor(() => expect(control('Email')).toBeValid());
  expect(control('Email')).toHaveFocus();
});

test('passing through the fields shows no error', async () => {
  const { user } = await openForm();
  for (let field = 0; field < 7; field += 1) await user.tab();
  expect(document.querySelectorAll('[aria-invalid=true]')).toHaveLength(0);
});

test('VCON-19, R-13: a filled honeypot is sent to the server, which quarantines the enquiry', async () => {
  const { backend, user } = await openForm();
  await fill(user);
  const trap = screen.getByLabelText('Website', { selector: 'input' });
  expect(trap.closest('[aria-hidden="true"]')).not.toBeNull();
  expect(trap).toHaveAttribute('tabindex', '-1');
  await user.type(trap, 'https://spam.example');
  await user.click(sendButton());
  await screen.findByText(thanks);
  expect(bodies(backend)[0]?.website).toBe('https://spam.example');
  // 1Password, Bitwarden and others leave it alone.
  for (const name of ['data-1p-ignore', 'data-bwignore', 'data-lpignore']) {
    expect(trap).toHaveAttribute(name);
  }
});

test('zod and the ticket are fetched once, on the first interaction with the form', async () => {
  const { backend, user } = await openForm();
  expect(backend.requests).toEqual([]);
  await user.click(control('Name'));
  await user.click(control('Message'));
  await waitFor(() => expect(backend.requestsTo(TICKET)).toHaveLength(1));
});

test.for([
  [true, { page: '/services', services: [first.value] }],
  [false, undefined],
] as const)('the landing page is sent only with consent (%s)', async ([isTicked, startedFrom]) => {
  const { backend, user } = await openForm({}, { isKnown: true });
  await fill(user);
  if (isTicked) await user.click(screen.getByRole('checkbox', { name: /^Tell us/ }));
  await user.click(sendButton());
  await screen.findByText(thanks);
  expect(bodies(backend)[0]?.startedFrom).toEqual(startedFrom);
});

test('CONTACT-26: typed text and the submission id are restored after a reload', async () => {
  const { backend, user } = await openForm({ [SEND]: refusal(500, {}) });
  await fill(user, { Subject: 'Website' });
  await user.click(sendButton());
  await screen.findByRole('alert');
  await loadForm();
  expect(control('Subject')).toHaveValue('Website');
  expect(control('Message')).toHaveValue('We would like a new website.');
  backend.on({ [SEND]: accepted });
  await user.click(sendButton());
  await screen.findByText(thanks);
  const [first, second] = bodies(backend);
  expect(second?.submissionId).toBe(first?.submissionId);
});

test('a newly chosen service replaces the one of the draft, which is restored after a reload', async () => {
  const { user } = await openForm({}, { service: first.value });
  expect(control('Service')).toHaveValue(first.value);
  await user.selectOptions(control('Service'), 'Other');
  await loadForm({ service: first.value });
  expect(control('Service')).toHaveValue('other');
  await loadForm({ service: second.value });
  expect(control('Service')).toHaveValue(second.value);
});

const offline: FakeRoutes = {
  [TICKET]: networkFailure,
  [SEND]: networkFailure,
  'GET /auth/v1/health': networkFailure,
};
const online: FakeRoutes = {
  [TICKET]: () => json({ data: { ticket: 'signed' } }),
  [SEND]: accepted,
  'GET /auth/v1/health': () => json({}),
};
const SLOW = { timeout: 8000 };

test(
  'R-17, CONTACT-26: without a connection the enquiry is kept, with a message, and sent once when online',
  { timeout: 20_000 },
  async () => {
    const { backend, page, user } = await openForm(offline);
    await fill(user);
    await user.click(sendButton());
    expect(await screen.findByText('Kept on this device.', {}, SLOW)).toBeInTheDocument();
    expect(screen.getByText(/It is sent when the connection is back\./)).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Send it by email' })).toBeInTheDocument();
    expect(logSecurityEvent).toHaveBeenCalledWith(
      expect.objectContaining({ type: 'contact_service_error' }),
    );

    backend.on(online);
    page.noteReachable();
    expect(await screen.findByText(thanks, {}, SLOW)).toHaveRole('status');
    await page.flushQueue();
    const sent = bodies(backend).filter(({ ticket }) => ticket === 'signed');
    expect(sent).toHaveLength(1);
    const { getSnapshot } = await import('@/lib/notifications');
    expect(getSnapshot().at(-1)).toMatchObject({ title: 'Your message was sent' });
  },
);

test('R-17: a waiting enquiry is found after a reload and sent', { timeout: 20_000 }, async () => {
  const { backend, user } = await openForm(offline);
  await fill(user);
  await user.click(sendButton());
  await screen.findByText('Kept on this device.', {}, SLOW);

  const page = await loadForm();
  await screen.findByText('Kept on this device.', {}, SLOW);
  backend.on(online);
  page.noteReachable();
  await waitFor(() => expect(bodies(backend).filter(({ ticket }) => ticket)).toHaveLength(1), SLOW);
  await waitFor(async () => expect(await page.readQueue()).toEqual([]), SLOW);
});

test(
  'a waiting enquiry is sent from another tab, which does not show its text to another visitor',
  { timeout: 20_000 },
  async () => {
    const { backend, user } = await openForm(offline);
    await fill(user, { Subject: 'Secret plan' });
    await user.click(sendButton());
    await screen.findByText('Kept on this device.', {}, SLOW);

    // Another tab of the device: it shares everything but session storage.
    sessionStorage.clear();
    const page = await loadForm();
    expect(await page.readQueue()).toMatchObject([{ label: 'Message from the contact form' }]);
    expect(screen.queryByText('Kept on this device.')).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Send it by email' })).not.toBeInTheDocument();
    await user.type(control('Name'), 'The next person');
    backend.on(online);
    page.noteReachable();
    await waitFor(async () => expect(await page.readQueue()).toEqual([]), SLOW);
    expect(bodies(backend).filter(({ ticket }) => ticket === 'signed')).toMatchObject([
      { subject: 'Secret plan' },
    ]);
    const { getSnapshot } = await import('@/lib/notifications');
    await waitFor(() =>
      expect(getSnapshot()).toMatchObject([
        { title: 'A message that waited on this device was sent' },
      ]),
    );
    expect(getSnapshot()[0]?.description).toBeUndefined();
    // Text typed by the next visitor is not mistaken for the sent one.
    expect(control('Name')).toHaveValue('The next person');
    await loadForm();
    expect(control('Name')).toHaveValue('The next person');
  },
);

test(
  'R-17: a waiting enquiry can be taken back into the form and changed',
  { timeout: 20_000 },
  async () => {
    const { page, user } = await openForm(offline);
    await fill(user, { Subject: 'Website' });
    await user.click(sendButton());
    await user.click(await screen.findByRole('button', { name: 'Change the message' }, SLOW));
    await waitFor(() => expect(control('Subject')).toHaveValue('Website'));
    expect(await page.readQueue()).toEqual([]);
  },
);

test(
  'R-17: an enquiry refused later shows the reason and can be changed',
  { timeout: 20_000 },
  async () => {
    const { backend, page, user } = await openForm(offline);
    await fill(user);
    await user.click(sendButton());
    await screen.findByText('Kept on this device.', {}, SLOW);
    backend.on({ ...online, [SEND]: refusal(422, { message: 'Please check the marked fields' }) });
    page.noteReachable();
    const alert = await screen.findByRole('alert', {}, SLOW);
    expect(alert).toHaveTextContent('Failed to send message. Please try again.');
    expect(alert).toHaveTextContent('Please check the marked fields');
    backend.on({ [SEND]: accepted });
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText(thanks, {}, SLOW)).toBeInTheDocument();
  },
);

test(
  'R-17: without browser storage a message is shown, and the text stays',
  { timeout: 20_000 },
  async () => {
    vi.stubGlobal('indexedDB', {
      open: () => {
        throw new DOMException('Blocked', 'SecurityError');
      },
    });
    const { user } = await openForm(offline);
    await fill(user);
    await user.click(sendButton());
    expect(await screen.findByRole('alert', {}, SLOW)).toHaveTextContent(
      'Failed to send message. Please try again.',
    );
    expect(control('Message')).toHaveValue('We would like a new website.');
  },
);
