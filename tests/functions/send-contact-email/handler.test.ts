import { expect, test, vi } from 'vitest';
import {
  createCsrfToken,
  ENQUIRY_HONEYPOT,
} from '../../../supabase/functions/_shared/contracts/enquiry-fields.ts';
import {
  enquiryReplySchema,
  enquiryTicketReplySchema,
  type Enquiry,
} from '../../../supabase/functions/_shared/contracts/enquiry.ts';
import { deriveKeys } from '../../../supabase/functions/_shared/keyed-hash.ts';
import {
  ENQUIRY_BODY_MAX_BYTES,
  ENQUIRY_DEADLINE_MS,
  handleEnquiry,
  type EnquiryDeps,
  type EnquiryEvent,
  type Submission,
} from '../../../supabase/functions/send-contact-email/handler.ts';
import {
  findTicketProblem,
  issueTicket,
  TICKET_LIFETIME_MS,
} from '../../../supabase/functions/_shared/form-ticket.ts';

const ADDRESS = 'https://functions.example/send-contact-email';
const SITE = 'https://site.example';
const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const NOW = Date.parse('2026-11-20T09:00:00Z');
const key = await deriveKeys(['a secret'], 'enquiry ticket');

type Stored = {
  enquiry: Enquiry;
  isQuarantined: boolean;
  reasons: string[];
  ticket: string | null;
  isCheck?: boolean;
};

function setUp(overrides: Partial<EnquiryDeps> = {}) {
  const stored: Stored[] = [];
  const events: EnquiryEvent[] = [];
  const problems: (string | null)[] = [];
  const work: Promise<unknown>[] = [];
  const logError = vi.fn();
  const deliverMails = vi.fn(async () => ({ sent: 1, failed: 0 }));
  const deps: EnquiryDeps = {
    allowedOrigins: new Set([SITE]),
    issueTicket: () => issueTicket(key, NOW),
    findTicketProblem: (ticket) => findTicketProblem(key, ticket, NOW),
    // As the database does: one row per submission id.
    submit: async (enquiry, doubts): Promise<Submission> => {
      const isKnown = stored.some((row) => row.enquiry.submissionId === enquiry.submissionId);
      if (!isKnown) stored.push({ enquiry, ...doubts });
      const reasons = doubts.isQuarantined ? doubts.reasons : [];
      return { outcome: 'kept', id: ID, number: 1042, stored: !isKnown, reasons };
    },
    settleCheck: async (problem) => void problems.push(problem),
    isOperator: async (key) => key === 'service-key',
    deliverMails,
    afterwards: (task) => {
      work.push(task().catch(logError));
    },
    logEvent: async (event) => {
      events.push(event);
    },
    logError,
    ...overrides,
  };
  return {
    deps,
    stored,
    events,
    problems,
    logError,
    deliverMails,
    settled: () => Promise.all(work),
  };
}

async function enquiry(fields: Record<string, unknown> = {}) {
  return {
    name: 'Ada Lovelace',
    email: 'ada@visitor.example',
    subject: 'A website',
    message: 'We would like a new website.',
    phone: '+1 (718) 555-0142',
    csrfToken: createCsrfToken(),
    submissionId: crypto.randomUUID(),
    ticket: await issueTicket(key, NOW - 60_000),
    ...fields,
  };
}

