import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { ownCard } from '@/content/social-cards';
import { listCaseStudiesAfter, listTopics } from '@/features/case-studies/api';
import type { CaseStudy } from '@/features/case-studies/model';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { blog } from '@/features/posts/api';
import type { Post } from '@/features/posts/model';
import { blogQueries } from '@/features/posts/queries';
import { paths } from '@/lib/paths';
import { focusOf, type Focus } from '@/lib/picture-facts';

/** An answer of the backend that a page needs, read before the page is rendered. */
export type Seed = readonly [QueryKey, unknown];

export type ListedPage = {
  path: string;
  /** A page of the site itself, not one made from content. */
  isFixed?: boolean;
  /** ISO 8601; only studies and posts have one. */
  updatedAt?: string;
  /** The texts and picture of its social card, if it has its own. */
  card?: {
    path: string;
    eyebrow: string;
    title: string;
    picture: string | null;
    focus?: Focus | undefined;
    tone?: 'day' | 'night';
  };
  seeds?: Seed[];
};

const STUDIES_AT_ONCE = 100;
/** The largest page of the function. */
const POSTS_AT_ONCE = 50;
const BEFORE_EVERY_ID = '00000000-0000-0000-0000-000000000000';

/** Every page that belongs in the sitemap, in portions, so that pages are drawn while the next are read. */
export async function* listPages(): AsyncGenerator<ListedPage[]> {
  yield [
    paths.home,
    paths.about,
    paths.services.pattern,
    paths.projects,
    paths.blog,
    paths.contact,
    paths.privacy,
    paths.terms,
    paths.cookie,
  ].map((path) => ({ path, isFixed: true }));
  yield await listServices();
  yield* listStudies();
  yield* listPosts();
}

/** What the page of every study and post shows, read once for all of them. */
export async function readShared(): Promise<Seed[]> {
  const queryClient = new QueryClient();
  await Promise.all([
    queryClient.fetchInfiniteQuery(caseStudyQueries.publishedList()),
    queryClient.fetchQuery(blogQueries.recent()),
  ]);
  return queryClient
    .getQueryCache()
    .getAll()
    .map(({ queryKey, state }) => [queryKey, state.data]);
}

/** The studies of each service. */
async function listServices(): Promise<ListedPage[]> {
  const topics = await listTopics();
  return topics
    .filter(({ kind }) => kind === 'service')
    .map(({ slug }) => ({ path: paths.projectsOfService.to(slug) }));
}

async function* listStudies(): AsyncGenerator<ListedPage[]> {
  let last = BEFORE_EVERY_ID;
  for (;;) {
    const studies = await listCaseStudiesAfter(last, STUDIES_AT_ONCE);
    yield studies.map(pageOfStudy);
    if (studies.length < STUDIES_AT_ONCE) return;
    last = studies.at(-1)?.id ?? last;
  }
}

function pageOfStudy(study: CaseStudy): ListedPage {
  const { id, slug, updatedAt, clientName, category, title, heroImageUrl, pictureFacts } = study;
  const { url } = ownCard('case-study', id, title);
  // Some studies are named after their client.
  const eyebrow = clientName && clientName !== title ? clientName : category;
  const focus = focusOf(pictureFacts, heroImageUrl);
  return {
    path: paths.project.to(slug),
    updatedAt,
    card: { path: url, eyebrow, title, picture: heroImageUrl, focus },
    seeds: [[caseStudyQueries.published(slug).queryKey, study]],
  };
}

async function* listPosts(): AsyncGenerator<ListedPage[]> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await blog.getPosts(
      { page, limit: POSTS_AT_ONCE },
      { asVisitor: true },
    );
    if (error) throw error;
    yield data.posts.map(pageOfPost);
    if (page >= data.pagination.totalPages) return;
  }
}

function pageOfPost({
  id,
  slug,
  updatedAt,
  category,
  title,
  imageUrl,
  pictureFacts,
}: Post): ListedPage {
  const { url } = ownCard('post', id, title);
  const card = {
    path: url,
    eyebrow: category,
    title,
    picture: imageUrl,
    focus: focusOf(pictureFacts, imageUrl),
    tone: 'night' as const,
  };
  return { path: paths.post.to(slug), ...(updatedAt === null ? {} : { updatedAt }), card };
}
