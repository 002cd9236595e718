import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { searchQueryOf } from '@contracts/words/latin';
import { call, createAudiences, createStudy, rpc, type Caller } from '../support/backend';
import { savePost } from '../support/document-kinds';
import { storeEnquiry } from '../support/enquiries';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

/** As the list screens ask. */
async function titlesOf(caller: Caller, table: string, search: string): Promise<string[]> {
  const query = encodeURIComponent(`fts(simple).${searchQueryOf(search)}`);
  const reply = await call(
    caller,
    'GET',
    `/rest/v1/${table}?select=title&order=title&search=${query}`,
  );
  expect(reply.status).toBe(200);
  return reply.data.map(({ title }: { title: string }) => title);
}

test('the list of case studies finds words of title, client, tags and text, in any spelling', async () => {
  const mark = `Q${randomUUID().slice(0, 8)}`;
  const title = (name: string) => `${name} ${mark}`;
  await createStudy(people.editor, { title: title('A'), client_name: 'Zürcher Käserei' });
  await createStudy(people.editor, { title: title('B'), client_name: 'Пржилница Вардар ДОО' });
  await createStudy(people.editor, { title: title('C'), service_tags: ['Web', 'Workshop'] });
  await createStudy(people.editor, {
    title: title('D'),
    solution: 'We baked bread in the cellar.',
  });
  const find = async (words: string) =>
    (await titlesOf(people.owner, 'case_studies', `${mark} ${words}`)).map((found) => found[0]);
  expect(await find('')).toEqual(['A', 'B', 'C', 'D']);
  expect(await find('Zurcher')).toEqual(['A']);
  expect(await find('kaserei ZÜRCHER')).toEqual(['A']);
  expect(await find('Przilnica')).toEqual(['B']);
  expect(await find('Пржил доо')).toEqual(['B']);
  expect(await find('worksh')).toEqual(['C']);
  expect(await find('bread cellar')).toEqual(['D']);
  expect(await find('bread workshop')).toEqual([]);
  expect(await find('"quoted", (x)!')).toEqual([]);
});

test('the list of enquiries finds words, addresses and numbers, also of notes', async () => {
  const mark = `q${randomUUID().slice(0, 8)}`;
  const enquiry = await storeEnquiry({
    ...{ name: 'Ѓорѓи Јованов', email: `gjorgji@${mark}.example`, phone: '+389 70 123 456' },
    message: 'Сакаме нова страница за нашата пекара.',
  });
  const note = { enquiry_id: enquiry.id, text: `Budget ${mark} is fixed` };
  expect((await call(people.editor, 'POST', '/rest/v1/enquiry_notes', note)).status).toBe(201);
  const found = async (table: string, column: string, search: string) => {
    const condition = `search.fts(simple).${searchQueryOf(search)}`;
    const query = `select=${column}&or=${encodeURIComponent(`(${condition})`)}`;
    const reply = await call(people.editor, 'GET', `/rest/v1/${table}?${query}`);
    expect(reply.status).toBe(200);
    return reply.data.length;
  };
  for (const words of ['Gjorgji', 'ѓорѓи јов', 'pekara', `#${enquiry.number}`, '123 389']) {
    expect(await found('enquiries', 'id', `${mark} ${words}`), words).toBe(1);
  }
  expect(await found('enquiries', 'id', `${mark} budget`)).toBe(0);
  expect(await found('enquiry_notes', 'enquiry_id', `${mark} budget`)).toBe(1);
});

/** '<kind> <title>' of what the search of the staff area finds. */
async function findAll(caller: Caller, search: string): Promise<string[]> {
  const reply = await rpc(caller, 'search_staff_area', { search });
  expect(reply.status, JSON.stringify(reply.data)).toBe(200);
  return reply.data.map(({ kind, title }: { kind: string; title: string }) => `${kind} ${title}`);
}

