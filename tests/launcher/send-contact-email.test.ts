import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createCsrfToken } from '@contracts/enquiry-fields';
import { createFunctionsHost } from '../../scripts/lib/functions-host.ts';
import { startMailbox } from '../../scripts/lib/mailbox.ts';
import { freePort } from '../../scripts/lib/ports.ts';
import { deleteWorkspace } from '../../scripts/lib/workspace.ts';
import { deriveKey } from '../../supabase/functions/_shared/keyed-hash';
import { issueTicket } from '../../supabase/functions/_shared/form-ticket';
import { readKeys, request, startSeededSite, stopSite, type Site } from './site';
import { AGENCY, SERVICES } from '@contracts/agency';

// The real function: Deno, Postgres, the mailbox and the site's own origin in front.
const name = `launcher-enquiries-${process.pid}`;
const PATH = '/functions/v1/send-contact-email';
let site: Site;
let secretKey: string;

beforeAll(async () => {
  site = await startSeededSite(name);
  ({ secretKey } = readKeys(name));
});

afterAll(async () => {
  await stopSite(site);
  deleteWorkspace(name);
});

async function enquiry(fields: Record<string, unknown> = {}) {
  return {
    name: 'Živka Ќосева',
    email: `${randomUUID().slice(0, 8)}@visitor.example`,
    subject: 'A website',
    message: 'We would like a new website.',
    phone: '',
    csrfToken: createCsrfToken(),
    submissionId: randomUUID(),
    // A ticket signed like the function's, a minute ago, so that the test need not wait.
    ticket: await issueTicket(await deriveKey(secretKey, 'enquiry ticket'), Date.now() - 60_000),
    ...fields,
  };
}

/** A request of the browser, each time from another address. */
async function send(body: unknown, { base = site.url, from = randomAddress() } = {}) {
  const response = await fetch(`${base}${PATH}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: site.url, 'cf-connecting-ip': from },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, headers: response.headers, ...(await response.json()) };
}

function randomAddress() {
  return `2001:db8:${randomUUID().slice(0, 4)}:${randomUUID().slice(0, 4)}::1`;
}

async function rowsOf(submissionId: string) {
  const path = `/rest/v1/enquiries?submission_id=eq.${submissionId}`;
  return (await request(site, path, { key: secretKey })).data;
}

async function mailsTo(address: string, mailboxUrl = site.mailboxUrl) {
  const { messages } = await (await fetch(`${mailboxUrl}/api/v1/messages?limit=0`)).json();
  return messages.filter((mail: { To: { Address: string }[] }) => mail.To[0]?.Address === address);
}

async function teamMailsFrom(visitor: string, mailboxUrl?: string) {
  const mails = await mailsTo(AGENCY.email, mailboxUrl);
  return mails.filter(
    (mail: { ReplyTo: { Address: string }[] }) => mail.ReplyTo[0]?.Address === visitor,
  );
}

test.each(SERVICES)(
  'FN-4, PERM-6: an enquiry for $label becomes a row and a mail',
  async ({ value }) => {
    const fields = await enquiry({ service: value });
    const { status, data, error } = await send(fields);
    expect([status, error, data.message]).toEqual([
      200,
      null,
      `Thank you for your message! We'll get back to you at ${fields.email} soon.`,
    ]);
    await vi.waitFor(
      async () => expect(await rowsOf(fields.submissionId)).toMatchObject([{ state: 'mailed' }]),
      { timeout: 10_000 },
    );
    const [row] = await rowsOf(fields.submissionId);
    expect(row).toMatchObject({
      ...{ id: data.id, name: 'Živka Ќосева', service: value, is_quarantined: false },
      ...{ receipt_state: 'none', mail_attempts: 1, next_attempt_at: null, mail_error: null },
    });
    expect(await teamMailsFrom(fields.email)).toMatchObject([
      {
        From: { Name: AGENCY.name, Address: `website@${AGENCY.email.split('@')[1]}` },
        Subject: `[#${data.number}] Enquiry from Živka Ќосева: A website`,
      },
    ]);
    expect(await mailsTo(fields.email)).toEqual([]);
  },
);

test('FN-7: twenty at once with one submissionId are one row and one mail', async () => {
  const fields = await enquiry();
  const replies = await Promise.all(Array.from({ length: 20 }, () => send(fields)));
  expect(replies.map(({ status }) => status)).toEqual(Array<number>(20).fill(200));
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  await vi.waitFor(
    async () => expect(await rowsOf(fields.submissionId)).toMatchObject([{ state: 'mailed' }]),
    { timeout: 10_000 },
  );
  await send(fields);
  expect(await teamMailsFrom(fields.email)).toHaveLength(1);
});

