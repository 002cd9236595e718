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

export const PDF = new TextEncoder().encode('%PDF-1.4 plan');

/** Stores a file with an enquiry or one of its messages, as the functions do. */
export async function storeFile(enquiryId: string, messageId: string | null = null) {
  const id = randomUUID();
  const type = 'application/pdf';
  const stored = await asService('POST', `/storage/v1/object/enquiry-files/${id}`, PDF, {
    'content-type': type,
  });
  expect(stored.status).toBe(200);
  const { data } = await asService('POST', '/rest/v1/rpc/add_enquiry_file', {
    enquiry_id: enquiryId,
    message_id: messageId,
    file: { id, type, name: 'plan.pdf', byte_size: PDF.length },
  });
  expect(data).toBe('stored');
  return id;
}
