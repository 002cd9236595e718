import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, createStudy, type Caller } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const find = (caller: Caller, ...patterns: string[]) =>
  call(
    caller,
    'GET',
    `/rest/v1/case_studies?select=title&order=title&search_text=${encodeURIComponent(`ilike(all).{${patterns.join(',')}}`)}`,
  );

test('the staff search reads title, client and service tags, in any case and order', async () => {
  const word = `Q${randomUUID().slice(0, 8)}`;
  await createStudy(people.editor, { title: `A ${word}, "quoted"` });
  await createStudy(people.editor, { title: 'B', client_name: `Дом ${word} ДОО` });
  await createStudy(people.editor, { title: 'C', service_tags: ['Web', `${word} tag`] });
  await createStudy(people.editor, { title: 'D', description: word });
  const found = await find(people.owner, `"%${word.toLowerCase()}%"`);
  expect(found.data.map(({ title }: { title: string }) => title[0])).toEqual(['A', 'B', 'C']);
  const narrower = await find(people.owner, '"%дом%"', `"%${word}%"`);
  expect(narrower.data).toEqual([{ title: 'B' }]);
  const quoted = await find(people.owner, `"%${word},%"`, '"%\\"quoted\\"%"');
  expect(quoted.data).toHaveLength(1);
});
