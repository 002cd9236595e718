import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createCsrfToken } from '@contracts/enquiry-fields';
import { issueTicket } from '../../supabase/functions/_shared/form-ticket.ts';
import { deriveKeys } from '../../supabase/functions/_shared/keyed-hash.ts';
import { asService, backend } from '../support/backend';
import { emptyOutbox } from '../support/outbox';

beforeAll(emptyOutbox);
afterAll(emptyOutbox);

const SITE = 'http://localhost:5173';

/** A ticket signed like the function's, a minute ago. */
async function ticketOfAMinuteAgo() {
  const key = await deriveKeys([backend.jwtSecret], 'enquiry ticket');
  return issueTicket(key, Date.now() - 60_000);
}

/** A request behind the edge of the hosted platform: with the real address, and the one the caller claimed. */
async function send(seen: string, claimed: string, fields: Record<string, unknown> = {}) {
  const { url } = backend;
  return fetch(`${url}/functions/v1/send-contact-email`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: SITE,
      'cf-connecting-ip': seen,
      'x-forwarded-for': `${claimed}, ${seen}`,
    },
    body: JSON.stringify({
      name: 'Ada Lovelace',
      email: `${randomUUID().slice(0, 8)}@visitor.example`,
      subject: 'A website',
      message: 'We would like a new website.',
      phone: '',
      csrfToken: createCsrfToken(),
      submissionId: randomUUID(),
      ticket: await ticketOfAMinuteAgo(),
      ...fields,
    }),
  });
}

test('R-13: claiming another address each time does not bypass the limit', async () => {
  const statuses: number[] = [];
  for (let turn = 1; turn <= 6; turn += 1) {
    statuses.push((await send('203.0.113.9', `198.51.100.${turn}`)).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 200, 429]);
  const limited = await send('203.0.113.9', '198.51.100.99');
  expect(Number(limited.headers.get('retry-after'))).toBeGreaterThan(0);
  expect(limited.headers.get('access-control-expose-headers')).toContain('retry-after');
  expect((await send('203.0.113.10', '198.51.100.1')).status).toBe(200);
}, 60_000);

test('R-13: addresses of one network /48 share a limit, another network has its own', async () => {
  const statuses: number[] = [];
  for (let turn = 1; turn <= 21; turn += 1) {
    statuses.push((await send(`2001:db8:77:${turn}::1`, 'x')).status);
  }
  expect(statuses).toEqual([...Array<number>(20).fill(200), 429]);
  expect((await send('2001:db8:78:1::1', 'x')).status).toBe(200);
}, 60_000);

test('R-13: one ticket sends one enquiry, repeated after each lost response', async () => {
  const ticket = await ticketOfAMinuteAgo();
  const submissionId = randomUUID();
  const first = await send('203.0.113.20', 'x', { ticket, submissionId });
  const again = await send('203.0.113.20', 'x', { ticket, submissionId });
  const idOf = async (reply: Response) => (await reply.json()).data.id;
  expect(await idOf(again)).toBe(await idOf(first));

  const replayed = await idOf(await send('203.0.113.20', 'x', { ticket }));
  const row = await asService('GET', `/rest/v1/enquiries?id=eq.${replayed}`);
  expect(row.data).toMatchObject([{ is_quarantined: true, quarantine_reasons: ['used-ticket'] }]);
}, 60_000);
