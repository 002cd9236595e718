import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import { asService } from './backend';

/** Stores an enquiry with the call of the function, by default each from another sender. */
export async function storeEnquiry(fields: Record<string, unknown> = {}) {
  const { data } = await asService('POST', '/rest/v1/rpc/submit_enquiry', {
    enquiry: {
      submission_id: randomUUID(),
      name: 'Ada Lovelace',
      email: `${randomUUID().slice(0, 8)}@visitor.example`,
      message: 'We would like a new website.',
      ...fields,
    },
    sender: { hash: randomUUID() },
    ticket: randomUUID(),
    recipient: { mailbox: randomUUID(), domain: null },
  });
  expect(data).toMatchObject({ outcome: 'stored' });
  return { id: String(data.id), number: Number(data.number) };
}
