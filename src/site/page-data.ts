import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { wholeList, type PostPage } from '@/features/posts/api';
import type { Post } from '@/features/posts/model';
import { blogQueries } from '@/features/posts/queries';
import { neighboursOf, relatedTo } from '@/features/posts/related';
import { toSummary, type CaseStudySummary } from '@/features/case-studies/model';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { relatedTo as studiesRelatedTo } from '@/features/case-studies/related';
import { paths } from '@/lib/paths';
import { cropFactsOf } from '@/lib/picture-facts';

/**
 * Removes from the query client what the page at this path does not show: the rest is written into the
 * HTML and downloaded by every visitor. The app fetches the complete data later.
 */
export function removeUnusedData(path: string, queryClient: QueryClient) {
  const key = matchPath(paths.project.pattern, path)?.params.id;
  const study =
    key === undefined
      ? undefined
      : queryClient.getQueryData(caseStudyQueries.published(key).queryKey);
  queryClient.setQueriesData<readonly CaseStudySummary[] | InfiniteData<CaseStudySummary[]>>(
    { queryKey: caseStudyQueries.publishedLists },
    (list) => {
      if (!list) return list;
      if (!('pages' in list)) return list.map(toSummary);
      return { ...list, pages: list.pages.map((page) => page.map(toSummary)) };
    },
  );
  if (study) {
    queryClient.setQueryData(
      caseStudyQueries.newest().queryKey,
      (newest) => newest && studiesRelatedTo(study, newest).map(toSummary),
    );
  }
  queryClient.setQueriesData<PostPage>({ queryKey: blogQueries.publishedLists }, (list) => {
    return list && { ...list, posts: list.posts.map(asInList) };
  });
  const slug = matchPath(paths.post.pattern, path)?.params.id;
  if (slug === undefined) return;
  const post = queryClient.getQueryData(blogQueries.published(slug).queryKey);
  queryClient.setQueryData(blogQueries.recent().queryKey, (recent) => {
    const posts = recent && post && shownBeside(post, recent.posts);
    // The number of all posts would differ in a page that is reused from the last build.
    return posts && { posts, pagination: wholeList(posts.length) };
  });
}

/** The neighbours of a post and those related to it, with what its page shows of them. */
export function shownBeside(post: Post, recent: readonly Post[]): Post[] {
  const { newer, older } = neighboursOf(post, recent);
  const shown = [newer, post, older, ...relatedTo(post, recent)].map((one) => one?.slug);
  return recent
    .filter(({ slug }) => shown.includes(slug))
    .map((one) => ({ ...asInList(one), excerpt: '' }));
}

/** A post in a list has its slug as id, and no alternative text because its title stands beside the picture. */
const asInList = (post: Post): Post => ({
  ...post,
  id: post.slug,
  imageAlt: null,
  pictureFacts: cropFactsOf(post.pictureFacts, post.imageUrl),
  updatedAt: null,
  version: null,
});
