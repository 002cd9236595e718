import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openExport } from '../../../scripts/lib/import/open-export.ts';
import { planImport, type Plan } from '../../../scripts/lib/import/plan.ts';
import { readWordPress } from '../../../scripts/lib/import/read-wordpress.ts';
import type { Export, PictureRecord, PostRecord } from '../../../scripts/lib/import/records.ts';
import { toMarkdown } from '../../../scripts/lib/import/text.ts';
import { wordpressExport } from '../../support/wordpress-export.ts';

const SITE = 'https://old.example';
const nothing = { posts: new Map(), redirects: [] };
let folder: string;
let source: Export;
let plan: Plan;

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'import-'));
  await writeFile(`${folder}/export.xml`, wordpressExport(SITE));
  source = await openExport(`${folder}/export.xml`, null);
  plan = await planImport(source, nothing);
});

afterAll(() => rm(folder, { recursive: true }));

async function textOf(key: string) {
  const pictures = new Map<string, PictureRecord>();
  let post: PostRecord | undefined;
  for await (const record of source.records()) {
    if (record.kind === 'picture') pictures.set(record.id, record);
    if (record.kind === 'post' && record.key === key) post = record;
  }
  if (!post) throw new Error(`no post ${key}`);
  return toMarkdown(post, SITE, pictures);
}

test('a text of the block editor becomes Markdown with its pictures, captions and videos', async () => {
  const { markdown } = await textOf('1');
  expect(markdown.split('\n\n')).toEqual([
    `Hello **sea**, see [the other](${SITE}/2019/06/classic/) & more.`,
    `![Waves](${SITE}/wp-content/uploads/2019/05/sea-300x200.jpg)`,
    '_A calm sea_',
    `![](${SITE}/wp-content/uploads/2019/05/boat-1024x768.png)`,
    'https://www.youtube.com/watch?v=dQw4w9WgXcQ',
    '```\n[gallery] <b>\n```',
  ]);
});

test('a text of the older editor gets its paragraphs, and shortcodes are shown or named', async () => {
  const { markdown, notes } = await textOf('2');
  expect(markdown.split('\n\n')).toEqual([
    'One line\\\nand the next.',
    `![](${SITE}/wp-content/uploads/2019/05/sea-300x200.jpg)`,
    '_As it was_',
    'He wrote \\[sic] and \\[gallery].',
    `![](${SITE}/wp-content/uploads/2019/05/sea.jpg)`,
    '_The caption_',
    `![](${SITE}/wp-content/uploads/2019/05/boat.png)`,
    'Inside',
    `${SITE}/wp-content/uploads/a.mp4`,
  ]);
  expect(notes).toEqual([
    'gallery: becomes single pictures',
    'shortcode [contact-form-7]: left out, what it encloses stays',
    'shortcode [box]: left out, what it encloses stays',
    '<form>: left out',
    'video: becomes a link to the old file',
    'frame of https://maps.example/x: left out',
  ]);
});

test('a gallery without a list shows the pictures of its post, and code keeps its shortcodes', async () => {
  const pictures = new Map<string, PictureRecord>();
  for await (const record of source.records()) {
    if (record.kind === 'picture') pictures.set(record.id, record);
  }
  const html = 'A\n\n[gallery columns="2"]\n\n<code>[gallery]</code>';
  const post = { key: '1', text: { html, isPlain: true }, addresses: [] };
  expect(toMarkdown(post, SITE, pictures).markdown.split('\n\n')).toEqual([
    'A',
    `![](${SITE}/wp-content/uploads/2019/05/sea.jpg)`,
    '_The caption_',
    `![](${SITE}/wp-content/uploads/2019/05/boat.png)`,
    '`[gallery]`',
  ]);
});

test('what was not public becomes a draft, what is due later stays scheduled', () => {
  const states = [...plan.posts.values()].map(({ path: at, body }) => [
    at,
    body.status,
    body.publishedAt,
  ]);
  const day = '2019-05-04T08:30:00.000Z';
  expect(states).toEqual([
    ['/blog/sea', 'published', day],
    ['/blog/sea-2', 'published', day],
    ['/blog/more', 'published', day],
    ['/blog/untitled', 'published', day],
    ['/blog/draft', 'draft', null],
    ['/blog/private', 'draft', null],
    ['/blog/secret', 'draft', null],
    ['/blog/later', 'published', '2099-05-04T08:30:00.000Z'],
  ]);
});

test('a post has one category, its author and a cover; entities are letters', () => {
  const [first, , , untitled] = plan.posts.values();
  expect(first?.body).toMatchObject({
    title: 'The sea & the shore — part 1',
    excerpt: 'About the sea.',
    author: 'Ann Lee',
    category: 'Travel & food',
    tags: ['Coast', 'Water'],
  });
  expect(first?.cover).toBe(`${SITE}/wp-content/uploads/2019/05/boat.png`);
  expect(untitled?.body.title).toBe('Nobody gave this text a title at all,');
});

