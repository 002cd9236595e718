import { expect, test, vi } from 'vitest';
import { NEWSLETTER_CONSENT } from '../../../supabase/functions/_shared/contracts/newsletter-fields.ts';
import { findTicketProblem, issueTicket } from '../../../supabase/functions/_shared/form-ticket.ts';
import type { FunctionEvent } from '../../../supabase/functions/_shared/function-events.ts';
import { deriveKeys } from '../../../supabase/functions/_shared/keyed-hash.ts';
import {
  handleNewsletter,
  type NewsletterDeps,
} from '../../../supabase/functions/newsletter/handler.ts';
import {
  issueLinkToken,
  readLinkToken,
} from '../../../supabase/functions/_shared/newsletter-links.ts';

const ADDRESS = 'https://functions.example/newsletter';
const SITE = 'https://site.example';
const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const NOW = Date.parse('2026-11-20T09:00:00Z');
const ticketKey = await deriveKeys(['a secret'], 'newsletter ticket');
const linkKey = await deriveKeys(['a secret'], 'newsletter link');
const ticket = await issueTicket(ticketKey, NOW - 60_000);
const confirmToken = await issueLinkToken(linkKey, 'confirm', ID);
const leaveToken = await issueLinkToken(linkKey, 'unsubscribe', ID);

function setUp(overrides: Partial<NewsletterDeps> = {}) {
  const events: FunctionEvent[] = [];
  const work: Promise<unknown>[] = [];
  const logError = vi.fn();
  const deps = {
    allowedOrigins: new Set([SITE]),
    siteUrl: SITE,
    issueTicket: () => issueTicket(ticketKey, NOW),
    findTicketProblem: (text: string) => findTicketProblem(ticketKey, text, NOW),
    readToken: (purpose: 'confirm' | 'unsubscribe', token: string) =>
      readLinkToken(linkKey, purpose, token),
    subscribe: vi.fn<NewsletterDeps['subscribe']>(async () => ({ outcome: 'accepted' })),
    confirm: vi.fn(async () => true),
    unsubscribe: vi.fn(async () => undefined),
    deliverMails: vi.fn(async () => undefined),
    afterwards: (task: () => Promise<unknown>) => {
      work.push(task().catch(logError));
    },
    logEvent: async (event: FunctionEvent) => {
      events.push(event);
    },
    logError,
    ...overrides,
  };
  return { deps, events, logError, settled: () => Promise.all(work) };
}

function post(path: string, body: BodyInit | null, headers: Record<string, string> = {}): Request {
  return new Request(`${ADDRESS}${path}`, {
    method: 'POST',
    body,
    headers: { 'content-type': 'application/json', origin: SITE, 'user-agent': 'test', ...headers },
  });
}

async function send(request: Request, deps: NewsletterDeps) {
  const response = await handleNewsletter(request, deps);
  return { status: response.status, headers: response.headers, body: await response.json() };
}

const subscribe = (
  fields: Record<string, unknown>,
  deps: NewsletterDeps,
  headers?: Record<string, string>,
) => {
  const body = { email: 'ada@reader.example', website: '', ticket, ...fields };
  return send(post('/subscribe', JSON.stringify(body), headers), deps);
};

const oneClick = (token: string, body: BodyInit, type?: string) =>
  new Request(`${ADDRESS}/unsubscribe?token=${token}`, {
    method: 'POST',
    body,
    ...(type !== undefined && { headers: { 'content-type': type } }),
  });

test('R-10: an email is stored with the consent text, and mailed afterwards', async () => {
  const { deps, events, settled } = setUp();
  const { status, body } = await subscribe({ email: ' Ada@Reader.Example ' }, deps);
  expect([status, body]).toEqual([
    202,
    { data: { message: expect.stringMatching(/^Check your inbox:/) }, error: null },
  ]);
  const { email, consent } = vi.mocked(deps.subscribe).mock.calls[0]?.[0] ?? {};
  expect([email, consent]).toEqual(['ada@reader.example', NEWSLETTER_CONSENT]);
  await settled();
  expect(deps.deliverMails).toHaveBeenCalledOnce();
  expect(events).toEqual([]);
});

