import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { call, createAudiences, passMinutes, rpc, type Caller } from '../support/backend';
import { restoreVersion } from '../support/document-kinds';
import { builtInTexts, HOSTILE_TEXTS, newService, TEXT_PAGES } from '../support/hostile-page-texts';

let anonymous: Caller;
let nonMember: Caller;
let editor: Caller;
let owner: Caller;
/** By the name of the page. */
let ids: Record<string, string>;
let isHomeChanged = false;

beforeAll(async () => {
  ({ anonymous, nonMember, editor, owner } = await createAudiences());
  const { data } = await call(editor, 'GET', `${PATH}?select=id,page`);
  ids = Object.fromEntries(data.map(({ id, page }: { id: string; page: string }) => [page, id]));
});

const PATH = '/rest/v1/page_texts';

async function read(who: Caller, page = 'home') {
  const { data } = await call(who, 'GET', `${PATH}?page=eq.${page}`);
  return data[0];
}

type Save = { version?: number; live?: boolean; page?: string };

async function save(who: Caller, texts: unknown, { version, live, page = 'home' }: Save = {}) {
  const saved = await rpc(who, 'save_page_texts', {
    page_id: ids[page],
    expected_version: version ?? (await latest(page)),
    texts,
    goes_live: live ?? false,
  });
  isHomeChanged ||= page === 'home' && saved.status === 200;
  return saved;
}

const copyOf = async (page = 'home') =>
  (await call(editor, 'GET', `/rest/v1/working_copies?document_id=eq.${ids[page]}`)).data[0];

async function latest(page = 'home'): Promise<number> {
  const [{ version }, copy] = [await read(editor, page), await copyOf(page)];
  return Math.max(version, copy?.version ?? 0);
}

async function history() {
  const { data } = await call(
    editor,
    'GET',
    `/rest/v1/document_revisions?document_id=eq.${ids.home}&order=version`,
  );
  return data;
}

afterEach(async () => {
  if (isHomeChanged) await save(editor, {}, { live: true });
  isHomeChanged = false;
});

test('every page of the code has a row, without texts', async () => {
  const { data } = await call(anonymous, 'GET', `${PATH}?select=page,locale,texts`);
  expect(data.map(({ page }: { page: string }) => page).sort()).toEqual(TEXT_PAGES.toSorted());
  for (const row of data) expect(row).toMatchObject({ locale: 'en', texts: {} });
});

test('visitors read the old texts until they are published', async () => {
  const saved = await save(editor, { hero_lead: 'Changed' });
  expect(saved).toMatchObject({ status: 200, data: { texts: { hero_lead: 'Changed' } } });
  expect((await read(anonymous)).texts).toEqual({});
  expect(await copyOf()).toMatchObject({
    ...{ kind: 'page-texts', title: 'home', version: saved.data.version, saved_by: editor.userId },
    content: { page: 'home', texts: { hero_lead: 'Changed' } },
  });
  const published = await save(owner, { hero_lead: 'Changed' }, { live: true });
  expect(published.data.version).toBe(saved.data.version + 1);
  expect(await read(anonymous)).toMatchObject({
    ...{ texts: { hero_lead: 'Changed' }, updated_by: owner.userId },
  });
  expect(await copyOf()).toBeUndefined();
  expect((await history()).slice(-2)).toMatchObject([
    { is_working_copy: true, saved_by_email: editor.email, snapshot: { page: 'home' } },
    { is_working_copy: false, saved_by_email: owner.email },
  ]);
});

test('a save names the latest version, and a refused one changes nothing', async () => {
  const before = await latest();
  await save(editor, { hero_lead: 'First' });
  for (const live of [false, true]) {
    expect((await save(owner, { hero_lead: 'Late' }, { version: before, live })).status).toBe(409);
  }
  expect((await copyOf()).content.texts).toEqual({ hero_lead: 'First' });
});