test('copies of a size are one picture at its full size, with the text of the library', () => {
  const uploads = `${SITE}/wp-content/uploads/2019/05`;
  expect([...new Set(plan.pictures.values())]).toEqual([
    {
      addresses: [`${uploads}/sea.jpg`, `${uploads}/sea-300x200.jpg`],
      ...{ alt: 'Grey waves', stem: expect.stringMatching(/^sea-\w{10}$/) },
    },
    {
      addresses: [`${uploads}/boat.png`, `${uploads}/boat-1024x768.png`],
      ...{ alt: '', stem: expect.stringMatching(/^boat-\w{10}$/) },
    },
  ]);
});

test('every old address leads to the new one or is listed', () => {
  const redirects = Object.fromEntries(plan.redirects.map(({ from, to }) => [from, to]));
  expect(redirects).toEqual({
    '/2019/05/sea': '/blog/sea',
    '/2019/06/classic': '/blog/sea-2',
    '/2019/05/%d0%bc%d0%be%d1%80%d0%b5': '/blog/more',
    '/2019/05/untitled': '/blog/untitled',
    '/about-us': '/about',
    '/author/ann': '/blog',
    '/category/travel': '/blog?category=Travel+%26+food',
    '/category/travel/feed': '/feed.xml',
    '/category/travel/coast': '/blog?tag=Coast',
    '/category/travel/coast/feed': '/feed.xml',
    '/tag/water': '/blog?tag=Water',
    '/tag/water/feed': '/feed.xml',
    ...Object.fromEntries(
      ['/feed', '/feed/rss', '/feed/rss2', '/feed/atom', '/rdf', '/comments/feed'].map((feed) => [
        feed,
        '/feed.xml',
      ]),
    ),
    '/2019': '/blog',
    '/2019/05': '/blog',
    '/2019/05/sea/sea.jpg': '/blog/sea',
    '/2019/05/sea/boat.png': '/blog/sea',
    '/2019/05/sea/paper.pdf': '/blog/sea-2',
  });
  const lost = plan.lost.map(({ what }) => what);
  for (const id of [1, 2, 3, 4, 20, 21]) expect(lost).toContain(`/?p=${id}`);
  expect(lost).toEqual(expect.arrayContaining(['/?cat=2', '/?attachment_id=11', '/prices/']));
});

test('what is left out is named', () => {
  expect(plan.notes.map(({ what, why }) => `${what}: ${why}`)).toEqual(
    expect.arrayContaining([
      "post 'Old trash': it is in the trash",
      "product 'Lamp': a kind of a plugin or theme",
      "page 'Prices': left out: pages are not imported",
      "post 'Private': private: becomes a draft",
      "post 'Secret': has a password: becomes a draft",
      "post 'The sea & the shore — part 1': comments: 1 left out",
      `file ${SITE}/wp-content/uploads/2019/05/paper.pdf: only pictures can be stored here`,
    ]),
  );
});

test('ids are the same in every run; a renamed post keeps its address, another one keeps its own', async () => {
  const again = await planImport(source, nothing);
  expect([...again.posts.values()]).toEqual([...plan.posts.values()]);
  const [sea, classic] = [...plan.posts.values()];
  const posts = new Map([
    [sea?.id ?? '', { slug: 'renamed' }],
    ['another', { slug: 'more' }],
  ]);
  const later = await planImport(source, { posts, redirects: [] });
  expect([...later.posts.values()].slice(0, 3).map(({ path: at }) => at)).toEqual([
    '/blog/renamed',
    '/blog/sea',
    '/blog/more-2',
  ]);
  expect(classic?.id).toBe([...later.posts.values()][1]?.id);
});

test('no more redirects than the table takes, those of posts first', async () => {
  const redirects = Array.from({ length: 1498 }, (_, at) => ({ id: `${at}`, from: `/own/${at}` }));
  const full = await planImport(source, { posts: new Map(), redirects });
  expect(full.redirects.map(({ from }) => from)).toEqual(['/2019/05/sea', '/2019/06/classic']);
  expect(full.lost).toContainEqual({
    what: '/about-us/',
    why: '1500 redirects are the most that hosts take',
  });
});

test('an export that ends early is refused', async () => {
  const whole = wordpressExport(SITE);
  async function* half() {
    yield whole.slice(0, 5000);
  }
  const read = async () => {
    for await (const record of readWordPress(half())) void record;
  };
  await expect(read()).rejects.toThrow(/not complete or not XML/);
});
