import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { NEWSLETTER_CONSENT } from '@contracts/newsletter-fields';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  networkFailure,
  type FakeHandler,
} from '../../support/fake-supabase';

const SUBSCRIBE = 'POST /functions/v1/newsletter/subscribe';
const TICKET = 'GET /functions/v1/newsletter/ticket';
const giveTicket = () => json({ data: { ticket: 'a-ticket' }, error: null });

async function openForm(answer?: FakeHandler, ticket: FakeHandler = giveTicket) {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const backend = fakeSupabase({ [TICKET]: ticket, ...(answer && { [SUBSCRIBE]: answer }) });
  const { SubscribeForm } = await freshImport(() => import('@/features/newsletter/subscribe-form'));
  render(
    <MemoryRouter>
      <SubscribeForm doneText="Look into your mailbox." />
    </MemoryRouter>,
  );
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  return {
    backend,
    user,
    email: screen.getByRole('textbox', { name: /Email/ }),
    button: screen.getByRole('button', { name: 'Subscribe' }),
    /** Longer than the minimum fill time. */
    waitAsAPerson: () => act(() => vi.advanceTimersByTimeAsync(ENQUIRY_MIN_FILL_MS)),
  };
}

test('BLOG-6, BLOG-7: one email field, one button, and the consent text', async () => {
  const { backend, email, button } = await openForm();
  expect(email).toHaveAttribute('type', 'email');
  expect(email).toHaveAttribute('autocomplete', 'email');
  expect(email).toHaveAccessibleDescription(expect.stringContaining(NEWSLETTER_CONSENT));
  expect(button).toHaveAttribute('type', 'submit');
  expect(screen.getByRole('link', { name: 'Privacy Policy' })).toHaveAttribute('href', '/privacy');
  expect(backend.requests).toEqual([]);
});

test('BLOG-8, R-10: the email is sent without leaving the page, and the next step is shown in place', async () => {
  const { handler, release } = held(() =>
    json({ data: { message: 'We have written to you.' } }, 202),
  );
  const { backend, user, email, button, waitAsAPerson } = await openForm(handler);
  await user.type(email, 'ada@studio.example{Enter}');
  expect(button).toHaveAttribute('aria-busy', 'true');
  await waitAsAPerson();
  release();
  expect(await screen.findByText('We have written to you.')).toBeInTheDocument();
  await waitFor(() => expect(screen.getByRole('status')).toHaveFocus());
  expect(screen.getByRole('status')).toHaveAccessibleName('We have written to you.');
  expect(backend.requestsTo(SUBSCRIBE).map(({ body }) => body)).toEqual([
    { email: 'ada@studio.example', website: '', ticket: 'a-ticket' },
  ]);
});

test('a form filled in at once is sent after the minimum fill time', async () => {
  const { backend, user, email, waitAsAPerson } = await openForm(() => json({}, 202));
  await user.type(email, 'ada@studio.example{Enter}');
  expect(backend.requestsTo(SUBSCRIBE)).toEqual([]);
  await waitAsAPerson();
  expect(backend.requestsTo(SUBSCRIBE)).toHaveLength(1);
});

test('another email can follow with its own ticket: each ticket counts once', async () => {
  const { backend, user, email, waitAsAPerson } = await openForm(() => json({}, 202));
  await user.type(email, 'ada@studio.example{Enter}');
  await waitAsAPerson();
  await user.click(await screen.findByRole('button', { name: 'Use another address' }));
  const anew = screen.getByRole('textbox', { name: /Email/ });
  expect(anew).toHaveFocus();
  expect(anew).toHaveValue('');
  await user.type(anew, 'ben@studio.example{Enter}');
  expect(await screen.findByText('Look into your mailbox.')).toBeInTheDocument();
  expect(backend.requestsTo(SUBSCRIBE)).toHaveLength(2);
  expect(backend.requestsTo(TICKET)).toHaveLength(2);
});

test('R-10: a server without a message gets the default one', async () => {
  const { user, email, waitAsAPerson } = await openForm(() => new Response(null, { status: 202 }));
  await user.type(email, 'ada@studio.example{Enter}');
  await waitAsAPerson();
  expect(await screen.findByText('Look into your mailbox.')).toBeInTheDocument();
});

test.for(['', 'ada', 'ada@'])('%j is not an email, and nothing is sent', async (typed) => {
  const { backend, user, email, button } = await openForm();
  if (typed) await user.type(email, typed);
  await user.click(button);
  expect(email).toHaveAccessibleDescription(
    expect.stringContaining('Please enter a valid email address'),
  );
  expect(email).toBeInvalid();
  expect(email).toHaveFocus();
  expect(backend.requestsTo(SUBSCRIBE)).toEqual([]);
});

test('an email refused by the server shows its error beside the field', async () => {
  const fields = { email: 'Please enter a valid email address' };
  const { user, email, waitAsAPerson } = await openForm(() =>
    json({ data: null, error: { code: 'invalid', message: 'Please check it', fields } }, 422),
  );
  await user.type(email, 'ada@studio{Enter}');
  await waitAsAPerson();
  await waitFor(() => expect(email).toBeInvalid());
  expect(email).toHaveAccessibleDescription(expect.stringContaining(fields.email));
  expect(email).toHaveFocus();
  expect(screen.queryByRole('alert')).toBeNull();
});

test('BLOG-8: a failure is shown in place, and the typed text stays', async () => {
  const { backend, user, email, waitAsAPerson } = await openForm(networkFailure);
  await user.type(email, 'ada@studio.example{Enter}');
  await waitAsAPerson();
  expect(await screen.findByRole('alert')).toHaveTextContent('the server cannot be reached');
  expect(email).toHaveValue('ada@studio.example');
  expect(backend.requestsTo(SUBSCRIBE)).toHaveLength(1);
  backend.on({ [SUBSCRIBE]: () => json({ error: { message: 'Too many today' } }, 429) });
  await user.type(email, '{Enter}');
  expect(await screen.findByText('That did not work: Too many today')).toBeInTheDocument();
});

test('a ticket that could not be fetched is requested again when the form is sent', async () => {
  const { backend, user, email, waitAsAPerson } = await openForm(
    () => json({}, 202),
    () => json({}, 500),
  );
  await user.click(email);
  await waitFor(() => expect(backend.requestsTo(TICKET)).toHaveLength(1));
  backend.on({ [TICKET]: giveTicket });
  await user.type(email, 'ada@studio.example{Enter}');
  await waitAsAPerson();
  expect(await screen.findByText('Look into your mailbox.')).toBeInTheDocument();
  expect(backend.requestsTo(SUBSCRIBE)[0]?.body).toMatchObject({ ticket: 'a-ticket' });
});

test('the honeypot field is sent with the email', async () => {
  const { backend, user, email, waitAsAPerson } = await openForm(() => json({}, 202));
  const trap = document.querySelector<HTMLInputElement>('input[name="website"]');
  if (!trap) throw new Error('no trap');
  expect(trap.closest('[aria-hidden="true"]')).not.toBeNull();
  expect(trap).toHaveAttribute('tabindex', '-1');
  expect(within(screen.getByRole('form')).getAllByRole('textbox')).toEqual([email]);
  trap.value = 'https://spam.example';
  await user.type(email, 'bot@studio.example{Enter}');
  await waitAsAPerson();
  await screen.findByText('Look into your mailbox.');
  expect(backend.requestsTo(SUBSCRIBE)[0]?.body).toMatchObject({ website: 'https://spam.example' });
});
