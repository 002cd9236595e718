import { expect, test } from 'vitest';
import { planImport } from '../../../scripts/lib/import/plan.ts';
import { readGhost } from '../../../scripts/lib/import/read-ghost.ts';
import type { Export, PostRecord } from '../../../scripts/lib/import/records.ts';
import { toMarkdown } from '../../../scripts/lib/import/text.ts';

const SITE = 'https://ghost.example';
const lexical = {
  root: {
    type: 'root',
    children: [
      { type: 'extended-heading', tag: 'h2', children: [{ type: 'text', text: 'Head' }] },
      {
        type: 'paragraph',
        children: [
          { type: 'text', text: 'Plain & ' },
          { type: 'extended-text', text: 'both', format: 3 },
          { type: 'linebreak' },
          { type: 'link', url: '__GHOST_URL__/first/', children: [{ type: 'text', text: 'link' }] },
        ],
      },
      {
        type: 'list',
        listType: 'number',
        children: [{ type: 'listitem', children: [{ type: 'text', text: 'one' }] }],
      },
      {
        type: 'image',
        src: '__GHOST_URL__/content/images/size/w600/2020/01/a.jpg',
        alt: 'A',
        caption: 'Cap',
      },
      { type: 'codeblock', language: 'ts', code: 'a < b' },
      { type: 'markdown', markdown: '* one\n* two' },
      { type: 'signup', children: [] },
    ],
  },
};
const mobiledoc = {
  version: '0.3.1',
  markups: [['strong'], ['a', ['href', 'https://else.example/']]],
  atoms: [['soft-return', '', {}]],
  cards: [
    ['image', { src: '/content/images/2020/01/b.png', alt: 'B' }],
    ['hr', {}],
  ],
  sections: [
    [
      1,
      'p',
      [
        [0, [], 0, 'Some '],
        [0, [0], 1, 'bold'],
        [1, [], 0, 0],
        [0, [1], 1, 'out'],
      ],
    ],
    [10, 0],
    [10, 1],
    [3, 'ul', [[[0, [], 0, 'item']]]],
  ],
};
const post = (id: string, more: object) => ({
  ...{
    id,
    title: `Title ${id}`,
    slug: `slug-${id}`,
    status: 'published',
    type: 'post',
    visibility: 'public',
  },
  ...{ html: null, lexical: null, mobiledoc: null, custom_excerpt: null, feature_image: null },
  ...{ published_at: '2020-01-02T03:04:05.000Z' },
  ...more,
});
const json = JSON.stringify({
  db: [
    {
      meta: { version: '5.0.0' },
      data: {
        posts: [
          post('1', {
            html: '<p>One <a href="__GHOST_URL__/slug-2/">two</a></p>',
            feature_image: '__GHOST_URL__/content/images/2020/01/a.jpg',
          }),
          post('2', { lexical: JSON.stringify(lexical) }),
          post('3', { mobiledoc: JSON.stringify(mobiledoc), visibility: 'paid' }),
          post('4', { status: 'draft', title: '(Untitled)', html: '<p>Words first</p>' }),
          post('5', { type: 'page', slug: 'contact' }),
        ],
        tags: [
          { id: 't1', name: 'News', slug: 'news' },
          { id: 't2', name: '#hidden', slug: 'hash-hidden' },
          { id: 't3', name: 'Later', slug: 'later' },
        ],
        users: [{ id: 'u1', name: 'Ann', slug: 'ann' }],
        posts_tags: [
          { post_id: '1', tag_id: 't3', sort_order: 2 },
          { post_id: '1', tag_id: 't2', sort_order: 1 },
          { post_id: '1', tag_id: 't1', sort_order: 0 },
        ],
        posts_authors: [{ post_id: '1', author_id: 'u1', sort_order: 0 }],
        posts_meta: [{ post_id: '1', feature_image_alt: 'Cover' }],
      },
    },
  ],
});
const source: Export = {
  ...{ site: SITE, folder: null, feeds: ['/rss/'], hasArchives: false, lost: [] },
  records: async function* () {
    yield* readGhost(json, SITE);
  },
};

function textOf(key: string) {
  const found = [...readGhost(json, SITE)].find(
    (one): one is PostRecord => one.kind === 'post' && one.key === key,
  );
  if (!found) throw new Error(`no post ${key}`);
  return toMarkdown(found, SITE, new Map());
}

test('a text of each editor becomes Markdown', () => {
  expect(textOf('2').markdown.split('\n\n')).toEqual([
    '## Head',
    `Plain & _**both**_\\\n[link](${SITE}/first/)`,
    '1. one',
    `![A](${SITE}/content/images/size/w600/2020/01/a.jpg)`,
    '_Cap_',
    '```ts\na < b\n```',
    '* one\n* two',
  ]);
  expect(textOf('2').notes).toEqual(["card 'signup': left out"]);
  expect(textOf('3').markdown.split('\n\n')).toEqual([
    'Some **bold**\\\n[out](https://else.example/)',
    `![B](${SITE}/content/images/2020/01/b.png)`,
    '---',
    '- item',
  ]);
});

test('the first tag is the category; internal tags and texts for members are named', async () => {
  const plan = await planImport(source, { posts: new Map(), redirects: [] });
  const [first, , third, fourth] = plan.posts.values();
  expect(first?.body).toMatchObject({
    category: 'News',
    tags: ['Later'],
    author: 'Ann',
    imageAlt: 'Cover',
  });
  expect([third?.body.status, fourth?.body.status, fourth?.body.title]).toEqual([
    'draft',
    'draft',
    'Words first',
  ]);
  expect([...new Set(plan.pictures.values())].map(({ addresses }) => addresses)).toEqual([
    [`${SITE}/content/images/2020/01/a.jpg`, `${SITE}/content/images/size/w600/2020/01/a.jpg`],
    [`${SITE}/content/images/2020/01/b.png`],
  ]);
  expect(plan.notes).toContainEqual({
    kind: 'left',
    what: "tag '#hidden'",
    why: 'visitors of Ghost do not see it',
  });
  expect(plan.notes).toContainEqual({
    what: "post 'Title 3'",
    why: 'only for paid: becomes a draft',
  });
  expect(plan.redirects.map(({ from, to }) => `${from} ${to}`)).toEqual([
    '/slug-1 /blog/slug-1',
    '/slug-2 /blog/slug-2',
    '/author/ann /blog',
    '/tag/news /blog?category=News',
    '/tag/news/rss /feed.xml',
    '/tag/later /blog?tag=Later',
    '/tag/later/rss /feed.xml',
    '/rss /feed.xml',
  ]);
});

test('another JSON file is refused', () => {
  expect(() => [...readGhost('{"a": 1}', SITE)]).toThrow(/no export of Ghost/);
  expect(() => [...readGhost('{"db": [', SITE)]).toThrow(/not complete/);
});