test('R-10: the response does not wait for the mail, and a failing mail does not fail it', async () => {
  const waiting = setUp({ deliverMails: () => new Promise(() => undefined) });
  expect((await subscribe({}, waiting.deps)).status).toBe(202);
  const broken = setUp({ deliverMails: () => Promise.reject(new Error('refused')) });
  expect((await subscribe({}, broken.deps)).status).toBe(202);
  await broken.settled();
  expect(broken.logError).toHaveBeenCalledOnce();
});

test.for([
  ['no address', undefined],
  ['an empty one', ''],
  ['no address of a mailbox', 'ada'],
  ['a header of its own', 'ada@reader.example\r\nBcc: all@reader.example'],
  ['two addresses', 'ada@reader.example, ben@reader.example'],
  ['a name around it', 'Ada <ada@reader.example>'],
  ['markup', '<b>@reader.example'],
  ['one that is too long', `${'a'.repeat(250)}@reader.example`],
  ['a list', ['ada@reader.example']],
] as const)('R-10: %s is a field error', async ([, email]) => {
  const { deps } = setUp();
  const { status, body } = await subscribe({ email }, deps);
  expect([status, body.error.code]).toEqual([422, 'invalid']);
  expect(body.error.fields.email).toEqual(expect.any(String));
  expect(deps.subscribe).not.toHaveBeenCalled();
});

test('a filled honeypot gets the usual response and nothing is stored', async () => {
  const { deps, events, settled } = setUp();
  const honest = await subscribe({}, setUp().deps);
  const trapped = await subscribe({ website: 'https://spam.example' }, deps);
  expect([trapped.status, trapped.body]).toEqual([honest.status, honest.body]);
  await settled();
  expect(deps.subscribe).not.toHaveBeenCalled();
  expect(deps.deliverMails).not.toHaveBeenCalled();
  expect(events).toMatchObject([{ eventType: 'suspicious_activity' }]);
});

test.for([
  ['none', ''],
  ['a number', 5],
  ['a forged one', `${NOW - 60_000}.${ID}.${'0'.repeat(64)}`],
  ['one of a second ago', await issueTicket(ticketKey, NOW - 1000)],
] as const)('a form with %s for a ticket is refused with a message', async ([, given]) => {
  const { deps } = setUp();
  const { status, body } = await subscribe({ ticket: given }, deps);
  expect([status, body.error.code]).toEqual([422, 'ticket_refused']);
  expect(deps.subscribe).not.toHaveBeenCalled();
});

test('a ticket of two days ago is accepted', async () => {
  const { deps } = setUp();
  const old = await issueTicket(ticketKey, NOW - 48 * 3_600_000);
  expect((await subscribe({ ticket: old }, deps)).status).toBe(202);
});

test('R-10: too many requests are limited, and logged without an email', async () => {
  const { deps, events, settled } = setUp({
    subscribe: async () => ({ outcome: 'limited', retryAfter: 512, isFull: false }),
  });
  const { status, headers } = await subscribe({}, deps);
  expect([status, headers.get('retry-after')]).toEqual([429, '512']);
  await settled();
  expect(events).toMatchObject([{ eventType: 'rate_limit_exceeded', userAgent: 'test' }]);
  expect(JSON.stringify(events)).not.toContain('reader.example');
});

test('a ticket used for another email is refused with a message, a full list is logged as critical', async () => {
  const used = setUp({ subscribe: async () => ({ outcome: 'ticket-refused' }) });
  const refused = await subscribe({}, used.deps);
  expect([refused.status, refused.body.error.code]).toEqual([422, 'ticket_refused']);
  const full = setUp({
    subscribe: async () => ({ outcome: 'limited', retryAfter: 3600, isFull: true }),
  });
  expect((await subscribe({}, full.deps)).status).toBe(429);
  await Promise.all([used.settled(), full.settled()]);
  expect(used.events).toMatchObject([{ metadata: { reasons: ['used-ticket'] } }]);
  expect(full.events).toMatchObject([{ eventType: 'application_error', severity: 'high' }]);
});

