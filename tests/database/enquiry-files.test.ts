import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { DOCUMENT_MAX_BYTES, ENQUIRY_FILES_MAX } from '@contracts/document';
import { asService, backend, call, createAudiences, rpc, type Caller } from '../support/backend';
import { PDF, storeEnquiry, storeFile } from '../support/enquiries';

// Files with enquiries and mails: who sends, who reads, and that they go with the enquiry.

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const OBJECT = '/storage/v1/object';

/** As the contact form sends it. */
async function attach(
  submission: string,
  { name = 'plan.pdf', bytes = PDF }: { name?: string; bytes?: Uint8Array<ArrayBuffer> } = {},
) {
  const body = new FormData();
  body.append('file', new File([bytes], name, { type: 'application/pdf' }));
  const { url, publishableKey } = backend;
  const response = await fetch(
    `${url}/functions/v1/send-contact-email/file?submission=${submission}`,
    {
      method: 'POST',
      headers: { apikey: publishableKey, origin: 'http://localhost:5173' },
      body,
    },
  );
  return [response.status, (await response.json()).error?.message];
}

const rowsOf = async (who: Caller, enquiryId: string) => {
  const { data } = await call(who, 'GET', `/rest/v1/enquiry_files?enquiry_id=eq.${enquiryId}`);
  return Array.isArray(data) ? data : [];
};
const sign = (who: Caller, id: string, expiresIn = 60) =>
  call(who, 'POST', `${OBJECT}/sign/enquiry-files/${id}`, { expiresIn });
const open = async (signedURL: string) =>
  (await fetch(`${backend.url}/storage/v1${signedURL}`)).status;

test('R-58: a visitor adds three files to the enquiry just sent, each once; staff read them', async () => {
  const submission_id = randomUUID();
  const { id } = await storeEnquiry({ submission_id });
  expect(await attach(submission_id)).toEqual([200, undefined]);
  expect(await attach(submission_id)).toEqual([200, undefined]);
  const other = new TextEncoder().encode('%PDF-1.4 another');
  expect(await attach(submission_id, { bytes: other })).toEqual([200, undefined]);
  expect(await attach(submission_id, { name: 'draft.pdf' })).toEqual([200, undefined]);
  expect(await attach(submission_id, { name: 'more.pdf' })).toEqual([
    ...[404, 'It came too late for this message, or was the fourth file'],
  ]);
  const rows = await rowsOf(people.editor, id);
  expect(rows).toHaveLength(ENQUIRY_FILES_MAX);
  expect(rows[0]).toMatchObject({
    ...{ name: 'plan.pdf', type: 'application/pdf', byte_size: PDF.length, message_id: null },
  });
  const { data } = await sign(people.editor, rows[0].id);
  const answer = await fetch(`${backend.url}/storage/v1${data.signedURL}&download=plan.pdf`);
  expect(answer.headers.get('content-disposition')).toMatch(/^attachment/);
  expect(new Uint8Array(await answer.arrayBuffer())).toEqual(PDF);
});

test('a file for an unknown submission or an enquiry of an hour ago is refused', async () => {
  const submission_id = randomUUID();
  const { id } = await storeEnquiry({ submission_id });
  await backend.sql.query(
    `update public.enquiries set created_at = now() - interval '61 minutes' where id = $1`,
    [id],
  );
  for (const submission of [submission_id, randomUUID(), 'x']) {
    expect(await attach(submission)).toMatchObject([404, /^It came too late/]);
  }
});

test('R-58: what its name does not promise is refused, with the words of the rule', async () => {
  const submission_id = randomUUID();
  await storeEnquiry({ submission_id });
  expect(await attach(submission_id, { bytes: new TextEncoder().encode('<html>') })).toEqual([
    ...[422, 'The content of the file does not match its type'],
  ]);
  expect(await attach(submission_id, { bytes: new Uint8Array() })).toEqual([
    ...[422, 'File cannot be empty'],
  ]);
  expect(await attach(submission_id, { name: 'plan.exe' })).toEqual([
    ...[422, 'File extension not allowed'],
  ]);
  expect(await attach(submission_id, { bytes: new Uint8Array(DOCUMENT_MAX_BYTES + 1) })).toEqual([
    ...[422, 'File size must be less than 5MB'],
  ]);
});

