import { expect, test, vi } from 'vitest';
import { FUNCTIONS } from '../../src/features/health/functions.ts';
import { judgeJobs } from '../../src/features/health/judgements.ts';
import { siteHealthSchema } from '../../src/features/health/site-health.ts';
import { asService, backend, createStudy, rpc, type Caller } from '../support/backend';
import { MARK, newMember, testWith, walkLive } from '../support/live';

walkLive();

/** A request with exactly these keys. */
const ask = (path: string, how: Parameters<typeof askAt>[1]) => askAt(`functions/v1/${path}`, how);

async function askAt(
  path: string,
  { apikey, bearer, method = 'GET' }: { apikey?: string; bearer?: string; method?: string },
) {
  const response = await fetch(`${backend.url}/${path}`, {
    method,
    headers: {
      origin: backend.siteUrl,
      'access-control-request-method': 'POST',
      ...(apikey && { apikey }),
      ...(bearer && { authorization: `Bearer ${bearer}` }),
    },
  });
  return response.status;
}

test.each(Object.entries(FUNCTIONS))('%s starts', async (name, { read }) => {
  expect(await ask(name, { method: 'OPTIONS' })).toBe(204);
  if (read) expect(await ask(name + read, { apikey: backend.publishableKey })).toBe(200);
});

/** Each key in each header: who it is for the functions of readers, of mails and of deploys. */
async function askWithKeys(publicKey: string, secretKey: string) {
  const post = { method: 'POST' };
  return {
    visitor: await ask('blog/posts', { apikey: publicKey }),
    'visitor as supabase-js': await ask('blog/posts', { apikey: publicKey, bearer: publicKey }),
    'rows for visitors': await askAt('rest/v1/enquiries?select=id', { apikey: publicKey }),
    rows: await askAt('rest/v1/enquiries?select=id', { apikey: secretKey }),
    'jobs with it': await ask('send-contact-email/retry', { ...post, apikey: publicKey }),
    jobs: await ask('send-contact-email/retry', { ...post, apikey: secretKey }),
    deploys: await ask('deploy-hook', { ...post, apikey: secretKey }),
    'jobs without apikey': await ask('send-contact-email/retry', { ...post, bearer: secretKey }),
  };
}

const EXPECTED = {
  ...{ visitor: 200, 'visitor as supabase-js': 200, 'rows for visitors': 401, rows: 200 },
  ...{ 'jobs with it': 401, jobs: 200, deploys: 200, 'jobs without apikey': 401 },
};

test('publishable and secret keys open what they are for', async () => {
  expect(await askWithKeys(backend.publishableKey, backend.secretKey)).toEqual(EXPECTED);
});

testWith('legacy', 'legacy keys open the same', async () => {
  expect(await askWithKeys(backend.anonKey, backend.serviceRoleKey)).toEqual(EXPECTED);
});

test('the hourly check of enquiries is taken, and noted', async () => {
  const check = { method: 'POST', apikey: backend.secretKey };
  expect(await ask('send-contact-email/check', check)).toBe(200);
  const { data } = await asService('POST', '/rest/v1/rpc/site_health');
  expect(data.enquiry_check).toMatchObject({ checked_at: expect.any(String), problem: null });
});

testWith('jobs', 'pg_cron runs every job, and publishes a change at its time', async () => {
  const editor: Caller = await newMember('editor');
  const id = await createStudy(editor, { title: `${MARK} before`, status: 'published' });
  const save = { study_id: id, expected_version: 1, fields: { title: `${MARK} after` } };
  await rpc(editor, 'save_case_study', { ...save, goes_live: false });
  const publish_at = new Date(Date.now() + 5_000).toISOString();
  await rpc(editor, 'schedule_working_copy', { document_id: id, expected_version: 2, publish_at });
  await vi.waitFor(
    async () => {
      const { data } = await asService('GET', `/rest/v1/case_studies?id=eq.${id}&select=title`);
      expect(data).toEqual([{ title: `${MARK} after` }]);
    },
    { timeout: 150_000, interval: 2_000 },
  );
  const health = await asService('POST', '/rest/v1/rpc/site_health');
  expect(judgeJobs(siteHealthSchema.parse(health.data))).toMatchObject({ isGood: true });
});
