import fc from 'fast-check';
import { JSDOM } from 'jsdom';
import { expect, test, vi } from 'vitest';
import { createFeeds } from '../../../scripts/lib/build/feeds.ts';
import { createSitemap } from '../../../scripts/lib/build/sitemap.ts';
import { toJsonLd } from '@/lib/structured-data';

const site = { name: 'Cumulus & Craft', description: 'A <small> agency', email: 'a@b.example' };
const addresses = { siteUrl: 'https://site.example', mediaUrl: 'https://media.example' };

const post = (fields: Partial<Parameters<typeof createFeeds>[0][number]> = {}) => ({
  slug: 'naming-colors',
  title: 'Naming colors & more',
  excerpt: 'Why <red> is no name.',
  content:
    '<p>See <a href="/services#web">this</a>, <a href="https://w3.org/">that</a>.</p>' +
    '<img src="/storage/v1/object/public/images/seed/a.webp" alt="A ]]> cat">',
  imageUrl: '/storage/v1/object/public/images/seed/cover.webp',
  publishedAt: '2026-07-23T08:30:00Z',
  updatedAt: '2026-07-24T08:30:00Z',
  category: 'Design',
  tags: ['Color', 'Brand'],
  author: { name: 'Theo Marsh' },
  ...fields,
});

const rssOf = (posts: Parameters<typeof createFeeds>[0]) =>
  new JSDOM(createFeeds(posts, site, addresses).rss, { contentType: 'text/xml' }).window.document;

test('the RSS feed is well formed and has the fields that RSS 2.0 requires', () => {
  const rss = rssOf([post()]);
  expect(rss.documentElement.tagName).toBe('rss');
  expect(rss.documentElement.getAttribute('version')).toBe('2.0');
  const text = (path: string) => rss.querySelector(path)?.textContent;
  expect(text('channel > title')).toBe('Cumulus & Craft: Blog');
  expect(text('channel > link')).toBe('https://site.example/blog');
  expect(text('channel > description')).toBe('A <small> agency');
  expect(text('item > title')).toBe('Naming colors & more');
  expect(text('item > link')).toBe('https://site.example/blog/naming-colors');
  expect(text('item > guid')).toBe('https://site.example/blog/naming-colors');
  expect(text('item > description')).toBe('Why <red> is no name.');
  expect(text('item > pubDate')).toBe('Thu, 23 Jul 2026 08:30:00 GMT');
  expect([...rss.querySelectorAll('item > category')].map((tag) => tag.textContent)).toEqual([
    'Design',
    'Color',
    'Brand',
  ]);
});

test('the JSON feed has the fields that JSON Feed 1 requires', () => {
  const feed = JSON.parse(createFeeds([post()], site, addresses).json);
  expect(feed).toMatchObject({
    version: 'https://jsonfeed.org/version/1',
    title: 'Cumulus & Craft: Blog',
    home_page_url: 'https://site.example/blog',
    feed_url: 'https://site.example/feed.json',
  });
  expect(feed.items).toMatchObject([
    {
      id: 'https://site.example/blog/naming-colors',
      url: 'https://site.example/blog/naming-colors',
      title: 'Naming colors & more',
      summary: 'Why <red> is no name.',
      date_published: '2026-07-23T08:30:00.000Z',
      image: 'https://media.example/storage/v1/object/public/images/seed/cover.webp',
    },
  ]);
});

test('a cover drawn for the site has the origin of the site', () => {
  const cover = post({ imageUrl: '/images/placeholder-1-960.webp' });
  expect(JSON.parse(createFeeds([cover], site, addresses).json).items[0].image).toBe(
    'https://site.example/images/placeholder-1-960.webp',
  );
});

test('URLs inside the text are absolute', () => {
  const { json } = createFeeds([post()], site, addresses);
  const html = JSON.parse(json).items[0].content_html;
  expect(html).toContain('href="https://site.example/services#web"');
  expect(html).toContain('href="https://w3.org/"');
  expect(html).toContain('src="https://media.example/storage/v1/object/public/images/seed/a.webp"');
  const content = rssOf([post()]).getElementsByTagName('content:encoded')[0]?.textContent;
  expect(content).toBe(html);
});

test('a blog without posts is a feed without items', () => {
  expect(rssOf([]).querySelector('item')).toBeNull();
  expect(JSON.parse(createFeeds([], site, addresses).json).items).toEqual([]);
});

test.for([
  ['a date that is none', { publishedAt: 'infinity' }],
  ['a date before our calendar', { updatedAt: '-000043-03-15T00:00:00.000Z' }],
  ['a control character', { title: 'a\u0001b' }],
  ['a code point XML forbids', { tags: ['a\uffff'] }],
  ['half a surrogate pair', { excerpt: 'a\ud800' }],
] as const)('a post with %s is not in the feeds, the others are', ([, fields]) => {
  const leaveOut = vi.fn();
  const posts = [post({ ...fields, tags: [...('tags' in fields ? fields.tags : [])] }), post()];
  const { rss, json } = createFeeds(posts, site, addresses, leaveOut);
  const document = new JSDOM(rss, { contentType: 'text/xml' }).window.document;
  expect(document.querySelectorAll('item')).toHaveLength(1);
  expect(JSON.parse(json).items).toHaveLength(1);
  expect(leaveOut).toHaveBeenCalledExactlyOnceWith(
    '/blog/naming-colors',
    expect.stringContaining('not in the feeds'),
  );
});

