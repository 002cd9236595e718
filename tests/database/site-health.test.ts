import { readdirSync } from 'node:fs';
import { beforeAll, expect, test } from 'vitest';
import { UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';
import { anonymous, call, createAudiences, rpc, signUpByMail } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

test('staff see the migrations of the database and the limits of the bucket', async () => {
  const { status, data } = await rpc(people.editor, 'site_health');
  expect(status).toBe(200);
  const newest = readdirSync('supabase/migrations').sort().at(-1)?.slice(0, 14);
  expect(data.schema_version).toBe(newest);
  expect(data.bucket.public).toBe(true);
  expect(Number(data.bucket.file_size_limit)).toBe(UPLOAD_MAX_BYTES);
  expect(data.bucket.allowed_mime_types.sort()).toEqual(Object.keys(UPLOAD_IMAGE_TYPES).sort());
});

test('staff see how many mails Auth has sent within the hour, also to accounts with a password since', async () => {
  const mails = async () => Number((await rpc(people.editor, 'site_health')).data.account_mails);
  const before = await mails();
  await signUpByMail('one-more@visitor.test');
  expect(await mails()).toBe(before + 1);
  await call(anonymous, 'POST', '/auth/v1/recover', { email: 'one-more@visitor.test' });
  expect(await mails()).toBe(before + 2);
});

test('an owner may send one test mail a minute, to their own email', async () => {
  const first = await rpc(people.owner, 'claim_test_mail');
  expect([first.status, first.data]).toEqual([200, people.owner.email]);
  const second = await rpc(people.owner, 'claim_test_mail');
  expect([second.status, second.data.code]).toEqual([429, 'PT429']);
});

test('an owner confirms the review of a legal text, and of its next version; staff see the last one', async () => {
  for (const updated of ['2026-11-20', '2026-11-21']) {
    const confirmed = await rpc(people.owner, 'confirm_legal_review', {
      document: 'terms',
      updated,
    });
    expect(confirmed.status).toBe(204);
  }
  const { data } = await rpc(people.editor, 'site_health');
  expect(data.legal_reviews).toEqual([{ document: 'terms', updated: '2026-11-21' }]);
});

test('R-56: a build reads which texts were reviewed, and a review asks for a build', async () => {
  const review = { document: 'cookie', updated: '2026-11-22' };
  const waitsSince = async () => (await rpc(people.owner, 'deploy_state')).data.changed_at;
  const before = await waitsSince();
  expect((await rpc(people.owner, 'confirm_legal_review', review)).status).toBe(204);
  const { data } = await call(anonymous, 'GET', '/rest/v1/rpc/reviewed_legal_texts');
  expect(data).toMatchObject({ cookie: '2026-11-22' });
  expect(await waitsSince()).not.toEqual(before);
});