test.each<readonly [what: string, page: string, texts: object]>([
  ['no object', 'home', []],
  ['a name with a dot', 'home', { 'hero.lead': 'x' }],
  ['a number', 'home', { hero_lead: 7 }],
  ['a text that is too long', 'home', { hero_lead: 'x'.repeat(20_001) }],
  ['a control character', 'home', { hero_lead: 'a\u0007b' }],
  ['a row that is no object', 'home', { about_paragraphs: ['x'] }],
  ['a row with a number', 'home', { about_paragraphs: [{ text: 1 }] }],
  ...HOSTILE_TEXTS,
])('refused: %s', async (_what, page, texts) => {
  const before = await latest(page);
  for (const live of [false, true]) {
    const { status, data } = await save(editor, texts, { version: before, page, live });
    expect(status, JSON.stringify(data)).toBe(422);
  }
  expect(await latest(page)).toBe(before);
  expect((await read(anonymous, page)).texts).toEqual({});
});

test.each(TEXT_PAGES)('the built-in texts of %s can be saved', async (page) => {
  const { status, data } = await save(editor, builtInTexts(page), { page });
  expect(status, JSON.stringify(data)).toBe(200);
  expect((await save(editor, {}, { page, live: true })).status).toBe(200);
});

test('a refused save names the place', async () => {
  const services = [
    newService('photography', 'Photos'),
    { ...newService('films', 'Films'), title: '' },
  ];
  const { data } = await save(editor, { services }, { page: 'services' });
  expect(data.message).toBe('services.2.title is empty or has a form that is not allowed');
});

test('a save without a version is stale', async () => {
  const saved = await rpc(editor, 'save_page_texts', {
    ...{
      page_id: ids.home,
      expected_version: null,
      texts: { hero_lead: 'Blind' },
      goes_live: true,
    },
  });
  expect(saved.status).toBe(409);
  expect((await read(anonymous)).texts).toEqual({});
});

test('an unknown page is not found', async () => {
  const unknown = { page_id: crypto.randomUUID(), expected_version: 1, texts: {} };
  expect((await rpc(editor, 'save_page_texts', unknown)).status).toBe(404);
});

describe('changes that wait', () => {
  const waiting = async () => {
    await save(editor, { hero_lead: 'Waiting' });
    const { document_id, version } = await copyOf();
    return { document_id, expected_version: version };
  };

  test('can be discarded', async () => {
    expect((await rpc(owner, 'discard_working_copy', await waiting())).status).toBe(200);
    expect((await copyOf()).content).toBeNull();
    expect((await read(anonymous)).texts).toEqual({});
  });

  test('are published at their time, in the name of who saved them', async () => {
    const publish_at = new Date(Date.now() + 60_000).toISOString();
    const set = await rpc(owner, 'schedule_working_copy', { ...(await waiting()), publish_at });
    expect(set.status).toBeLessThan(300);
    await passMinutes(2);
    expect((await rpc(anonymous, 'publish_due_changes')).data).toBe(1);
    expect(await read(anonymous)).toMatchObject({
      ...{ texts: { hero_lead: 'Waiting' }, updated_by: editor.userId },
    });
  });
});

test('an earlier version is restored into the changes that wait, and names its source', async () => {
  const { version } = (await save(editor, { hero_lead: 'One' }, { live: true })).data;
  await save(editor, { hero_lead: 'Two' }, { live: true });
  const id = String(ids.home);
  expect((await restoreVersion(nonMember, id, version, version + 1)).status).toBe(404);
  const restored = await restoreVersion(owner, id, version, version + 1);
  expect(restored).toMatchObject({ status: 200, data: version + 2 });
  expect((await read(anonymous)).texts).toEqual({ hero_lead: 'Two' });
  expect((await copyOf()).content.texts).toEqual({ hero_lead: 'One' });
  expect((await history()).at(-1)).toMatchObject({
    ...{ restored_from: version, is_working_copy: true, saved_by: owner.userId },
  });
});
