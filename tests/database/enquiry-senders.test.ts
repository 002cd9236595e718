import { randomUUID } from 'node:crypto';
import { expect, inject, test } from 'vitest';
import { createCsrfToken } from '@contracts/enquiry-fields';
import { issueTicket } from '../../supabase/functions/_shared/form-ticket.ts';
import { deriveKey } from '../../supabase/functions/_shared/keyed-hash.ts';

const SITE = 'http://localhost:5173';

/** As the edge of the hosted platform hands it on: with the address it saw, and what the caller claimed. */
async function send(seen: string, claimed: string) {
  const { url, secretKey } = inject('backend');
  const ticketKey = await deriveKey(secretKey, 'enquiry ticket');
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
      // As the function would have signed it a minute ago.
      ticket: await issueTicket(ticketKey, Date.now() - 60_000),
    }),
  });
}

test('R-13: claiming another address each time gets nobody past the limit of their own', async () => {
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
