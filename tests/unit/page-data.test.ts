import { QueryClient } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { removeUnusedData } from '@/site/page-data';
import { builtInPosts } from '@/features/posts/mock';
import { blogQueries } from '@/features/posts/queries';
import { neighboursOf, relatedTo } from '@/features/posts/related';

const pagination = { total: builtInPosts.length, page: 1, limit: 50, totalPages: 1 };

test('the page data of a post has neighbours and related posts with only the fields that are shown', () => {
  const post = builtInPosts.at(-1);
  if (!post) throw new Error('no posts');
  const queryClient = new QueryClient();
  queryClient.setQueryData(blogQueries.published(post.slug).queryKey, post);
  queryClient.setQueryData(blogQueries.recent().queryKey, { posts: [...builtInPosts], pagination });

  removeUnusedData(`/blog/${post.slug}`, queryClient);

  expect(queryClient.getQueryData(blogQueries.published(post.slug).queryKey)).toEqual(post);
  const { posts } = queryClient.getQueryData(blogQueries.recent().queryKey) ?? { posts: [] };
  const slugs = (list: readonly ({ slug: string } | undefined)[]) => list.map((one) => one?.slug);
  expect(slugs(relatedTo(post, posts))).toEqual(slugs(relatedTo(post, builtInPosts)));
  expect(neighboursOf(post, posts).newer?.slug).toBe(builtInPosts.at(-2)?.slug);
  expect(posts.length).toBeLessThan(builtInPosts.length);
  for (const { excerpt, updatedAt, version, title } of posts) {
    expect({ excerpt, updatedAt, version }).toEqual({
      excerpt: '',
      updatedAt: null,
      version: null,
    });
    expect(title).not.toBe('');
  }
});