function post(body: BodyInit | null, headers: Record<string, string> = {}, path = ''): Request {
  return new Request(`${ADDRESS}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', origin: SITE, 'user-agent': 'test', ...headers },
    ...(body instanceof ReadableStream && { duplex: 'half' }),
  });
}

async function send(request: Request, deps: EnquiryDeps) {
  const response = await handleEnquiry(request, deps);
  const reply = enquiryReplySchema.parse(await response.json());
  return { status: response.status, reply, headers: response.headers };
}

const sendJson = async (fields: Record<string, unknown>, deps: EnquiryDeps) =>
  send(post(JSON.stringify(await enquiry(fields))), deps);

test('FN-4, FN-5, CONTACT-22: an enquiry is stored and gets the success message', async () => {
  const { deps, stored, logError, settled } = setUp();
  const { status, reply } = await sendJson({ service: 'web-development' }, deps);
  expect([status, reply]).toEqual([
    200,
    {
      data: {
        id: ID,
        number: 1042,
        message: "Thank you for your message! We'll get back to you at ada@visitor.example soon.",
      },
      error: null,
    },
  ]);
  expect(stored).toMatchObject([
    {
      enquiry: { name: 'Ada Lovelace', service: 'web-development', phone: '+1 (718) 555-0142' },
      isQuarantined: false,
      reasons: [],
    },
  ]);
  await settled();
  expect(logError).not.toHaveBeenCalled();
});

test('R-59: an international address is stored in ASCII, and the visitor reads it as typed', async () => {
  const { deps, stored } = setUp();
  const { reply } = await sendJson({ email: ' info@müller.de ' }, deps);
  expect(stored).toMatchObject([{ enquiry: { email: 'info@xn--mller-kva.de' } }]);
  expect(reply.data?.message).toContain('back to you at info@müller.de soon');
});

test('CONTACT-25: a success is logged without the enquiry’s text', async () => {
  const { deps, events, settled } = setUp();
  await sendJson({}, deps);
  await settled();
  expect(events).toEqual([
    {
      eventType: 'contact_submission_success',
      severity: 'low',
      description: 'Enquiry received',
      metadata: {},
      userAgent: 'test',
    },
  ]);
});

test('R-13: the response does not wait for the mails', async () => {
  const { deps } = setUp({ deliverMails: () => new Promise(() => undefined) });
  expect((await sendJson({}, deps)).status).toBe(200);
});

test('R-13: neither a failing mail nor a failing log fails the enquiry', async () => {
  const broken = () => Promise.reject(new Error('connection refused'));
  const { deps, logError, settled } = setUp({ deliverMails: broken, logEvent: broken });
  expect((await sendJson({}, deps)).status).toBe(200);
  await settled();
  expect(logError).toHaveBeenCalledTimes(2);
});

test('FN-7: the same submission twice gets the same response and is logged once', async () => {
  const { deps, stored, events, settled } = setUp();
  const body = JSON.stringify(await enquiry());
  const replies = [await send(post(body), deps), await send(post(body), deps)];
  expect(replies[0]?.reply).toEqual(replies[1]?.reply);
  expect(stored).toHaveLength(1);
  await settled();
  expect(events).toHaveLength(1);
});

test('VCON-19, R-13: a filled honeypot is quarantined and gets the usual response', async () => {
  const { deps, stored, events, settled } = setUp();
  const honest = await sendJson({}, deps);
  const trapped = await sendJson({ [ENQUIRY_HONEYPOT]: 'https://spam.example' }, deps);
  expect([trapped.status, trapped.reply]).toEqual([honest.status, honest.reply]);
  expect(stored[1]).toMatchObject({ isQuarantined: true, reasons: ['honeypot'] });
  await settled();
  expect(events[1]).toMatchObject({
    eventType: 'suspicious_activity',
    metadata: { reasons: ['honeypot'] },
  });
});

test.for([['a list'], { an: 'object' }, 7, true])(
  'VCON-19: %j in the honeypot is quarantined as well',
  async (value) => {
    const { deps, stored } = setUp();
    expect((await sendJson({ [ENQUIRY_HONEYPOT]: value }, deps)).status).toBe(200);
    expect(stored).toMatchObject([{ isQuarantined: true }]);
  },
);

const TICKETS: [string, () => Promise<string>, string[], boolean][] = [
  ['none', async () => '', ['missing-ticket'], true],
  ['nonsense', async () => 'abc', ['forged-ticket'], true],
  ['one signed with another key', forgedTicket, ['forged-ticket'], true],
  ['one whose time was changed', backdatedTicket, ['forged-ticket'], true],
  ['one of 2 seconds ago', () => issueTicket(key, NOW - 2000), ['too-fast'], true],
  ['one of just now', () => issueTicket(key, NOW), ['too-fast'], true],
  ['one of 3 seconds ago', () => issueTicket(key, NOW - 3000), [], false],
  ['one of 24 hours ago', () => issueTicket(key, NOW - TICKET_LIFETIME_MS), [], false],
  [
    'one of last week',
    () => issueTicket(key, NOW - 7 * TICKET_LIFETIME_MS),
    ['expired-ticket'],
    false,
  ],
];

test.for(TICKETS)(
  'R-13: with the ticket %s the enquiry is stored',
  async ([, makeTicket, reasons, isQuarantined]) => {
    const { deps, stored } = setUp();
    expect((await sendJson({ ticket: await makeTicket() }, deps)).status).toBe(200);
    expect(stored).toMatchObject([{ reasons, isQuarantined }]);
  },
);

async function forgedTicket() {
  return issueTicket(await deriveKeys(['another secret'], 'enquiry ticket'), NOW - 60_000);
}

async function backdatedTicket() {
  return (await issueTicket(key, NOW)).replace(/^\d+/, String(NOW - 60_000));
}

test('R-13: a ticket is issued and accepted', async () => {
  const { deps } = setUp();
  const response = await handleEnquiry(new Request(`${ADDRESS}/ticket`), deps);
  expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
  const { ticket } = enquiryTicketReplySchema.parse(await response.json()).data;
  expect(await findTicketProblem(key, ticket, NOW + 5000)).toBeNull();
  expect(ticket.length).toBeLessThanOrEqual(200);
});

test.for([
  ['no origin', {}, true],
  ['a foreign origin', { origin: 'https://evil.example' }, true],
  ['a look-alike', { origin: 'https://site.example.evil.example' }, true],
  ['the null origin', { origin: 'null' }, true],
  [
    'a foreign origin of the same site',
    { origin: 'https://evil.example', 'sec-fetch-site': 'same-site' },
    true,
  ],
  ['the site itself', { origin: SITE }, false],
  [
    'the site behind a proxy',
    { origin: 'https://www.example', 'sec-fetch-site': 'same-origin' },
    false,
  ],
] as const)('R-13: with %s the form is accepted or refused', async ([, headers, isRefused]) => {
  const { deps, stored, events, settled } = setUp();
  const request = new Request(ADDRESS, {
    method: 'POST',
    body: JSON.stringify(await enquiry()),
    headers: { 'content-type': 'application/json', ...headers },
  });
  const { status } = await send(request, deps);
  await settled();
  expect([status, stored.length, events[0]?.eventType]).toEqual(
    isRefused ? [403, 0, 'csrf_attempt'] : [200, 1, 'contact_submission_success'],
  );
});

test.for([
  'text/plain',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=b',
  'application/jsonp',
  '',
])(
  'R-13: a body of type %j, which other sites can send without preflight, is refused',
  async (contentType) => {
    const { deps, stored } = setUp();
    const body = new TextEncoder().encode(JSON.stringify(await enquiry()));
    const { status, reply } = await send(post(body, { 'content-type': contentType }), deps);
    expect([status, reply.error?.code, stored]).toEqual([415, 'not_json', []]);
  },
);

test.for(['', '{', 'null', '[]', '"text"', '42', '{"name":', '\u0000', '{"a":1}}', 'NaN'])(
  'the body %j is refused as unreadable',
  async (body) => {
    const { deps } = setUp();
    const { status, reply } = await send(post(body), deps);
    expect([status, reply.error?.code]).toEqual([400, 'malformed_body']);
  },
);

test('a body with invalid UTF-8 is refused as unreadable', async () => {
  const { deps } = setUp();
  expect((await send(post(new Uint8Array([0x7b, 0xff, 0x7d])), deps)).status).toBe(400);
});

test('deeply nested lists are refused without a crash', async () => {
  const { deps } = setUp();
  const depth = ENQUIRY_BODY_MAX_BYTES / 2 - 20;
  const nested = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  expect((await send(post(nested), deps)).status).toBe(400);
  expect((await send(post(`{"message":${nested}}`), deps)).status).toBe(422);
});

test('a body above 32 kB is refused, announced or not', async () => {
  const { deps, stored } = setUp();
  const body = JSON.stringify(await enquiry({ message: 'x'.repeat(ENQUIRY_BODY_MAX_BYTES) }));
  const unannounced = new Blob([body]).stream();
  for (const request of [
    post(body),
    post(body, { 'content-length': '90000' }),
    post(unannounced),
  ]) {
    const { status, reply } = await send(request, deps);
    expect([status, reply.error?.code]).toEqual([413, 'body_too_large']);
  }
  expect(stored).toEqual([]);
});

test('a body that never ends is refused after ten seconds', async () => {
  vi.useFakeTimers();
  const { deps } = setUp();
  const reply = send(post(new ReadableStream()), deps);
  await vi.advanceTimersByTimeAsync(ENQUIRY_DEADLINE_MS);
  expect((await reply).status).toBe(408);
  vi.useRealTimers();
});

test.for(['GET', 'PUT', 'PATCH', 'DELETE'])('%s is not allowed', async (method) => {
  const { deps } = setUp();
  const { status, headers } = await send(new Request(ADDRESS, { method }), deps);
  expect([status, headers.get('allow')]).toEqual([405, 'POST, OPTIONS']);
});

test.for(['/nothing', '/ticket/more'])('%s is not found', async (path) => {
  const { deps } = setUp();
  expect((await send(post('{}', {}, path), deps)).status).toBe(404);
});

test('CONTACT-24: invalid fields are returned with their first error, and logged by name only', async () => {
  const { deps, stored, events, settled } = setUp();
  const { status, reply } = await sendJson({ name: '', email: 'secret words', phone: '0' }, deps);
  expect([status, reply]).toEqual([
    422,
    {
      data: null,
      error: {
        code: 'invalid',
        message: 'Please check the marked fields',
        fields: {
          name: 'Name must be at least 2 characters',
          email: 'Please enter a valid email address',
          phone: 'Please enter a valid phone number',
        },
      },
    },
  ]);
  expect(stored).toEqual([]);
  await settled();
  expect(events).toMatchObject([
    { eventType: 'contact_submission_failed', metadata: { fields: ['name', 'email', 'phone'] } },
  ]);
  expect(JSON.stringify(events)).not.toContain('secret');
});

test('VCON-14: the words that are refused follow the sentence', async () => {
  const { deps } = setUp();
  const { reply } = await sendJson({ message: 'Hello there <script>alert(1)' }, deps);
  expect(reply.error?.fields).toEqual({
    message: 'Invalid content detected. Please change “<script”',
  });
});

test('VCON-20: without a security token the enquiry is refused and the attempt logged', async () => {
  const { deps, events, settled } = setUp();
  const { status, reply } = await sendJson({ csrfToken: undefined }, deps);
  expect([status, reply.error?.fields]).toEqual([422, { csrfToken: 'Security token required' }]);
  await settled();
  expect(events).toMatchObject([{ eventType: 'csrf_attempt' }]);
});

test('R-13: above the limit the response has Retry-After', async () => {
  const limited = async (): Promise<Submission> => ({ outcome: 'limited', retryAfter: 321 });
  const { deps, events, deliverMails, settled } = setUp({ submit: limited });
  const { status, reply, headers } = await sendJson({}, deps);
  expect([status, reply.error?.code, headers.get('retry-after')]).toEqual([
    429,
    'rate_limited',
    '321',
  ]);
  await settled();
  expect(events).toMatchObject([{ eventType: 'rate_limit_exceeded' }]);
  expect(deliverMails).not.toHaveBeenCalled();
});

test('a full table is answered like a limit, and logged as critical', async () => {
  const full = async (): Promise<Submission> => ({
    ...{ outcome: 'limited', retryAfter: 3600, isFull: true },
  });
  const { deps, events, settled } = setUp({ submit: full });
  const { status, headers } = await sendJson({}, deps);
  expect([status, headers.get('retry-after')]).toEqual([429, '3600']);
  await settled();
  expect(events).toMatchObject([{ eventType: 'contact_service_error', severity: 'high' }]);
});

test('only our own tickets are passed on, expired ones included', async () => {
  const { deps, stored } = setUp();
  const good = await issueTicket(key, NOW - 60_000);
  const expired = await issueTicket(key, NOW - TICKET_LIFETIME_MS - 1);
  const fast = await issueTicket(key, NOW);
  for (const ticket of [good, expired, fast, `${good.slice(0, -1)}x`, '']) {
    await sendJson({ ticket }, deps);
  }
  expect(stored.map(({ ticket }) => ticket)).toEqual([good, expired, null, null, null]);
});

test('an enquiry quarantined by the database is logged with its reason, and gets the success message', async () => {
  const aside = async (): Promise<Submission> => ({
    ...{ outcome: 'kept', id: ID, number: 1042, stored: true, reasons: ['over-limit'] },
  });
  const { deps, events, settled } = setUp({ submit: aside });
  expect((await sendJson({}, deps)).status).toBe(200);
  await settled();
  expect(events).toMatchObject([
    { eventType: 'suspicious_activity', metadata: { reasons: ['over-limit'] } },
  ]);
});

test('CONTACT-23, CONTACT-24: an unreachable database gets our message, not its own', async () => {
  const away = () => Promise.reject(new Error('password authentication failed for user postgres'));
  const { deps, events, logError, settled } = setUp({ submit: away });
  const { status, reply } = await sendJson({}, deps);
  expect([status, reply]).toEqual([
    500,
    { data: null, error: { code: 'failed', message: 'Failed to send message. Please try again.' } },
  ]);
  expect(logError).toHaveBeenCalledWith(expect.objectContaining({ message: expect.any(String) }));
  await settled();
  expect(events).toMatchObject([{ eventType: 'contact_service_error', severity: 'high' }]);
});

test('R-13: failed mails are retried with a secret key only', async () => {
  const { deps, deliverMails } = setUp();
  const others: Record<string, string>[] = [
    {},
    { apikey: 'public-key' },
    { authorization: 'Bearer service-key' },
  ];
  for (const headers of others) {
    expect((await send(post(null, headers, '/retry'), deps)).status).toBe(401);
  }
  expect(deliverMails).not.toHaveBeenCalled();
  const request = post(null, { apikey: 'service-key', origin: '' }, '/retry');
  const response = await handleEnquiry(request, deps);
  expect([response.status, await response.json()]).toEqual([
    200,
    { data: { sent: 1, failed: 0 }, error: null },
  ]);
});

const check = (deps: EnquiryDeps) =>
  handleEnquiry(post(null, { apikey: 'service-key', origin: '' }, '/check'), deps);

test('the check sends an enquiry of its own through the form, the ticket and the store', async () => {
  const { deps, stored, problems, events, deliverMails, settled } = setUp();
  expect((await send(post(null, { apikey: 'public-key' }, '/check'), deps)).status).toBe(401);
  const response = await check(deps);
  expect([response.status, await response.json()]).toEqual([
    200,
    { data: { problem: null }, error: null },
  ]);
  expect(stored).toMatchObject([
    {
      enquiry: { service: 'other', wantsReceipt: false },
      ...{ isQuarantined: false, isCheck: true, ticket: expect.any(String) },
    },
  ]);
  await settled();
  expect([problems, events]).toEqual([[null], []]);
  expect(deliverMails).toHaveBeenCalledTimes(1);
});

const kept: Extract<Submission, { outcome: 'kept' }> = {
  ...{ outcome: 'kept', id: ID, number: 1042, stored: true, reasons: [] },
};

test.for<[string, Partial<EnquiryDeps>]>([
  ['out of order', { submit: async () => Promise.reject({ message: 'out of order' }) }],
  ['out of order', { issueTicket: async () => Promise.reject(new Error('out of order')) }],
  ['forged-ticket', { findTicketProblem: async () => 'forged-ticket' }],
  ['no such column', { submit: async () => ({ ...kept, agencyProblem: 'no such column' }) }],
  ["'Other' is not offered", { submit: async () => ({ outcome: 'not-offered' }) }],
  ['is full', { submit: async () => ({ outcome: 'limited', retryAfter: 1, isFull: true }) }],
  ['Too many', { submit: async () => ({ outcome: 'limited', retryAfter: 1 }) }],
])('a check that is not taken has a problem: %s', async ([words, broken]) => {
  const { deps, problems } = setUp(broken);
  expect((await check(deps)).status).toBe(200);
  expect(problems).toEqual([expect.stringContaining(words)]);
});

test('an enquiry is taken although the services of the agency could not be stored; the log says so', async () => {
  const { deps, events, settled } = setUp({
    submit: async () => ({ ...kept, agencyProblem: 'a service twice' }),
  });
  expect((await sendJson({}, deps)).status).toBe(200);
  await settled();
  expect(events[0]).toMatchObject({
    ...{ eventType: 'contact_service_error', severity: 'high' },
    metadata: { reason: 'a service twice' },
  });
});

const HOSTILE: unknown[] = [
  ...["'; drop table enquiries; --", '" or 1=1 --', '{{7*7}}', '${7*7}', '../../etc/passwd'],
  ...[
    '\u0000',
    'a\u0000b',
    '\ud800',
    'x\udfffy',
    '\u202eevil',
    '\u200b\u200b\u200b',
    '\uffff',
    '𝕏'.repeat(60),
  ],
  ...[
    'a\r\nBcc: all@visitor.example',
    'a%0d%0aBcc:x@y.example',
    '=cmd|calc',
    '<img src=x onerror=alert(1)>',
  ],
  ...['e\u0301'.repeat(600), 'Z' + '\u0310'.repeat(400), 'x'.repeat(20_000), '(('.repeat(500)],
  ...[null, true, 0, -1, 1e308, [], ['a', 'b'], [[]], {}, { toString: 'x' }, { length: 5 }],
];

test.for(['name', 'email', 'subject', 'message', 'phone', 'service', 'firstName', 'lastName'])(
  'any value of %s is refused or stored as text',
  async (field) => {
    const { deps, stored, logError } = setUp();
    for (const value of HOSTILE) {
      const { status } = await sendJson({ [field]: value }, deps);
      expect([value, status]).toEqual([
        value,
        expect.toSatisfy((code) => [200, 413, 422].includes(code)),
      ]);
    }
    for (const row of stored) {
      const text = JSON.stringify(row.enquiry);
      expect(text).not.toMatch(/\\u0000|\\ud[89a-f]/);
      expect(`${row.enquiry.name}${row.enquiry.subject}${row.enquiry.email}`).not.toMatch(/[\r\n]/);
    }
    expect(logError).not.toHaveBeenCalled();
  },
);

test.for([
  'csrfToken',
  'submissionId',
  'ticket',
  'wantsReceipt',
  'startedFrom',
  '__proto__',
  'constructor',
])('any value of %s causes no server error', async (field) => {
  const { deps, logError } = setUp();
  for (const value of HOSTILE) {
    const { status } = await sendJson({ [field]: value }, deps);
    expect([value, status]).toEqual([value, expect.toSatisfy((code) => [200, 422].includes(code))]);
  }
  expect(logError).not.toHaveBeenCalled();
});
