import { beforeAll, beforeEach, expect, test } from 'vitest';
import { createPost } from '../support/document-kinds';
import { asService, backend, createAudiences, createStudy, rpc } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});
beforeEach(async () => {
  // Of other files as well.
  await backend.sql.exec(
    'delete from private.links; delete from public.case_studies; delete from public.blog_posts;',
  );
});

const due = () => backend.sql.exec("update private.link_check set due_at = now() - interval '1 s'");
const claimNow = async () => (await asService('POST', '/rest/v1/rpc/claim_links', {})).data;
async function claim(): Promise<string[]> {
  await due();
  return claimNow();
}
const settle = (url: string, problem: string | null, is_gone = false) =>
  asService('POST', '/rest/v1/rpc/settle_links', { results: [{ url, problem, is_gone }] });
const deadLinks = async () => (await rpc(people.editor, 'site_health')).data.dead_links;
const aDayLater = () =>
  backend.sql.exec("update private.links set checked_at = checked_at - interval '25 hours'");
const publish = (fields: Record<string, unknown>) =>
  createStudy(people.editor, { title: 'Larder', status: 'published', ...fields });

test('links of published words are claimed, each once a day', async () => {
  await publish({
    client_url: 'https://client.example/shop?a=1&b=2',
    challenge:
      'See [the market](https://market.example/a_(b)), and https://plain.example/x. `https://code.example`',
  });
  await createStudy(people.editor, { client_url: 'https://draft.example' });
  const checkedAt = async () => (await rpc(people.editor, 'site_health')).data.links_checked_at;
  expect(await checkedAt()).toBeNull();
  const claimed = await claim();
  expect(await checkedAt()).toEqual(expect.any(String));
  expect(claimed).toEqual([
    'https://client.example/shop?a=1&b=2',
    'https://market.example/a_(b)',
    'https://plain.example/x',
  ]);
  expect(await claimNow(), 'within the hour').toEqual([]);
  expect(await claim(), 'within the day').toEqual([]);
  await aDayLater();
  expect(await claim()).toEqual(claimed);
});

test('of a post the links are claimed, not the addresses in its code', async () => {
  const id = await createPost(people.editor, {
    ...{ status: 'published', published_at: '2026-01-01T00:00:00Z' },
    content_html:
      '<p><a href="https://linked.example/?a=1&amp;b=2#part">x</a> <code>https://code.example</code></p>',
  });
  expect(await claim()).toEqual(['https://linked.example/?a=1&b=2']);
  await backend.sql.query('delete from public.blog_posts where id = $1', [id]);
});

test('twelve at a time, the next ones after a minute', async () => {
  const links = Array.from({ length: 20 }, (_, at) => `https://host-${at}.example/`);
  await publish({ challenge: links.join(' ') });
  const first = await claim();
  expect(first).toHaveLength(12);
  const { rows } = await backend.sql.query(
    "select due_at < now() + interval '2 minutes' as soon from private.link_check",
  );
  expect(rows[0]?.soon).toBe(true);
  expect([...first, ...(await claim())].sort()).toEqual(links.toSorted());
});

test('a link is dead when its host says so, or after two days without an answer', async () => {
  const id = await publish({ challenge: 'https://gone.example/ https://down.example/' });
  await claim();
  await settle('https://gone.example/', 'answers with 404', true);
  await settle('https://down.example/', 'does not answer');
  const gone = {
    ...{ what: 'https://gone.example/', problem: 'answers with 404' },
    ...{ kind: 'case-study', id, title: 'Larder' },
  };
  expect(await deadLinks()).toEqual([gone]);
  await settle('https://down.example/', 'does not answer');
  expect(await deadLinks()).toMatchObject([{ what: 'https://down.example/' }, gone]);
  await settle('https://down.example/', null);
  expect(await deadLinks()).toEqual([gone]);
  // Mended, it is neither listed nor kept.
  await backend.sql.query("update public.case_studies set challenge = '' where id = $1", [id]);
  expect(await deadLinks()).toEqual([]);
  await claim();
  const { rows } = await backend.sql.query('select count(*)::int as kept from private.links');
  expect(rows[0]?.kept).toBe(0);
});

test('a picture that the library lacks is named with the document that shows it', async () => {
  const id = await publish({
    hero_image_url: '/storage/v1/object/public/images/lost.webp',
  });
  await createStudy(people.editor, {
    hero_image_url: '/storage/v1/object/public/images/draft.webp',
  });
  expect(await deadLinks()).toEqual([
    {
      ...{ what: 'lost.webp', problem: 'is not in the library', kind: 'case-study', id },
      title: 'Larder',
    },
  ]);
  await backend.sql.query(
    "insert into storage.objects (bucket_id, name) values ('images', 'lost.webp')",
  );
  expect(await deadLinks()).toEqual([]);
  expect(await claim(), 'pictures are not asked for').toEqual([]);
  await backend.sql.query("delete from storage.objects where name = 'lost.webp'");
});