test('a receipt is sent to a visitor who requested one', async () => {
  const fields = await enquiry({ wantsReceipt: true });
  await send(fields);
  await vi.waitFor(async () => expect(await mailsTo(fields.email)).toHaveLength(1), {
    timeout: 10_000,
  });
  expect(await rowsOf(fields.submissionId)).toMatchObject([{ receipt_state: 'sent' }]);
});

test('VCON-19, R-13: enquiries of programs get the same response, are quarantined and not mailed', async () => {
  const given = await fetch(`${site.url}${PATH}/ticket`);
  const { ticket } = (await given.json()).data;
  const tooFast = await enquiry({ ticket, wantsReceipt: true });
  const trapped = await enquiry({ website: 'https://spam.example' });
  for (const fields of [tooFast, trapped]) {
    const { status, data } = await send(fields);
    expect([status, data.message]).toEqual([200, expect.stringContaining(fields.email)]);
  }
  const good = await enquiry();
  await send(good);
  await vi.waitFor(async () => expect(await teamMailsFrom(good.email)).toHaveLength(1), {
    timeout: 10_000,
  });
  expect(await rowsOf(tooFast.submissionId)).toMatchObject([
    { is_quarantined: true, quarantine_reasons: ['too-fast'], state: 'received' },
  ]);
  expect(await rowsOf(trapped.submissionId)).toMatchObject([
    { is_quarantined: true, quarantine_reasons: ['honeypot'], state: 'received' },
  ]);
  expect(await teamMailsFrom(tooFast.email)).toEqual([]);
  expect(await teamMailsFrom(trapped.email)).toEqual([]);
  expect(await mailsTo(tooFast.email)).toEqual([]);
});

test('R-13: the sixth enquiry of one address within ten minutes waits', async () => {
  const from = randomAddress();
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await send(await enquiry(), { from })).status).toBe(200);
  }
  const { status, error, headers } = await send(await enquiry(), { from });
  expect([status, error.code]).toEqual([429, 'rate_limited']);
  expect(Number(headers.get('retry-after'))).toBeGreaterThan(500);
  const { data } = await request(site, '/rest/v1/enquiries?select=sender_hash', { key: secretKey });
  expect(JSON.stringify(data)).not.toContain('2001');
});

test('R-13: of a burst of 500 from one address five are stored, and the site responds meanwhile', async () => {
  const from = randomAddress();
  const enquiries = await Promise.all(Array.from({ length: 500 }, () => enquiry()));
  let isOver = false;
  const readStatuses = async () => {
    const statuses = new Set<number>();
    while (!isOver) {
      statuses.add((await request(site, '/rest/v1/case_studies?select=id')).status);
    }
    return statuses;
  };
  const reading = readStatuses();
  const replies = await Promise.all(enquiries.map((fields) => send(fields, { from })));
  isOver = true;
  const { length: stored } = replies.filter(({ status }) => status === 200);
  const { length: refused } = replies.filter(({ status }) => status === 429);
  expect({ stored, refused }).toEqual({ stored: 5, refused: 495 });
  expect(await reading).toEqual(new Set([200]));
  const rows = await Promise.all(enquiries.map(({ submissionId }) => rowsOf(submissionId)));
  expect(rows.flat()).toHaveLength(5);
});

test('R-13: other origins, other types and broken bodies are refused', async () => {
  const post = async (headers: Record<string, string>, body: string) => {
    const reply = await fetch(`${site.url}${PATH}`, { method: 'POST', headers, body });
    return [reply.status, (await reply.json()).error.code];
  };
  const body = JSON.stringify(await enquiry());
  const json = { 'content-type': 'application/json' };
  const own = { ...json, origin: site.url };
  expect(await post({ ...json, origin: 'https://evil.example' }, body)).toEqual([
    403,
    'origin_not_allowed',
  ]);
  expect(await post({ ...own, 'content-type': 'text/plain' }, body)).toEqual([415, 'not_json']);
  expect(await post(own, '{"name":')).toEqual([400, 'malformed_body']);
  expect(await post(own, `{"message":"${'x'.repeat(200_000)}"}`)).toEqual([413, 'body_too_large']);
  expect(await post(own, '{}')).toEqual([422, 'invalid']);
});

