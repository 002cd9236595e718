import { expect, test, vi } from 'vitest';
import { ALT_PLACEHOLDER, checkPost } from '@/features/posts/checklist';
import { emptyPostInput, type PostInput } from '@/features/posts/fields';
import { renderPost } from '@/lib/render-post';

const good: PostInput = {
  ...emptyPostInput,
  title: 'Eleven crates',
  slug: 'eleven-crates',
  excerpt: 'What building a shop on a cargo bike taught us about limits, and why we ask for them.',
  imageUrl: '/images/bike.png',
  imageAlt: 'A bike',
  category: 'Craft',
  tags: ['Shops'],
  markdown: '## One\n\n[Mail](mailto:a@example.com)\n\n### Two\n\n![Bike](/images/b.png)',
};

function open(changes: Partial<PostInput>) {
  const input = { ...good, ...changes };
  return checkPost(input, renderPost(input.markdown).html, {})
    .filter(({ state }) => state === 'todo')
    .map(({ label }) => label);
}

test('a complete post has nothing on its checklist', () => {
  expect(open({})).toEqual([]);
});

test('a picture of the site is a valid address on every host', () => {
  vi.stubEnv('VITE_SUPABASE_URL', 'http://localhost:5173');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
  const picture = '/storage/v1/object/public/images/bike.webp';
  for (const address of [picture, `http://localhost:5173${picture}`]) {
    expect(open({ markdown: `![Bike](${address})` })).toEqual([]);
  }
});

test.for<[string, Partial<PostInput>, string[]]>([
  ['a short excerpt', { excerpt: 'Short' }, ['Excerpt of a good length']],
  ['a very long title', { title: 'x'.repeat(71) }, ['Title that fits search results']],
  ['no cover', { imageUrl: '' }, ['Cover']],
  ['a cover without words', { imageAlt: ' ' }, ['Alternative text for the cover']],
  ['no text', { markdown: '' }, ['Text']],
  [
    'embed code',
    { markdown: 'a\n\n<iframe src="https://a.example"></iframe>' },
    ['No embed code in the text'],
  ],
  [
    'a picture without words',
    { markdown: '![](/images/b.png)' },
    ['Alternative text for every picture in the text'],
  ],
  [
    'a pasted picture without alt text',
    { markdown: `![${ALT_PLACEHOLDER}](/images/b.png)` },
    ['Alternative text for every picture in the text'],
  ],
  ['a heading of the first level', { markdown: '# One' }, ['Headings in order']],
  ['a heading level left out', { markdown: '## One\n\n#### Four' }, ['Headings in order']],
  ['the address the toolbar leaves open', { markdown: '[here](url)' }, ['Valid links']],
  ['a script for an address', { markdown: '[here](javascript:alert)' }, ['Valid links']],
  ['no tag', { tags: [] }, ['Category and tags']],
])('the checklist has a line for %s', ([, changes, expected]) => {
  expect(open(changes)).toEqual(expected);
});

test('a number sign inside code is not a heading', () => {
  expect(open({ markdown: '```sh\n# comment\n```' })).toEqual([]);
});

test('an unclosed code block extends to the end, and a block closes with its own fence', () => {
  expect(open({ markdown: '~~~~\n# comment\n~~~\n# comment' })).toEqual([]);
  expect(open({ markdown: '````\n```\n# comment\n````\n\n# One' })).toEqual(['Headings in order']);
});

test('a picture that is a link is checked for both addresses', () => {
  expect(open({ markdown: '[![Bike](/images/b.png)](url)' })).toEqual(['Valid links']);
});

test.for(['['.repeat(100_000), '`'.repeat(100_000), '~'.repeat(99_999)])(
  'a hostile text is checked in linear time',
  (markdown) => {
    expect(checkPost({ ...good, markdown }, '', {})).not.toEqual([]);
  },
);