test('forms of other origins are refused, our own behind a proxy is not', async () => {
  const { deps, events, settled } = setUp();
  const foreign = await subscribe({}, deps, { origin: 'https://evil.example' });
  expect([foreign.status, foreign.body.error.code]).toEqual([403, 'origin_not_allowed']);
  await settled();
  expect(events).toMatchObject([{ eventType: 'csrf_attempt' }]);
  const own = { origin: 'https://renamed.example', 'sec-fetch-site': 'same-origin' };
  expect((await subscribe({}, deps, own)).status).toBe(202);
});

const JSON_PATHS = ['/subscribe', '/confirm', '/unsubscribe'];

test.for(JSON_PATHS)('%s accepts a small JSON object only', async (path) => {
  const { deps } = setUp();
  const statusOf = async (...args: [BodyInit, Record<string, string>?]) =>
    (await send(post(path, ...args), deps)).status;
  expect(await statusOf('token=1', { 'content-type': 'text/plain' })).toBe(415);
  expect(await statusOf('token=1', { 'content-type': 'application/x-www-form-urlencoded' })).toBe(
    415,
  );
  expect(await statusOf(`{"token":"${'a'.repeat(5000)}"}`)).toBe(413);
  expect(await statusOf('{"token"')).toBe(400);
  expect(await statusOf('[]')).toBe(400);
  expect(await statusOf('null')).toBe(400);
  expect(await statusOf(new Uint8Array([0x7b, 0xff, 0x7d]))).toBe(400);
  expect(await statusOf('{}')).toBe(422);
});

test.for([
  ['GET', '/subscribe', 405],
  ['GET', '/confirm', 405],
  ['POST', '/ticket', 405],
  ['DELETE', '/unsubscribe', 405],
  ['GET', '', 404],
  ['POST', '/', 404],
  ['POST', '/subscribe/more', 404],
  ['GET', '/ticketx', 404],
] as const)('%s %s is answered with %i', async ([method, path, expected]) => {
  const { deps } = setUp();
  const { status, body } = await send(new Request(`${ADDRESS}${path}`, { method }), deps);
  expect(status).toBe(expected);
  expect(body.error.message).toEqual(expect.any(String));
});

test('R-10: confirming requires a POST, since mail scanners open links', async () => {
  const { deps, settled } = setUp();
  const opened = new Request(`${ADDRESS}/confirm?token=${confirmToken}`);
  expect((await send(opened, deps)).status).toBe(405);
  expect(deps.confirm).not.toHaveBeenCalled();
  const body = JSON.stringify({ token: confirmToken });
  expect((await send(post('/confirm', body), deps)).status).toBe(200);
  expect((await send(post('/confirm', body), deps)).status).toBe(200);
  expect(deps.confirm).toHaveBeenCalledWith(ID);
  await settled();
  expect(deps.deliverMails).toHaveBeenCalled();
});

test('R-10: an expired link gets its message', async () => {
  const { deps } = setUp({ confirm: async () => false });
  const { status, body } = await send(
    post('/confirm', JSON.stringify({ token: confirmToken })),
    deps,
  );
  expect([status, body.error]).toEqual([
    410,
    { code: 'link_over', message: 'This link no longer works' },
  ]);
});

test.for([
  ['of the other kind', leaveToken],
  ['for another subscriber', confirmToken.replace('8f14', '8f15')],
  ['cut short', confirmToken.slice(0, -1)],
  ['of nothing', ''],
  ['of a list', [confirmToken]],
] as const)('a token %s confirms no subscriber', async ([, token]) => {
  const { deps } = setUp();
  const { status, body } = await send(post('/confirm', JSON.stringify({ token })), deps);
  expect([status, body.error.code]).toEqual([422, 'link_invalid']);
  expect(deps.confirm).not.toHaveBeenCalled();
});

