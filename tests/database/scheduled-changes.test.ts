import { beforeAll, describe, expect, test } from 'vitest';
import { call, createAudiences, passMinutes, rpc, type Caller } from '../support/backend';
import { documentKinds, restoreDeleted, revisionsOf } from '../support/document-kinds';

let anonymous: Caller;
let editor: Caller;
let owner: Caller;

beforeAll(async () => {
  ({ anonymous, editor, owner } = await createAudiences());
});

const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
const schedule = (who: Caller, id: string, version: number, at: string | null) =>
  rpc(who, 'schedule_working_copy', {
    document_id: id,
    expected_version: version,
    publish_at: at,
  });
const publishDue = async (who: Caller) => {
  const { status, data } = await rpc(who, 'publish_due_changes');
  expect(status).toBe(200);
  return data as number;
};
const copyOf = async (id: string) =>
  (await call(editor, 'GET', `/rest/v1/working_copies?document_id=eq.${id}`)).data[0];

describe.each(Object.entries(documentKinds(() => editor)))('%s', (noun, kind) => {
  const publicText = async (id: string) => (await kind.read(anonymous, id)).data;
  const publicTitle = async (id: string) => {
    const data = await publicText(id);
    return data[0].title;
  };
  const historyOf = (id: string) => revisionsOf(editor, id);
  /** A published document whose changes go live in a minute. */
  const createScheduled = async (fields: Record<string, unknown> = { title: 'As changed' }) => {
    const id = await kind.create();
    const saved = await kind.save(editor, id, { version: 1, ...fields });
    expect(saved.status, JSON.stringify(saved.data)).toBe(200);
    expect((await schedule(owner, id, 2, inMinutes(1))).status).toBe(204);
    return id;
  };

  test('changes go live at their time, by a visitor’s call, in the name of their author', async () => {
    const id = await createScheduled();
    const before = JSON.stringify(await publicText(id));
    await publishDue(anonymous);
    expect(JSON.stringify(await publicText(id))).toBe(before);
    await passMinutes(2);
    expect(await publishDue(anonymous)).toBeGreaterThan(0);
    expect(await publicTitle(id)).toBe('As changed');
    const stored = (await call(editor, 'GET', `/rest/v1/${kind.table}?id=eq.${id}`)).data[0];
    expect(stored).toMatchObject({ version: 3, updated_by: editor.userId });
    expect((await historyOf(id)).at(-1)).toMatchObject({
      ...{ version: 3, is_working_copy: false, restored_from: null },
      ...{ saved_by: editor.userId, saved_by_email: editor.email },
    });
    expect(await copyOf(id)).toMatchObject({ content: null, publish_at: null });
    const data = await publicText(id);
    if (noun === 'post') expect(data[0]).toMatchObject({ author_name: 'Grace', category: 'Work' });
    else expect(data[0].case_study_metrics).toMatchObject([{ metric_value: '39 %' }]);
  });

  test('two callers at once publish it once', async () => {
    const id = await createScheduled();
    await passMinutes(2);
    await Promise.all([anonymous, editor, owner].map(publishDue));
    expect(await historyOf(id)).toHaveLength(3);
    await publishDue(owner);
    expect(await historyOf(id)).toHaveLength(3);
  });

  test('a later save keeps the time, and the latest text goes live', async () => {
    const id = await createScheduled();
    const { publish_at: time } = await copyOf(id);
    expect((await kind.save(owner, id, { version: 2, title: 'Later' })).status).toBe(200);
    expect(await copyOf(id)).toMatchObject({ version: 3, publish_at: time });
    await passMinutes(2);
    await publishDue(editor);
    expect(await publicTitle(id)).toBe('Later');
    expect((await historyOf(id)).at(-1)).toMatchObject({ version: 4, saved_by: owner.userId });
  });

  test('a save after the time does not go live, and is no conflict', async () => {
    const id = await createScheduled();
    await passMinutes(2);
    // Without a schedule nothing has published the changes yet: the save does it first.
    const saved = await kind.save(editor, id, { version: 2, title: 'After it' });
    expect(saved).toMatchObject({ status: 200, data: { version: 4, title: 'After it' } });
    expect(await publicTitle(id)).toBe('As changed');
    expect(await copyOf(id)).toMatchObject({
      ...{ base_version: 3, version: 4, publish_at: null },
      content: { [kind.part]: { title: 'After it' } },
    });
    // Two saves later the version that was published is old for every form.
    expect((await kind.save(owner, id, { version: 2, title: 'Late' })).status).toBe(409);
    expect((await kind.save(owner, id, { version: 4, live: true })).status).toBe(200);
    expect(await publicTitle(id)).toBe('After it');
  });

  test('a form that was opened with the old text gets a conflict after the time', async () => {
    const id = await createScheduled();
    await passMinutes(2);
    await publishDue(anonymous);
    expect((await kind.save(owner, id, { version: 1, live: true, title: 'Old' })).status).toBe(409);
    const path = `/rest/v1/${kind.table}?id=eq.${id}`;
    expect((await call(owner, 'PATCH', path, { title: 'Directly' })).status).toBeLessThan(300);
    expect((await kind.save(owner, id, { version: 2, live: true })).status).toBe(409);
    expect(await publicTitle(id)).toBe('Directly');
  });

  test('no time, another time, discarded and published by hand: nothing goes live at the old time', async () => {
    const [cleared, moved, discarded, published] = await Promise.all([
      createScheduled(),
      createScheduled(),
      createScheduled(),
      createScheduled(),
    ]);
    expect((await schedule(editor, cleared, 2, null)).status).toBe(204);
    expect((await schedule(editor, moved, 2, inMinutes(60))).status).toBe(204);
    await rpc(editor, 'discard_working_copy', { document_id: discarded, expected_version: 2 });
    await kind.save(editor, published, { version: 2, live: true, title: 'By hand' });
    await passMinutes(2);
    await publishDue(anonymous);
    for (const id of [cleared, moved, discarded])
      expect(await publicTitle(id)).toBe('As published');
    expect(await publicTitle(published)).toBe('By hand');
    expect(await historyOf(published)).toHaveLength(3);
    expect(await copyOf(cleared)).toMatchObject({ version: 2, publish_at: null });
    expect((await copyOf(discarded)).publish_at).toBeNull();
  });

  test('changes whose address was taken since stay, with the reason; others go live', async () => {
    const slug = `taken-${crypto.randomUUID().slice(0, 8)}`;
    const id = await createScheduled({ title: 'As changed', slug });
    const other = await kind.create();
    expect((await kind.save(editor, other, { version: 1, live: true, slug })).status).toBe(200);
    const good = await createScheduled();
    const before = JSON.stringify(await publicText(id));
    await passMinutes(2);
    await publishDue(anonymous);
    expect(JSON.stringify(await publicText(id))).toBe(before);
    expect(await copyOf(id)).toMatchObject({
      ...{ publish_at: null, publish_failure: 'Another page has its address by now' },
      ...{ version: 2, content: { [kind.part]: { title: 'As changed' } } },
    });
    expect(await publicTitle(good)).toBe('As changed');
    await kind.save(editor, id, { version: 2, slug: `${slug}-2` });
    expect(await copyOf(id)).toMatchObject({ version: 3, publish_failure: null });
  });

  test('changes of a document that was deleted at the time are kept for its restore', async () => {
    const id = await createScheduled();
    await call(editor, 'DELETE', `/rest/v1/${kind.table}?id=eq.${id}`);
    await passMinutes(2);
    await publishDue(anonymous);
    expect((await restoreDeleted(editor, id)).status).toBeLessThan(300);
    await publishDue(anonymous);
    expect(await publicTitle(id)).toBe('As published');
    expect(await copyOf(id)).toMatchObject({
      ...{ publish_at: null, publish_failure: 'It was deleted at that time' },
      content: { [kind.part]: { title: 'As changed' } },
    });
  });

  test('a time is chosen for the latest changes, in the future', async () => {
    const id = await kind.create();
    const later = inMinutes(60);
    expect((await schedule(editor, id, 1, later)).status).toBe(404);
    await kind.save(editor, id, { version: 1, title: 'Mine' });
    expect((await schedule(editor, id, 1, later)).status).toBe(409);
    for (const at of [inMinutes(-1), '2100-01-01T00:00:00Z', 'infinity']) {
      expect(await schedule(editor, id, 2, at)).toMatchObject({
        ...{ status: 422, data: { message: 'Choose a time in the future' } },
      });
    }
    expect((await copyOf(id)).publish_at).toBeNull();
  });
});
