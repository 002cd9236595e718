// @vitest-environment jsdom
import { expect, test, vi } from 'vitest';
import { ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { fakeSupabase, json, networkFailure, type FakeHandler } from '../../support/fake-supabase';

const SEND = 'POST /functions/v1/send-contact-email';
const TICKET = 'GET /functions/v1/send-contact-email/ticket';

const body = {
  name: 'Ada Lovelace',
  email: 'ada@studio.example',
  message: 'We would like a new website.',
  website: '',
  csrfToken: '0'.repeat(32),
  submissionId: '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11',
};

async function send(answer: FakeHandler) {
  fakeSupabase({ [SEND]: answer });
  const { sendEnquiry } = await import('@/features/enquiries/sending');
  return sendEnquiry(body);
}

const THANKS = "Thank you for your message! We'll get back to you at ada@studio.example soon.";

test('FN-5: the success message is the one of the response', async () => {
  const data = { id: body.submissionId, number: 1042, message: 'Thank you, Ada' };
  const answer = { data, error: null };
  expect(await send(() => json(answer))).toEqual({
    ...{ success: true, thanks: 'Thank you, Ada', number: 1042 },
  });
});

test.for<[string, FakeHandler]>([
  ['no data', () => json({ data: null, error: null })],
  ['an empty object', () => json({})],
  ['no body', () => new Response(null, { status: 204 })],
  ['something else', () => new Response('<p>ok</p>', { status: 200 })],
])(
  'FN-6, R-13, CONTACT-22: a successful call with %s shows the success message',
  async ([, answer]) => {
    expect(await send(answer)).toEqual({ success: true, thanks: THANKS, number: null });
  },
);

test('R-13: an error in a response with status 200 is a failure', async () => {
  const error = { code: 'failed', message: 'No' };
  expect(await send(() => json({ data: null, error }))).toMatchObject({ success: false });
});

test.for([500, 502, 503])(
  'R-13, CONTACT-23: an empty response of %s is a failure',
  async (status) => {
    expect(await send(() => json({ data: null }, status))).toEqual({
      success: false,
      status,
      message: 'Failed to send message. Please try again.',
      fields: {},
    });
  },
);

test('CONTACT-23: internal errors are not shown', async () => {
  const error = { code: 'failed', message: 'relation "enquiries" does not exist' };
  expect(await send(() => json({ error }, 500))).toMatchObject({
    message: 'Failed to send message. Please try again.',
  });
});

test('a field error names its field', async () => {
  const fields = { email: 'Please enter a valid email address' };
  const error = { code: 'invalid', message: 'Please check the marked fields', fields };
  expect(await send(() => json({ error }, 422))).toEqual({
    ...{ success: false, status: 422, message: error.message, fields },
  });
});

test.for([
  ['40', 'Please try again in a minute.'],
  ['500', 'Please try again in 9 minutes.'],
  ['80000', 'Please try again in 23 hours.'],
  ['', 'Please try again later.'],
] as const)(
  'R-13: a rate limit of %j seconds gets a readable message',
  async ([seconds, words]) => {
    const headers: HeadersInit = seconds ? { 'retry-after': seconds } : {};
    const reply = await send(() =>
      json({ error: { code: 'rate_limited', message: 'x' } }, { status: 429, headers }),
    );
    expect(reply).toMatchObject({
      message: `You have sent several messages in a short time. ${words}`,
    });
  },
);

test('R-17: an unreachable server is an error of its own kind', async () => {
  await expect(send(networkFailure)).rejects.toMatchObject({ kind: 'offline' });
});

async function freshTicket(answer: FakeHandler) {
  vi.useFakeTimers();
  vi.resetModules();
  const backend = fakeSupabase({ [TICKET]: answer });
  const { readyTicket, requestTicket } = await import('@/features/enquiries/ticket');
  return { backend, readyTicket, requestTicket };
}

test('R-13: a ticket is used only after the minimum time for filling in', async () => {
  const { backend, readyTicket, requestTicket } = await freshTicket(() =>
    json({ data: { ticket: 'signed' } }),
  );
  await requestTicket();
  const used = vi.fn();
  void readyTicket().then(used);
  await vi.advanceTimersByTimeAsync(ENQUIRY_MIN_FILL_MS - 100);
  expect(used).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(200);
  expect(used).toHaveBeenCalledWith('signed');
  expect(await readyTicket()).toBe('signed');
  expect(backend.requestsTo(TICKET)).toHaveLength(1);
  vi.useRealTimers();
});

test('R-13: without a ticket the enquiry is sent without one', async () => {
  const { readyTicket } = await freshTicket(() => json({ error: 'no' }, 500));
  expect(await readyTicket()).toBe('');
  vi.useRealTimers();
});

test('a ticket that could not be fetched is requested again', async () => {
  const { backend, readyTicket, requestTicket } = await freshTicket(networkFailure);
  const failed = expect(requestTicket()).rejects.toThrow();
  await vi.advanceTimersByTimeAsync(5000);
  await failed;
  backend.on({ [TICKET]: () => json({ data: { ticket: 'later' } }) });
  const ticket = readyTicket();
  await vi.advanceTimersByTimeAsync(5000);
  expect(await ticket).toBe('later');
  vi.useRealTimers();
});