test('R-10: unsubscribing from the page can be repeated', async () => {
  const { deps } = setUp();
  const body = JSON.stringify({ token: leaveToken });
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await send(post('/unsubscribe', body), deps)).status).toBe(200);
  }
  expect(deps.unsubscribe).toHaveBeenCalledWith(ID);
  const forged = JSON.stringify({ token: confirmToken });
  expect((await send(post('/unsubscribe', forged), deps)).status).toBe(422);
  expect(deps.unsubscribe).toHaveBeenCalledTimes(2);
});

test('R-10: one click in a mail program is enough, in either encoding, without an origin', async () => {
  const { deps } = setUp();
  const urlencoded = oneClick(leaveToken, new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }));
  const form = new FormData();
  form.set('List-Unsubscribe', 'One-Click');
  expect((await send(urlencoded, deps)).status).toBe(200);
  expect((await send(oneClick(leaveToken, form), deps)).status).toBe(200);
  expect(deps.unsubscribe).toHaveBeenCalledTimes(2);
});

test.for([
  ['JSON', '{"List-Unsubscribe":"One-Click"}', 'application/json', 415],
  ['plain text', 'List-Unsubscribe=One-Click', 'text/plain', 415],
  ['another form', 'a=b', 'application/x-www-form-urlencoded', 415],
  [
    'a long form',
    `List-Unsubscribe=One-Click&a=${'a'.repeat(5000)}`,
    'application/x-www-form-urlencoded',
    413,
  ],
] as const)('one click as %s is refused', async ([, body, type, expected]) => {
  const { deps } = setUp();
  expect((await send(oneClick(leaveToken, body, type), deps)).status).toBe(expected);
  expect(deps.unsubscribe).not.toHaveBeenCalled();
});

test.for(['GET', 'HEAD'])(
  'R-10: %s on the link redirects to the page and changes nothing',
  async (method) => {
    const { deps } = setUp();
    const reply = await handleNewsletter(
      new Request(`${ADDRESS}/unsubscribe?token=${leaveToken}`, { method }),
      deps,
    );
    expect([reply.status, reply.headers.get('location')]).toEqual([
      303,
      `${SITE}/newsletter/unsubscribe#token=${leaveToken}`,
    ]);
    expect(deps.unsubscribe).not.toHaveBeenCalled();
  },
);

test('no token redirects to another site', async () => {
  const { deps } = setUp();
  const token = encodeURIComponent('\r\nlocation: https://evil.example');
  const reply = await handleNewsletter(new Request(`${ADDRESS}/unsubscribe?token=${token}`), deps);
  expect(reply.headers.get('location')).toBe(
    `${SITE}/newsletter/unsubscribe#token=%0D%0Alocation%3A%20https%3A%2F%2Fevil.example`,
  );
});

test('the form gets a ticket, and failed mails are tried again', async () => {
  const { deps } = setUp();
  const { status, body } = await send(new Request(`${ADDRESS}/ticket`), deps);
  expect(status).toBe(200);
  expect(await findTicketProblem(ticketKey, body.data.ticket, NOW + 3000)).toBeNull();
  expect(deps.deliverMails).toHaveBeenCalledOnce();
});

test('an internal error is logged and not returned', async () => {
  const secret = 'duplicate key value for ada@reader.example';
  const { deps, events, logError, settled } = setUp({
    subscribe: () => Promise.reject(new Error(secret)),
  });
  const { status, body } = await subscribe({}, deps);
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('duplicate');
  await settled();
  expect(logError).toHaveBeenCalledOnce();
  expect(events).toMatchObject([{ eventType: 'application_error', severity: 'high' }]);
});
