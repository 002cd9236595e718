import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  anonymous,
  asService,
  call,
  createAudiences,
  createStudy,
  type Caller,
} from '../support/backend';

type Audience = 'anonymous' | 'nonMember' | 'editor' | 'owner';
let people: Record<Audience, Caller>;
let draft: string;
let published: string;

beforeAll(async () => {
  people = await createAudiences();
  draft = await createStudy(people.owner, { title: 'A draft' });
  published = await createStudy(people.owner, { title: 'Out in the open', status: 'published' });
});

test.for([
  ['anonymous', []],
  ['nonMember', []],
  ['editor', ['A draft']],
  ['owner', ['A draft']],
] as const)(
  'PERM-2, PERM-3, PERM-8, PERM-18, PROJ-10, CS-24: %s reads published studies with their rows, and drafts: %j',
  async ([who, drafts]) => {
    const read = async (id: string) =>
      (
        await call(
          people[who],
          'GET',
          `/rest/v1/case_studies?id=eq.${id}&select=title,case_study_metrics(metric_label),case_study_gallery(alt_text)`,
        )
      ).data;
    const rows = { case_study_metrics: [{ metric_label: 'weeks' }] };
    const withRows = (title: string) => ({
      ...{ title, ...rows, case_study_gallery: [{ alt_text: 'One' }] },
    });
    expect(await read(published)).toEqual([withRows('Out in the open')]);
    expect(await read(draft)).toEqual(drafts.map(withRows));
    for (const table of ['case_study_metrics', 'case_study_gallery']) {
      const path = `/rest/v1/${table}?case_study_id=eq.${draft}&select=id`;
      expect((await call(people[who], 'GET', path)).data).toHaveLength(drafts.length);
    }
  },
);

test('R-31: a delete without permission returns no row', async () => {
  const reply = await call(
    people.nonMember,
    'DELETE',
    `/rest/v1/case_studies?id=eq.${published}&select=id`,
    undefined,
    { prefer: 'return=representation' },
  );
  expect(reply).toMatchObject({ status: 200, data: [] });
});

test('DATA-8: user and time are set from the session, not from the request', async () => {
  const id = randomUUID();
  await call(people.editor, 'POST', '/rest/v1/case_studies', {
    id,
    title: 'Stamped',
    created_by: people.owner.userId,
    version: 41,
    created_at: '2001-01-01T00:00:00Z',
  });
  const [row] = (await asService('GET', `/rest/v1/case_studies?id=eq.${id}`)).data;
  expect(row).toMatchObject({
    created_by: people.editor.userId,
    updated_by: people.editor.userId,
    version: 1,
    status: 'draft',
  });
  expect(new Date(row.created_at).getFullYear()).toBeGreaterThan(2024);

  await call(people.owner, 'PATCH', `/rest/v1/case_studies?id=eq.${id}`, {
    created_by: people.owner.userId,
    version: 99,
  });
  const [changed] = (await asService('GET', `/rest/v1/case_studies?id=eq.${id}`)).data;
  expect(changed).toMatchObject({
    created_by: people.editor.userId,
    updated_by: people.owner.userId,
    version: 2,
  });
});

test('R-34: the publishable key has no access to helper schemas', async () => {
  const reply = await call(anonymous, 'POST', '/rest/v1/rpc/is_staff', {});
  expect(reply.status).toBe(404);
  const profile = await call(
    anonymous,
    'POST',
    '/rest/v1/rpc/is_staff',
    {},
    {
      'content-profile': 'private',
    },
  );
  expect(profile.status).toBeGreaterThanOrEqual(400);
});
