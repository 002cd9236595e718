import { expect, onTestFinished, test, vi } from 'vitest';
import { builtInPosts, createMockBlog } from '@/features/posts/mock';
import { samplePosts } from '@brand/samples/posts';
import type { SamplePost } from '@/content/samples';

function withFakeTime() {
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
  });
}

async function soon<Value>(work: Promise<Value>): Promise<Value> {
  const [value] = await Promise.all([work, vi.runAllTimersAsync()]);
  return value;
}

test.for([
  [0, 200],
  [0.5, 500],
  [1, 800],
] as const)(
  'BLOGAPI-15: with a random number of %d it answers after %i ms',
  async ([chance, delay]) => {
    withFakeTime();
    vi.spyOn(Math, 'random').mockReturnValue(chance);
    const done = vi.fn();
    void createMockBlog().getPosts().then(done);
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(done).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1);
    expect(done).toHaveBeenCalled();
  },
);

test('BLOGAPI-15, DATA-18, CONST-8: ten to a page', async () => {
  withFakeTime();
  const [post] = builtInPosts;
  if (!post) throw new Error('no post');
  const many = Array.from({ length: 23 }, (_, index) => ({ ...post, id: `${index}` }));
  const { data } = await soon(createMockBlog(many).getPosts({ page: 3 }));
  expect(data?.posts.map(({ id }) => id)).toEqual(['20', '21', '22']);
  expect(data?.pagination).toEqual({ total: 23, page: 3, limit: 10, totalPages: 3 });
});

test('category, tag and search narrow the list', async () => {
  withFakeTime();
  const mock = createMockBlog();
  const titles = async (filters: Parameters<typeof mock.getPosts>[0]) =>
    (await soon(mock.getPosts(filters))).data?.posts.map(({ title }) => title);
  const [{ title, category, tags }] = samplePosts as readonly [SamplePost];
  const titlesOf = (isIn: (post: SamplePost) => boolean) =>
    samplePosts.filter(isIn).map((post) => post.title);
  await expect(titles({ category: category.toLowerCase() })).resolves.toEqual(
    titlesOf((post) => post.category === category),
  );
  await expect(titles({ tag: tags[0] })).resolves.toEqual(
    titlesOf((post) => post.tags.includes(tags[0] ?? '')),
  );
  await expect(titles({ search: title.toUpperCase() })).resolves.toEqual([title]);
  await expect(titles({ search: 'zeppelin' })).resolves.toEqual([]);
});

test('BLOGAPI-16: a missing post', async () => {
  withFakeTime();
  const mock = createMockBlog();
  await expect(soon(mock.getPost('x'))).resolves.toMatchObject({
    error: { code: 'NOT_FOUND', message: 'Blog post with ID x not found', severity: 'low' },
    status: 404,
  });
});

test('categories and tags are those of the posts', async () => {
  withFakeTime();
  const [post] = builtInPosts;
  if (!post) throw new Error('no post');
  const mock = createMockBlog([{ ...post, category: 'Design', tags: ['x', 'y'] }]);
  await expect(soon(mock.getCategories())).resolves.toMatchObject({ data: [{ name: 'Design' }] });
  await expect(soon(mock.getTags())).resolves.toMatchObject({
    data: [
      { name: 'x', count: 1 },
      { name: 'y', count: 1 },
    ],
  });
});
