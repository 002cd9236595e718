import { randomUUID } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { createCsrfToken } from '@contracts/enquiry-fields';
import { createFunctionsHost } from '../../scripts/lib/local/functions-host.ts';
import { startMailbox } from '../../scripts/lib/local/mailbox.ts';
import { freePort } from '../../scripts/lib/ports.ts';
import { deleteWorkspace, functionKeys } from '../../scripts/lib/local/workspace.ts';
import { deriveKeys } from '../../supabase/functions/_shared/keyed-hash';
import { issueTicket } from '../../supabase/functions/_shared/form-ticket';
import { readKeys, request, startSeededSite, stopSite, type Site } from './site';
import { AGENCY } from '@contracts/agency';

// The real function: Deno, Postgres, the mailbox and the site's own origin in front. What it refuses or quarantines is
// tested in tests/functions and tests/database.
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
    ticket: await issueTicket(
      await deriveKeys([readKeys(name).jwtSecret], 'enquiry ticket'),
      Date.now() - 60_000,
    ),
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

test('FN-4, FN-7, PERM-6: an enquiry, sent many times at once, becomes a row, a mail and a receipt', async () => {
  const fields = await enquiry({ service: 'web-development', wantsReceipt: true });
  const replies = await Promise.all(Array.from({ length: 10 }, () => send(fields)));
  for (const { status, data, error } of replies) {
    expect([status, error, data.message]).toEqual([
      200,
      null,
      `Thank you for your message! We'll get back to you at ${fields.email} soon.`,
    ]);
  }
  await vi.waitFor(async () => expect(await mailsTo(fields.email)).toHaveLength(1), {
    timeout: 60_000,
  });
  const { data } = await send(fields);
  expect(await rowsOf(fields.submissionId)).toMatchObject([
    {
      ...{ id: data.id, name: 'Živka Ќосева', service: 'web-development', is_quarantined: false },
      ...{ state: 'mailed', receipt_state: 'sent' },
    },
  ]);
  expect(await teamMailsFrom(fields.email)).toMatchObject([
    {
      From: { Name: AGENCY.name, Address: `website@${AGENCY.email.split('@')[1]}` },
      Subject: `[#${data.number}] Enquiry from Živka Ќосева: A website`,
    },
  ]);
});

// Before the burst, because a function of the site that still sends mails would send this one too.
test('R-13: with an unreachable mail server the enquiry succeeds, and the mail is sent later', async () => {
  const smtpPort = await freePort();
  const host = createFunctionsHost({
    log: () => undefined,
    env: {
      SUPABASE_URL: site.url,
      ...functionKeys(readKeys(name)),
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
    { timeout: 60_000 },
  );
  const [failed] = await rowsOf(fields.submissionId);
  const health = await request(site, '/rest/v1/rpc/site_health', {
    ...{ method: 'POST', key: secretKey, body: {} },
  });
  expect(health.data.failed_mails).toEqual([
    { kind: 'enquiry-arrived', error: expect.stringMatching(/refused/), mails: 1 },
  ]);

  const { httpPort, close } = await startMailbox({ httpPort: 0, smtpPort });
  onTestFinished(close);
  await request(site, '/rest/v1/rpc/retry_mails', {
    ...{ method: 'POST', key: secretKey, body: { about: failed.id } },
  });
  const retry = (apikey: string) =>
    fetch(`${base}${PATH}/retry`, {
      method: 'POST',
      headers: { apikey },
    });
  expect((await retry(readKeys(name).publishableKey)).status).toBe(401);
  expect(await (await retry(secretKey)).json()).toEqual({
    data: { sent: 1, failed: 0 },
    error: null,
  });
  expect(await teamMailsFrom(fields.email, `http://127.0.0.1:${httpPort}`)).toHaveLength(1);
  expect(await rowsOf(fields.submissionId)).toMatchObject([{ state: 'mailed' }]);
});

test('R-13: of a burst of 50 from one address five are stored, without the address, and the site responds meanwhile', async () => {
  const from = randomAddress();
  const enquiries = await Promise.all(Array.from({ length: 50 }, () => enquiry()));
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
  const refused = replies.filter(({ status }) => status === 429);
  expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
  expect(refused).toHaveLength(45);
  expect(refused[0]?.error.code).toBe('rate_limited');
  expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(500);
  expect(await reading).toEqual(new Set([200]));
  const rows = await Promise.all(enquiries.map(({ submissionId }) => rowsOf(submissionId)));
  expect(rows.flat()).toHaveLength(5);
  expect(JSON.stringify(rows)).not.toContain('2001');
});
