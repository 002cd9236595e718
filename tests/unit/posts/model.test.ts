import { countWords, readingMinutes } from '@contracts/words/reading-time';
import { expect, test } from 'vitest';
import { samplePosts } from '@brand/samples/posts';
import { readingTime, toPost, toTerm } from '@/features/posts/model';
import { neighboursOf, relatedTo } from '@/features/posts/related';
import { builtInPosts } from '@/features/posts/mock';

const words = (count: number) => Array.from({ length: count }, () => 'word').join(' ');

test.for([
  [0, 1],
  [1, 1],
  [200, 1],
  [201, 2],
  [400, 2],
  [401, 3],
] as const)('BLOG-10, BLOG-11, CONST-8: %i words take %i minutes', ([count, minutes]) => {
  expect(readingTime(`<p>${words(count)}</p>`)).toBe(minutes);
  expect(toPost({ id: '1', title: 'T', content: words(count) })?.readTime).toBe(minutes);
  expect(readingMinutes(countWords(words(count))), 'as the server counts').toBe(minutes);
});

test('BLOG-10: tags do not count as words, and paragraphs are separated', () => {
  expect(readingTime(`<p>${words(100)}</p><p>${words(100)}</p><hr>`)).toBe(1);
  expect(readingTime(`<p>${words(100)}</p><p>${words(101)}</p>`)).toBe(2);
});

test('BLOG-9, DATA-30: missing fields of a post get their defaults', () => {
  expect(toPost({ id: 7, title: 'Bare' })).toEqual({
    id: '7',
    slug: '7',
    title: 'Bare',
    excerpt: '',
    content: '',
    imageUrl: null,
    imageAlt: null,
    pictureFacts: {},
    publishedAt: null,
    updatedAt: null,
    category: 'Uncategorized',
    tags: [],
    readTime: 1,
    author: { name: 'The studio', avatar: null },
    status: 'published',
    version: null,
  });
});

test('BLOG-12: image and date are read as imageUrl and publishedAt', () => {
  const post = toPost({ id: '1', title: 'T', image: '/a.webp', date: '2026-03-01' });
  expect(post).toMatchObject({ imageUrl: '/a.webp', publishedAt: '2026-03-01T00:00:00.000Z' });
});

test('BLOG-12: if both are present, the name of the specification wins', () => {
  const post = toPost({
    id: '1',
    title: 'T',
    image: '/old.webp',
    imageUrl: '/new.webp',
    date: '2020-01-01',
    publishedAt: '2026-03-01T10:00:00Z',
  });
  expect(post).toMatchObject({ imageUrl: '/new.webp', publishedAt: '2026-03-01T10:00:00.000Z' });
});

test('DATA-30: an author is a name and an avatar, or a name alone', () => {
  const author = { name: 'Ada', avatar: '/ada.webp' };
  expect(toPost({ id: '1', title: 'T', author })?.author).toEqual(author);
  expect(toPost({ id: '1', title: 'T', author: 'Ada' })?.author).toEqual({
    name: 'Ada',
    avatar: null,
  });
});

test.for([null, 'text', 42, [], {}, { id: '1' }, { title: 'T' }, { id: '1', title: ' ' }])(
  '%j is refused as a post',
  (raw) => {
    expect(toPost(raw)).toBeNull();
  },
);

test('an invalid date is null', () => {
  expect(toPost({ id: '1', title: 'T', date: 'soon' })?.publishedAt).toBeNull();
});

test('BLOG-13: terms are read from names or objects', () => {
  expect(toTerm('Design')).toEqual({ name: 'Design', slug: 'Design', count: null });
  expect(toTerm({ name: 'Design', slug: 'design', count: 3 })).toEqual({
    name: 'Design',
    slug: 'design',
    count: 3,
  });
  expect(toTerm({ slug: 'x' })).toBeNull();
});

test('BLOG-5, CONST-8: six complete sample posts within the limits', () => {
  expect(samplePosts).toHaveLength(6);
  expect(builtInPosts).toHaveLength(6);
  expect(new Set(samplePosts.map(({ id }) => id)).size).toBe(6);
  for (const post of builtInPosts) {
    const length = post.content.replace(/<[^>]*>/g, ' ').split(/\s+/).length;
    expect(length, post.title).toBeGreaterThan(95);
    expect(length, post.title).toBeLessThan(210);
    expect(post.excerpt, post.title).not.toBe('');
    expect(post.tags.length, post.title).toBeGreaterThan(0);
    expect(post.author.avatar, post.title).toMatch(/^\/images\/team-/);
  }
  const dates = samplePosts.map(({ publishedAt }) => publishedAt);
  expect(dates).toEqual(dates.toSorted().reverse());
});

test('the three most related posts, the closest first; its neighbours last', () => {
  const [post, ...others] = ['A', 'B', 'C', 'D', 'E'].flatMap((title, index) => {
    const category = index === 0 || index === 3 ? 'Design' : 'Other';
    return toPost({ id: title, title, category, tags: index === 4 ? ['x'] : [] }) ?? [];
  });
  if (!post) throw new Error('no post');
  const tagged = { ...post, tags: ['x'] };
  expect(relatedTo(tagged, [tagged, ...others]).map(({ id }) => id)).toEqual(['D', 'E', 'C']);
  const list = [...others.slice(2), tagged, ...others.slice(0, 2)];
  expect(relatedTo(tagged, list).map(({ id }) => id)).toEqual(['D', 'C', 'E']);
});

test('the newest post has no next one and the oldest no previous one', () => {
  const [first, second, third] = builtInPosts;
  if (!first || !second || !third) throw new Error('no posts');
  const list = [first, second, third];
  expect(neighboursOf(first, list)).toEqual({ newer: undefined, older: second });
  expect(neighboursOf(second, list)).toEqual({ newer: first, older: third });
  expect(neighboursOf(third, list)).toEqual({ newer: second, older: undefined });
  expect(neighboursOf({ ...first, slug: 'x' }, list)).toEqual({
    newer: undefined,
    older: undefined,
  });
});