test('the search of the staff area finds titles, bodies, people and numbers of every kind', async () => {
  const mark = `q${randomUUID().slice(0, 8)}`;
  const fields = {
    title: `Zürcher Käserei ${mark}`,
    solution: `A cellar for ${mark} cheese, after long thought. ${'More words follow here. '.repeat(20)}`,
  };
  await createStudy(people.editor, fields, [{ metric_value: '4711', metric_label: mark }]);
  await savePost(people.editor, {
    ...{
      post_id: randomUUID(),
      expected_version: null,
      author: `Ćira ${mark}`,
      tags: [`Хлеб ${mark}`],
    },
    fields: { title: `Жетва ${mark}`, content_html: '<p>Нова пекара&nbsp;во Скопје</p>' },
  });
  const { number } = await storeEnquiry({
    name: 'Łukasz Nowak',
    message: `About a shop and bread, ${mark}.`,
  });
  const find = (words: string) => findAll(people.editor, `${words} ${mark}`);
  expect(await find('Zurcher')).toEqual([`case-study Zürcher Käserei ${mark}`]);
  expect(await find('cheese cellar')).toEqual([`case-study Zürcher Käserei ${mark}`]);
  expect(await find('4711')).toEqual([`case-study Zürcher Käserei ${mark}`]);
  expect(await find('zetva')).toEqual([`post Жетва ${mark}`]);
  expect(await find('pekara Skopje')).toEqual([`post Жетва ${mark}`]);
  expect(await find('ћира')).toEqual([`post Жетва ${mark}`]);
  expect(await find('hleb')).toEqual([`post Жетва ${mark}`]);
  expect(await find('lukasz')).toEqual(['enquiry Łukasz Nowak']);
  expect(await find(`#${number}`)).toEqual(['enquiry Łukasz Nowak']);
  expect((await find('')).toSorted()).toEqual(
    [`case-study Zürcher Käserei ${mark}`, 'enquiry Łukasz Nowak', `post Жетва ${mark}`].toSorted(),
  );
  expect(await find('nothing')).toEqual([]);
  const [hit] = (await rpc(people.editor, 'search_staff_area', { search: `thought ${mark}` })).data;
  expect(hit.snippet).toContain('after long thought');
  expect(hit.snippet.length).toBeLessThan(200);
});

test('changes of a published document that wait to be published are found', async () => {
  const mark = `q${randomUUID().slice(0, 8)}`;
  const id = await createStudy(people.editor, { title: `Live ${mark}`, status: 'published' });
  const changes = { description: `Words about a waiting harbour, ${mark}.` };
  const saved = await rpc(people.editor, 'save_case_study', {
    ...{ study_id: id, expected_version: 1, goes_live: false, fields: changes },
  });
  expect(saved.status, JSON.stringify(saved.data)).toBe(200);
  expect(await findAll(people.editor, `harbour ${mark}`)).toEqual([`case-study Live ${mark}`]);
  const [hit] = (await rpc(people.editor, 'search_staff_area', { search: `harbour ${mark}` })).data;
  expect(hit.snippet).toContain('waiting harbour');
});

test('a match in the title comes before newer ones in the text', async () => {
  const mark = `q${randomUUID().slice(0, 8)}`;
  await createStudy(people.editor, { title: `First ${mark}` });
  for (let count = 0; count < 7; count += 1) {
    await createStudy(people.editor, { title: `Other ${count}`, description: `About ${mark}` });
  }
  const found = await findAll(people.editor, mark);
  expect(found).toHaveLength(5);
  expect(found[0]).toBe(`case-study First ${mark}`);
});

test('the search finds only what the role may read', async () => {
  const email = String(people.editor.email);
  expect(await findAll(people.owner, email)).toContainEqual(expect.stringMatching(/^member /));
  expect(await findAll(people.editor, email)).not.toContainEqual(expect.stringMatching(/^member /));
  const deleted = await storeEnquiry({ name: 'Forgotten Visitor' });
  expect(await findAll(people.editor, `${deleted.number}`)).toEqual(['enquiry Forgotten Visitor']);
  const path = `/rest/v1/enquiries?id=eq.${deleted.id}`;
  expect((await call(people.editor, 'PATCH', path, { deleted_at: new Date() })).status).toBe(204);
  expect(await findAll(people.editor, `${deleted.number}`)).toEqual([]);
  await createStudy(people.editor, { title: 'Public words', status: 'published' });
  for (const caller of [people.anonymous, people.nonMember]) {
    const refused = await rpc(caller, 'search_staff_area', { search: 'public' });
    expect(refused.data).toMatchObject({ code: '42501' });
  }
});

test.for(['', '!', "'", '\\', 'a:* | b', '& & &', '<->', '%', 'x'.repeat(5000)])(
  'the search for %j is answered',
  async (search) => {
    expect((await rpc(people.owner, 'search_staff_area', { search })).status).toBe(200);
  },
);