const HOSTILE = [
  "Robert'); drop table public.enquiries; --",
  'Zero \u0000 in the middle of it',
  'Half a pair \ud800 of surrogates \udfff here',
  '\u202eturned around\u202c and back, twice over',
  '{{7*7}} ${7*7} <%= 7*7 %> #{7*7} *{7*7}',
  '"><img src=x onerror=alert(1)> and more',
  'Two lines\r\nBcc: everybody@visitor.example',
  `Stacked ${'Z\u0310'.repeat(200)} letters`,
  '👩‍👩‍👧‍👦'.repeat(80),
  '\uffff\ufffe\ufeff non-characters inside',
];

test('hostile texts are stored as texts and mailed to one address', async () => {
  for (const text of HOSTILE) {
    const fields = await enquiry({ message: text, subject: text.slice(0, 60) });
    const { status, error } = await send(fields);
    expect([text, status, error]).toEqual([text, 200, null]);
    await vi.waitFor(
      async () => expect(await rowsOf(fields.submissionId)).toMatchObject([{ state: 'mailed' }]),
      { timeout: 10_000 },
    );
    const mails = await teamMailsFrom(fields.email);
    expect(mails).toMatchObject([{ To: [{}], Cc: [], Bcc: [] }]);
  }
  expect(await mailsTo('everybody@visitor.example')).toEqual([]);
});

test('CONTACT-25, R-05: the server logs it without the text', async () => {
  const columns = 'event_type,description,metadata,origin,ip_address,user_id';
  const { data } = await request(site, `/rest/v1/security_events?select=${columns}`, {
    key: secretKey,
  });
  const types = data.map((row: { event_type: string }) => row.event_type);
  for (const type of [
    'contact_submission_success',
    'contact_submission_failed',
    'rate_limit_exceeded',
    'suspicious_activity',
    'csrf_attempt',
  ]) {
    expect(types).toContain(type);
  }
  expect(data).toMatchObject(data.map(() => ({ origin: 'server', ip_address: null })));
  expect(JSON.stringify(data)).not.toContain('visitor.example');
});

test('R-13: with an unreachable mail server the enquiry succeeds, and the mail is sent later', async () => {
  const smtpPort = await freePort();
  const host = createFunctionsHost({
    log: () => undefined,
    env: {
      SUPABASE_URL: site.url,
      SUPABASE_ANON_KEY: readKeys(name).publishableKey,
      SUPABASE_SERVICE_ROLE_KEY: secretKey,
      ALLOWED_ORIGINS: site.url,
      SMTP_HOST: '127.0.0.1',
      SMTP_PORT: String(smtpPort),
      MAIL_FROM: 'Cumulus & Craft <website@cumulusandcraft.example>',
      TEAM_EMAIL: 'hello@cumulusandcraft.example',
    },
  });
  const server = createServer((incoming, reply) => void host.handle(incoming, reply));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    host.close();
    server.closeAllConnections();
    server.close();
  });
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const fields = await enquiry();
  expect((await send(fields, { base })).status).toBe(200);
  await vi.waitFor(
    async () => expect(await rowsOf(fields.submissionId)).toMatchObject([{ state: 'failed' }]),
    { timeout: 10_000 },
  );
  const [failed] = await rowsOf(fields.submissionId);
  expect(failed).toMatchObject({ mail_attempts: 1, mail_error: expect.stringMatching(/refused/) });
  expect(failed.next_attempt_at).not.toBeNull();

  const { httpPort, close } = await startMailbox({ httpPort: 0, smtpPort });
  onTestFinished(close);
  await request(site, `/rest/v1/enquiries?id=eq.${failed.id}`, {
    method: 'PATCH',
    key: secretKey,
    body: { next_attempt_at: '2001-01-01' },
  });
  const retry = (token: string) =>
    fetch(`${base}${PATH}/retry`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
    });
  expect((await retry(readKeys(name).publishableKey)).status).toBe(401);
  expect(await (await retry(secretKey)).json()).toEqual({
    data: { sent: 1, failed: 0 },
    error: null,
  });
  expect(await teamMailsFrom(fields.email, `http://127.0.0.1:${httpPort}`)).toHaveLength(1);
  expect(await rowsOf(fields.submissionId)).toMatchObject([
    { state: 'mailed', mail_error: null, mail_attempts: 2, next_attempt_at: null },
  ]);
});