test('only staff see files and sign links, which expire', async () => {
  const { id } = await storeEnquiry();
  const file = await storeFile(id);
  for (const who of ['anonymous', 'nonMember'] as const) {
    expect(await rowsOf(people[who], id), who).toEqual([]);
    expect((await sign(people[who], file)).status, who).toBeGreaterThanOrEqual(400);
    const direct = await call(people[who], 'GET', `${OBJECT}/authenticated/enquiry-files/${file}`);
    expect(direct.status, who).toBeGreaterThanOrEqual(400);
  }
  for (const who of ['editor', 'owner'] as const) {
    expect(await rowsOf(people[who], id), who).toHaveLength(1);
    // Whole seconds count: one of 1 may end at once.
    const { data } = await sign(people[who], file, 2);
    expect(await open(data.signedURL), who).toBe(200);
    await expect.poll(() => open(data.signedURL), { timeout: 5000 }).toBeGreaterThanOrEqual(400);
  }
});

test('files are erased with their enquiry, their objects an hour later', async () => {
  const { id } = await storeEnquiry();
  const file = await storeFile(id);
  await call(people.owner, 'DELETE', `/rest/v1/enquiries?id=eq.${id}`);
  await asService('DELETE', `/rest/v1/enquiries?id=eq.${id}`);
  const { rows } = await backend.sql.query('select from public.enquiry_files where id = $1', [
    file,
  ]);
  expect(rows).toEqual([]);
  expect((await sign(people.owner, file)).status).toBeGreaterThanOrEqual(400);
  const unused = async () =>
    (await asService('POST', '/rest/v1/rpc/list_unused_enquiry_files', {})).data;
  expect(await unused()).not.toContain(file);
  await backend.sql.query(
    `update storage.objects set created_at = now() - interval '61 minutes'
     where bucket_id = 'enquiry-files' and name = $1`,
    [file],
  );
  expect(await unused()).toContain(file);
  expect((await asService('POST', '/functions/v1/send-contact-email/retry', {})).status).toBe(200);
  expect(await unused()).not.toContain(file);
  expect(
    (await asService('GET', `${OBJECT}/authenticated/enquiry-files/${file}`)).status,
  ).toBeGreaterThanOrEqual(400);
});

/** Rows of 5 MB, without objects. */
const fill = (enquiryId: string, messageId: string | null, count: number) =>
  backend.sql.query(
    `insert into public.enquiry_files (id, enquiry_id, message_id, name, type, byte_size)
     select gen_random_uuid(), $1, $2, 'plan.pdf', 'application/pdf', $3 from generate_series(1, $4::int)`,
    [enquiryId, messageId, DOCUMENT_MAX_BYTES, count],
  );

test.for([
  ['a conversation', 100, false],
  ['enquiries in quarantine', 500, true],
  ['all enquiries', 5 * 1024, false],
] as const)('files of %s take %i MB at most', async ([place, megabytes, isQuarantined]) => {
  const [full, other] = [(await storeEnquiry()).id, (await storeEnquiry()).id];
  await backend.sql.query('update public.enquiries set is_quarantined = $1 where id in ($2, $3)', [
    ...[isQuarantined, full, other],
  ]);
  const message = randomUUID();
  await rpc(people.editor, 'claim_enquiry_reply', {
    ...{ reply_id: message, enquiry_id: full, reply_text: 'See the plan.' },
  });
  const added = place === 'a conversation' ? [full, message] : [other, null];
  const add = async () =>
    (
      await asService('POST', '/rest/v1/rpc/add_enquiry_file', {
        ...{ enquiry_id: added[0], message_id: added[1] },
        file: {
          ...{ id: randomUUID(), type: 'application/pdf', name: 'plan.pdf' },
          byte_size: DOCUMENT_MAX_BYTES,
        },
      })
    ).data;
  const rows = (megabytes * 1024 * 1024) / DOCUMENT_MAX_BYTES;
  await fill(full, place === 'a conversation' ? message : null, rows - 2);
  expect(await add()).toBe('stored');
  await fill(full, place === 'a conversation' ? message : null, 1);
  expect(await add()).toBe('full');
  for (const id of [full, other]) await asService('DELETE', `/rest/v1/enquiries?id=eq.${id}`);
  const { data } = await asService(
    'GET',
    `/rest/v1/enquiry_files?enquiry_id=in.(${full},${other})`,
  );
  expect(data).toEqual([]);
});
