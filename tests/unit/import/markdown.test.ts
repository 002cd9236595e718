import { expect, test } from 'vitest';
import { fullSizes, planImport } from '../../../scripts/lib/import/plan.ts';
import { readMarkdown } from '../../../scripts/lib/import/read-markdown.ts';
import { readTime, type Export, type ImportRecord } from '../../../scripts/lib/import/records.ts';
import { toMarkdown, withAddresses } from '../../../scripts/lib/import/text.ts';

const SITE = 'https://old.example';

test('front matter in YAML', () => {
  const text = [
    ...[
      '---',
      'title: "On: colons"',
      'date: 2020-03-04 10:00:00 +0200',
      'draft: false',
      'tags: [A, B]',
    ],
    ...[
      'categories: Work',
      'authors:',
      '  - name: Ann',
      'aliases: [/old/one/, two]',
      'image:',
      '  src: ./a.jpg',
    ],
    ...['description: About', '---', '# On: colons', '', 'Text'],
  ].join('\r\n');
  expect(readMarkdown(text, 'posts/one/index.md', SITE)).toMatchObject({
    ...{ kind: 'post', key: 'posts/one/index.md', title: 'On: colons', slug: 'one' },
    ...{ text: { markdown: 'Text' }, excerpt: 'About', status: 'published' },
    ...{
      publishedAt: '2020-03-04T08:00:00.000Z',
      author: 'Ann',
      categories: ['Work'],
      tags: ['A', 'B'],
    },
    ...{ cover: './a.jpg', addresses: [`${SITE}/posts/one`, `${SITE}/old/one/`, `${SITE}/two`] },
  });
});

test('front matter in TOML, a draft, and a day in the name of the file', () => {
  const toml = '+++\ntitle = "T"\ndate = 2020-03-04T10:00:00Z\ndraft = true\n+++\nText';
  expect(readMarkdown(toml, 't.md', SITE)).toMatchObject({
    title: 'T',
    status: 'draft',
    publishedAt: null,
  });
  expect(readMarkdown('# Head\n\nText', '2020-03-04-named.md', SITE)).toMatchObject({
    ...{
      title: 'Head',
      slug: 'named',
      publishedAt: '2020-03-04T00:00:00.000Z',
      text: { markdown: 'Text' },
    },
  });
  expect(readMarkdown('---\na: [\n---\nText', 'broken.md', SITE)).toMatchObject({
    ...{ kind: 'left', what: 'file broken.md' },
    why: expect.stringContaining('front matter cannot be read'),
  });
});

test('relative pictures are files beside the text; tags of a generator are named', async () => {
  const text =
    '![A](./img/a.jpg) ![B](/img/b.png) ![C](../../../etc/c.png)\n\n{{< figure src="x" >}}';
  const records: ImportRecord[] = [readMarkdown(text, 'posts/one.md', SITE)];
  const source: Export = {
    ...{ site: SITE, folder: '/folder', feeds: [], hasArchives: false, lost: [] },
    records: async function* () {
      yield* records;
    },
  };
  const plan = await planImport(source, { posts: new Map(), redirects: [] });
  expect([...plan.pictures.keys()]).toEqual([
    'file:///posts/img/a.jpg',
    'file:///img/b.png',
    'file:///etc/c.png',
  ]);
  expect(plan.notes.map(({ why }) => why)).toEqual([
    'has no title: gets its first words',
    '[figure] stays as text',
    'has no date: gets that of the import',
  ]);
});

test('addresses are replaced where they are links or pictures, and nowhere else', () => {
  const text = [
    ...[
      'See [a *b*](https://o.example/x "T"), <https://o.example/x> and https://o.example/x too.',
      '',
    ],
    ...[
      '`https://o.example/x` ![alt](/a.jpg "title") ![gone](/b.jpg)',
      '',
      '[ref]: https://o.example/x',
      '',
    ],
    '    https://o.example/x',
  ].join('\n');
  const changed = withAddresses(text, ({ address, kind, alt }) => {
    if (kind === 'link') return { url: address === 'https://o.example/x' ? '/new' : address };
    return address === '/b.jpg' ? null : { url: '/images/a.jpg', alt: `${alt}!` };
  });
  expect(changed).toBe(
    [
      ...[
        'See [a *b*](/new "T"), [https://o.example/x](/new) and [https://o.example/x](/new) too.',
        '',
      ],
      ...['`https://o.example/x` ![alt!](/images/a.jpg "title") ', '', '[ref]: /new', ''],
      '    https://o.example/x',
    ].join('\n'),
  );
});

test('Markdown is stored as it was written', () => {
  const markdown = '*  odd *list*\n\n\n***\n';
  expect(
    toMarkdown({ key: 'a.md', text: { markdown }, addresses: [] }, SITE, new Map()).markdown,
  ).toBe(markdown);
});

test.for([
  [
    'https://a.example/x-300x200.jpg?w=3',
    ['https://a.example/x.jpg', 'https://a.example/x-scaled.jpg'],
  ],
  ['https://i0.wp.com/a.example/x.jpg?resize=1', ['https://a.example/x.jpg']],
  [
    'https://a.example/content/images/size/w600/format/webp/x.jpg',
    ['https://a.example/content/images/x.jpg'],
  ],
  ['https://a.example/1920x1080.jpg', ['https://a.example/1920x1080.jpg']],
] as const)('the full size of %s', ([address, full]) => {
  expect(fullSizes(address)).toEqual(full);
});

test('a time without a zone is UTC, and a zero is none', () => {
  expect(readTime('2019-05-04 08:30:00')).toBe('2019-05-04T08:30:00.000Z');
  expect(readTime('Sat, 04 May 2019 08:30:00 +0200')).toBe('2019-05-04T06:30:00.000Z');
  expect([readTime('0000-00-00 00:00:00'), readTime('soon'), readTime(undefined)]).toEqual([
    null,
    null,
    null,
  ]);
});
