import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  anonymous,
  asService,
  call,
  createAudiences,
  createStudy,
  rpc,
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

const outsiders: Audience[] = ['anonymous', 'nonMember'];
const staff: Audience[] = ['editor', 'owner'];
const everyone = [...outsiders, ...staff];
const childTables = ['case_study_metrics', 'case_study_gallery'];

const newMetric = (study: string) => ({
  case_study_id: study,
  metric_value: '1',
  metric_label: 'x',
  display_order: 40,
});
const newPicture = (study: string) => ({
  case_study_id: study,
  image_url: '/images/x.webp',
  display_order: 40,
});
const newRow: Record<string, (study: string) => Record<string, unknown>> = {
  case_study_metrics: newMetric,
  case_study_gallery: newPicture,
};
const change: Record<string, Record<string, unknown>> = {
  case_study_metrics: { metric_label: 'changed' },
  case_study_gallery: { caption: 'changed' },
};

test.for(everyone)('PERM-2, PROJ-10: %s reads a published study with its rows', async (who) => {
  const reply = await call(
    people[who],
    'GET',
    `/rest/v1/case_studies?id=eq.${published}&select=title,case_study_metrics(metric_label),case_study_gallery(alt_text)`,
  );
  expect(reply.data).toEqual([
    {
      title: 'Out in the open',
      case_study_metrics: [{ metric_label: 'weeks' }],
      case_study_gallery: [{ alt_text: 'One' }],
    },
  ]);
});

test.for(outsiders)('PERM-3, PERM-18, CS-24: %s sees neither a draft nor its rows', async (who) => {
  const study = await call(people[who], 'GET', `/rest/v1/case_studies?id=eq.${draft}&select=id`);
  expect(study).toMatchObject({ status: 200, data: [] });
  for (const table of childTables) {
    const rows = await call(
      people[who],
      'GET',
      `/rest/v1/${table}?case_study_id=eq.${draft}&select=id`,
    );
    expect(rows).toMatchObject({ status: 200, data: [] });
  }
});

test.for(staff)('PERM-8: %s sees drafts and their rows', async (who) => {
  const study = await call(people[who], 'GET', `/rest/v1/case_studies?id=eq.${draft}&select=title`);
  expect(study.data).toEqual([{ title: 'A draft' }]);
  for (const table of childTables) {
    const rows = await call(
      people[who],
      'GET',
      `/rest/v1/${table}?case_study_id=eq.${draft}&select=id`,
    );
    expect(rows.data).toHaveLength(1);
  }
});

test.for(outsiders)('PERM-4, PERM-18: %s cannot create a study or rows', async (who) => {
  const study = await call(people[who], 'POST', '/rest/v1/case_studies', { title: 'Intruder' });
  expect(study.data).toMatchObject({ code: '42501' });
  const saved = await rpc(people[who], 'save_case_study', {
    study_id: randomUUID(),
    expected_version: null,
    fields: { title: 'Intruder' },
  });
  expect(saved.data).toMatchObject({ code: '42501' });
  for (const table of childTables) {
    const row = await call(people[who], 'POST', `/rest/v1/${table}`, newRow[table]?.(published));
    expect(row.data).toMatchObject({ code: '42501' });
  }
  expect(await countOf('case_studies', 'title=eq.Intruder')).toBe(0);
});

test.for(outsiders)('PERM-4, PERM-14: %s cannot change or delete anything', async (who) => {
  const before = await snapshot(published);
  await call(people[who], 'PATCH', `/rest/v1/case_studies?id=eq.${published}`, { title: 'Mine' });
  await call(people[who], 'DELETE', `/rest/v1/case_studies?id=eq.${published}`);
  for (const table of childTables) {
    await call(
      people[who],
      'PATCH',
      `/rest/v1/${table}?case_study_id=eq.${published}`,
      change[table],
    );
    await call(people[who], 'DELETE', `/rest/v1/${table}?case_study_id=eq.${published}`);
  }
  const saved = await rpc(people[who], 'save_case_study', {
    study_id: published,
    expected_version: 1,
    fields: { title: 'Mine' },
    metrics: [],
    gallery: [],
  });
  expect(saved.status).toBeGreaterThanOrEqual(401);
  expect(await snapshot(published)).toEqual(before);
});

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

test.for(staff)('PERM-9: %s creates, changes and deletes studies and rows', async (who) => {
  const id = await createStudy(people[who]);
  for (const table of childTables) {
    const created = await call(people[who], 'POST', `/rest/v1/${table}`, newRow[table]?.(id));
    expect(created.status).toBe(201);
    const changed = await call(
      people[who],
      'PATCH',
      `/rest/v1/${table}?case_study_id=eq.${id}&display_order=eq.40&select=id`,
      change[table],
      { prefer: 'return=representation' },
    );
    expect(changed.data).toHaveLength(1);
    const removed = await call(
      people[who],
      'DELETE',
      `/rest/v1/${table}?case_study_id=eq.${id}&display_order=eq.40&select=id`,
      undefined,
      { prefer: 'return=representation' },
    );
    expect(removed.data).toHaveLength(1);
  }
  const changed = await call(people[who], 'PATCH', `/rest/v1/case_studies?id=eq.${id}`, {
    title: 'New',
  });
  expect(changed.status).toBe(204);
  const deleted = await call(
    people[who],
    'DELETE',
    `/rest/v1/case_studies?id=eq.${id}&select=id`,
    undefined,
    { prefer: 'return=representation' },
  );
  expect(deleted.data).toEqual([{ id }]);
  expect(await countOf('case_study_metrics', `case_study_id=eq.${id}`)).toBe(0);
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

async function countOf(table: string, filter: string): Promise<number> {
  return (await asService('GET', `/rest/v1/${table}?${filter}&select=id`)).data.length;
}

async function snapshot(id: string) {
  const reply = await asService(
    'GET',
    `/rest/v1/case_studies?id=eq.${id}&select=*,case_study_metrics(*),case_study_gallery(*)`,
  );
  expect(reply.data).toHaveLength(1);
  return reply.data[0];
}
