import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, createStudy, rpc } from '../support/backend';

const BUCKET = '/storage/v1/object/public/images/';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

/** The head of a study as the build gets it. */
async function headOf(id: string) {
  const heads: Record<string, unknown>[] = [];
  for (let last = '00000000-0000-0000-0000-000000000000'; ; last = String(heads.at(-1)?.id)) {
    const { status, data } = await rpc(people.anonymous, 'list_case_study_heads', { after: last });
    expect(status).toBe(200);
    if (data.length === 0) break;
    heads.push(...data);
  }
  return heads.find((head) => head.id === id);
}

test('the head of a study changes with all that its page shows', async () => {
  const path = `${randomUUID()}.jpg`;
  const record = await call(people.editor, 'POST', '/rest/v1/image_records', {
    ...{ path, sha256: 'a'.repeat(64), width: 1600, height: 900, byte_size: 2048 },
    ...{ mime: 'image/jpeg', original_name: 'a.jpg' },
  });
  expect(record.status).toBe(201);
  const fields = { title: 'Heads', status: 'published', hero_image_url: BUCKET + path };
  const gallery = [{ image_url: BUCKET + path, caption: null, alt_text: null }];
  const id = await createStudy(people.editor, fields, [], gallery);
  let last = await headOf(id);
  expect(last).toMatchObject({ id, version: 1 });

  const change = (table: string, filter: string, values: object) => () =>
    call(people.editor, 'PATCH', `/rest/v1/${table}?${filter}`, values);
  for (const act of [
    change('case_studies', `id=eq.${id}`, { title: 'Heads, changed' }),
    change('image_records', `path=eq.${path}`, { alt_text: 'A harbour' }),
    change('image_records', `path=eq.${path}`, { focus_x: 10 }),
    change('case_study_gallery', `case_study_id=eq.${id}`, { caption: 'By the sea' }),
    change('case_study_gallery', `case_study_id=eq.${id}`, { caption: 'By the lake' }),
  ]) {
    const { status, data } = await act();
    expect(status, JSON.stringify(data)).toBeLessThan(300);
    const next = await headOf(id);
    expect(next).not.toEqual(last);
    last = next;
  }
  expect(await headOf(id)).toEqual(last);
});

test('drafts and studies of a later date have no head', async () => {
  const later = new Date(Date.now() + 3_600_000).toISOString();
  const draft = await createStudy(people.editor, { title: 'A draft' });
  const fields = { title: 'Later', status: 'published', published_at: later };
  const scheduled = await createStudy(people.editor, fields);
  expect(await headOf(draft)).toBeUndefined();
  expect(await headOf(scheduled)).toBeUndefined();
});