test('a picture without an address is left out of the feeds, its post is not', () => {
  const { json } = createFeeds([post({ imageUrl: 'https://' })], site, addresses);
  expect(JSON.parse(json).items[0]).not.toHaveProperty('image');
});

test.for(['</script>', ']]>', '\u2028', '\u202e', 'مقهى 😀', '<!-- &amp; "\''])(
  'both feeds stay well formed with the text %j',
  (sign) => {
    const hostile = post({ title: sign, excerpt: sign, category: sign, tags: [sign] });
    expect(rssOf([hostile]).querySelector('item > title')?.textContent).toBe(sign);
    expect(JSON.parse(createFeeds([hostile], site, addresses).json).items[0].title).toBe(sign);
  },
);

test('a post whose code ends a section twice leaves the feed whole', () => {
  const title = 'x ]]> y ]]> z';
  const content = '<pre><code>if (a[b[0]]>1) {}\nif (c[d[1]]>2) {}</code></pre>';
  const rss = rssOf([post({ title, content, category: title, excerpt: title }), post()]);
  expect(rss.querySelectorAll('item')).toHaveLength(2);
  expect(rss.querySelector('item > title')?.textContent).toBe(title);
  expect(rss.querySelector('item > category')?.textContent).toBe(title);
  expect(rss.getElementsByTagName('content:encoded')[0]?.textContent).toBe(content);
  const { items } = JSON.parse(createFeeds([post({ title, content })], site, addresses).json);
  expect(items).toMatchObject([{ title, content_html: content }]);
});

const hostile = fc
  .array(
    fc.oneof(
      fc.constantFrom(
        ...[
          ']]>',
          ']]',
          '>',
          '<![CDATA[',
          '</title>',
          '&',
          '&#0;',
          '<?',
          '-->',
          '"',
          "'",
          '\u0001',
        ],
        ...[
          '\ud800',
          '\udfff',
          '\uffff',
          '\u{f0000}',
          '\u2028',
          '\u202e',
          '\ufeff',
          '\t',
          '\n',
          '😀',
        ],
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 8 },
  )
  .map((parts) => parts.join(''));

test('any text of a post makes well-formed feeds that hold it, or leaves the post out', () => {
  fc.assert(
    fc.property(hostile, hostile, hostile, hostile, (title, excerpt, tag, name) => {
      const posts = [
        post({ title, excerpt, tags: [tag], author: { name }, content: `<p>${excerpt}</p>` }),
        post({ title: 'Last' }),
      ];
      const { json } = createFeeds(posts, site, addresses);
      const items = [...rssOf(posts).querySelectorAll('item')];
      const textOf = (path: string) => items[0]?.querySelector(path)?.textContent ?? '';
      expect(items.at(-1)?.querySelector('title')?.textContent).toBe('Last');
      expect(JSON.parse(json).items).toHaveLength(items.length);
      if (items.length === 1) return;
      // XML has one sort of line end, and the private mark of the writer is no text.
      const kept = (text: string) => text.replaceAll('\u{f0000}', '').replaceAll(/\r\n?/g, '\n');
      expect([textOf('title'), textOf('description')]).toEqual([kept(title), kept(excerpt)]);
      expect(items[0]?.getElementsByTagName('content:encoded')[0]?.textContent).toBe(
        `<p>${kept(excerpt)}</p>`,
      );
    }),
    { numRuns: 120 },
  );
});

test('any path and time makes a well-formed sitemap', () => {
  fc.assert(
    fc.property(hostile, hostile, (path, modifiedAt) => {
      const files = createSitemap(
        [{ path: `/${encodeURI(path.replace(/\p{Cs}/gu, ''))}`, modifiedAt }],
        addresses.siteUrl,
      );
      const sitemap = new JSDOM(files['sitemap.xml'] ?? '', { contentType: 'text/xml' }).window
        .document;
      expect(sitemap.querySelectorAll('url > loc')).toHaveLength(1);
    }),
    { numRuns: 100 },
  );
});

test('any text makes structured data that a parser reads inside a page', () => {
  fc.assert(
    fc.property(hostile, (name) => {
      const json = toJsonLd([{ '@type': 'Thing', name }], addresses.siteUrl);
      const page = new JSDOM(`<script type="application/ld+json">${json}</script><p>after</p>`);
      const script = page.window.document.querySelector('script')?.textContent ?? '';
      expect(JSON.parse(script)['@graph'][0].name ?? '').toBe(name);
      expect(page.window.document.querySelector('p')?.textContent).toBe('after');
    }),
    { numRuns: 100 },
  );
});

test.for([
  ['/storage/v1/object/public/images/a.jpg', 'image/jpeg'],
  ['/storage/v1/object/public/images/a.JPEG?v=1', 'image/jpeg'],
  ['/images/placeholder-1-960.webp', 'image/webp'],
])('the cover %s has the type %s', ([imageUrl, type]) => {
  const enclosure = rssOf([post({ imageUrl })]).querySelector('enclosure');
  expect(enclosure?.getAttribute('type')).toBe(type);
  const picture = { type: 'image/png', length: 4711 };
  const measured = rssOf([post({ imageUrl, picture })]).querySelector('enclosure');
  expect(measured?.getAttribute('type')).toBe('image/png');
  expect(measured?.getAttribute('length')).toBe('4711');
});
