import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { PageHero } from '@/components/layout/page-hero';
import { Section } from '@/components/layout/section';
import { ButtonLink } from '@/components/ui/button';
import { blogContent } from '@brand/texts/blog';
import { pageMeta } from '@/content/page-meta';
import type { PostPage } from '@/features/posts/api';
import { BlogIndex, SamplePosts } from '@/features/posts/components/blog-index';
import { PostFilterBar } from '@/features/posts/components/post-filters';
import { TagLinks } from '@/features/posts/components/tag-links';
import { blogHref, isFiltered, readFilters } from '@/features/posts/filters';
import { blogQueries } from '@/features/posts/queries';
import { blogData } from '@/features/posts/structured-data';
import { NewsletterSection } from '@/features/newsletter/newsletter-section';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const TAGS_SHOWN = 24;

export function BlogPage() {
  const [params] = useSearchParams();
  const { search } = useLocation();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const filters = readFilters(params);
  const posts = useQuery(blogQueries.publishedList(filters));
  const categories = useQuery(blogQueries.categories());
  const tags = useQuery(blogQueries.tags());
  const { meta, hero, newsletter } = blogContent;
  const hasOtherPosts = queryClient
    .getQueriesData<PostPage>({ queryKey: blogQueries.publishedLists })
    .some(([, page]) => page && page.posts.length > 0);
  const isUnreachable = posts.isError && !posts.data && !hasOtherPosts;

  const { page = 1 } = filters;
  useDocumentMeta({
    ...pageMeta({
      ...meta,
      title: page === 1 ? meta.title : `${meta.title}, page ${page}`,
      // Search engines should index the posts, not filtered lists.
      canonical: isFiltered(filters) ? paths.blog : blogHref({ page }),
      social: 'blog',
      structuredData: import.meta.env.SSR && posts.data ? [blogData(posts.data.posts)] : undefined,
    }),
    // The built-in samples.
    noindex: isUnreachable,
  });

  function handleSearch(words: string) {
    const { search: before, ...others } = filters;
    // Each further search replaces the history entry, so that Back leads to the list before the first one.
    void navigate(blogHref({ ...others, search: words, page: 1 }), {
      replace: before !== undefined,
    });
  }

  return (
    <>
      <PageHero
        height="low"
        title={hero.title}
        lead={hero.lead}
        scene="blog"
        actions={
          <ButtonLink to={{ search, hash: newsletter.id }} variant="primary">
            {hero.action}
          </ButtonLink>
        }
      />
      <Section label="Posts" className="pt-10! tablet:pt-16!">
        {isUnreachable ? (
          <SamplePosts query={posts} />
        ) : (
          <>
            <PostFilterBar
              filters={filters}
              categories={categories.data ?? []}
              onSearch={handleSearch}
            />
            <BlogIndex query={posts} filters={filters} />
          </>
        )}
        {tags.data && tags.data.length > 0 && (
          <div className="mt-14">
            <h2 className="sans-heading text-small text-muted">All tags</h2>
            <TagLinks
              tags={tags.data.slice(0, TAGS_SHOWN).map(({ name }) => name)}
              label="All tags"
              className="mt-3"
            />
          </div>
        )}
      </Section>
      <NewsletterSection {...newsletter} />
    </>
  );
}

BlogPage.prepare = (queryClient: QueryClient) =>
  Promise.all([
    queryClient.prefetchQuery(blogQueries.publishedList(readFilters(new URLSearchParams()))),
    queryClient.prefetchQuery(blogQueries.categories()),
    queryClient.prefetchQuery(blogQueries.tags()),
  ]);
