import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { call, createAudiences, createStudy } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

type Topic = { kind: string; name: string; slug: string; studies: number };

const topicsOf = async (who: 'anonymous' | 'editor', part: string): Promise<Topic[]> => {
  const { data } = await call(people[who], 'GET', '/rest/v1/rpc/list_case_study_topics');
  return data.filter(({ slug }: Topic) => slug.includes(part));
};

test('services and industries of published studies, names in other case or signs counted as one', async () => {
  const tag = randomUUID().slice(0, 8);
  const create = (fields: Record<string, unknown>) =>
    createStudy(people.editor, { status: 'published', ...fields });
  await create({ service_tags: [`Web ${tag}`, `App ${tag}`, 'Пекара'], industry: `Food ${tag}` });
  await create({ service_tags: [`web  ${tag}`, `WEB-${tag}`] });
  await create({ status: 'draft', service_tags: [`Draft ${tag}`], industry: `Draft ${tag}` });
  for (const who of ['anonymous', 'editor'] as const) {
    expect(await topicsOf(who, tag)).toEqual([
      { kind: 'service', name: expect.stringMatching(/^web/i), slug: `web-${tag}`, studies: 2 },
      { kind: 'service', name: `App ${tag}`, slug: `app-${tag}`, studies: 1 },
      { kind: 'industry', name: `Food ${tag}`, slug: `food-${tag}`, studies: 1 },
    ]);
  }
});

test('a list is filtered by the slugs of its topics', async () => {
  const tag = randomUUID().slice(0, 8);
  const id = await createStudy(people.editor, {
    status: 'published',
    service_tags: [`Web & App ${tag}`],
    industry: `Food, drink ${tag}`,
  });
  const filters = `service_slugs=cs.{web-app-${tag}}&industry_slug=eq.food-drink-${tag}`;
  const { data } = await call(
    people.anonymous,
    'GET',
    `/rest/v1/case_studies?select=id&status=eq.published&${filters}`,
  );
  expect(data).toEqual([{ id }]);
});
