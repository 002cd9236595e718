import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { projectsContent } from '@brand/texts/projects';
import { ownCardPath } from '@/content/social-cards';
import {
  listCaseStudiesById,
  listCaseStudyHeads,
  listTopics,
  type CaseStudyHead,
} from '@/features/case-studies/api';
import { toSummary, type CaseStudy, type CaseStudySummary } from '@/features/case-studies/model';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { relatedTo } from '@/features/case-studies/related';
import { blog } from '@/features/posts/api';
import type { Post } from '@/features/posts/model';
import { blogQueries } from '@/features/posts/queries';
import { variantAtLeast } from '@/lib/image-url';
import { paths } from '@/lib/paths';
import { focusOf, type Focus } from '@/lib/picture-facts';
import { shownBeside } from './page-data';
import { FIXED_PATHS } from './pages';

/** An answer of the backend that a page needs, read before the page is rendered. */
export type Seed = readonly [QueryKey, unknown];

export type ListedPage = {
  path: string;
  /** A page of the site itself, not one made from content. */
  isFixed?: boolean;
  /** ISO 8601; only studies and posts have one. */
  updatedAt?: string;
  /** Of studies and posts: all that the page depends on besides its path and the code. */
  facts?: unknown;
  isReused?: boolean;
  /** The texts and picture of its social card, if it has its own. */
  card?: {
    path: string;
    eyebrow: string;
    title: string;
    /** The image, and a smaller variant that is large enough. */
    picture: { original: string; variant: string } | null;
    focus?: Focus | undefined;
    tone?: 'day' | 'night';
  };
  seeds?: Seed[];
};

/** What the pages of all studies and posts choose from, read once for all of them. */
export type Shared = { studies: CaseStudySummary[]; posts: Post[]; seeds: Seed[] };

/**
 * Reuses the file of the last build if path, code and facts are unchanged.
 *
 * @returns whether it did; then card and seeds are not needed
 */
export type ReusePage = (page: ListedPage) => boolean;

/** Size of the picture on a social card (scripts/lib/build/social-cards/draw.ts). */
const CARD_PICTURE = { width: 468, height: 292 };
/** The ids are sent in the address, whose length is limited. */
const STUDIES_AT_ONCE = 100;
const POSTS_AT_ONCE = 100;

/**
 * Every page that belongs in the sitemap, in portions, so that pages are rendered while the next are read.
 *
 * @param reusePage missing where every page is rendered
 */
export async function* listPages(
  shared: Shared,
  reusePage?: ReusePage,
): AsyncGenerator<ListedPage[]> {
  yield FIXED_PATHS.map((path) => ({ path, isFixed: true }));
  yield await listServices();
  yield* listStudies(shared, reusePage);
  yield* listPosts(shared, reusePage);
}

export async function readShared(): Promise<Shared> {
  const queryClient = new QueryClient();
  const [studies, recent] = await Promise.all([
    queryClient.fetchQuery(caseStudyQueries.newest()).then((newest) => newest.map(toSummary)),
    queryClient.fetchQuery(blogQueries.recent()),
  ]);
  const seeds: Seed[] = [
    [caseStudyQueries.newest().queryKey, studies],
    [blogQueries.recent().queryKey, recent],
  ];
  return { studies, posts: recent.posts, seeds };
}

/** The studies of each service. */
async function listServices(): Promise<ListedPage[]> {
  const topics = await listTopics();
  return topics
    .filter(({ kind }) => kind === 'service')
    .map(({ slug, name }) => ({
      path: paths.projectsOfService.to(slug),
      card: {
        path: ownCardPath('service', slug),
        eyebrow: projectsContent.meta.title,
        title: name,
        picture: null,
      },
    }));
}

async function* listStudies(
  { studies }: Shared,
  reusePage?: ReusePage,
): AsyncGenerator<ListedPage[]> {
  for await (const heads of listCaseStudyHeads()) {
    const changed: Map<string, ListedPage> = new Map();
    const taken: ListedPage[] = [];
    for (const head of heads) {
      const page = pageOfHead(head, studies);
      if (reusePage?.(page)) taken.push({ ...page, isReused: true });
      else changed.set(head.id, page);
    }
    yield taken;
    const ids = [...changed.keys()];
    for (let start = 0; start < ids.length; start += STUDIES_AT_ONCE) {
      const read = await listCaseStudiesById(ids.slice(start, start + STUDIES_AT_ONCE));
      yield read.map((study) => ({ ...changed.get(study.id), ...pageOfStudy(study) }));
    }
  }
}

const pageOfHead = (head: CaseStudyHead, studies: readonly CaseStudySummary[]): ListedPage => ({
  path: paths.project.to(head.slug),
  updatedAt: head.updatedAt,
  facts: [head, relatedTo(head, studies)],
});

function pageOfStudy(study: CaseStudy): ListedPage {
  const { id, slug, updatedAt, clientName, category, title, heroImageUrl, pictureFacts } = study;
  // Some studies are named after their client.
  const eyebrow = clientName && clientName !== title ? clientName : category;
  const focus = focusOf(pictureFacts, heroImageUrl);
  return {
    path: paths.project.to(slug),
    updatedAt,
    card: {
      path: ownCardPath('case-study', id),
      eyebrow,
      title,
      picture: pictureOf(heroImageUrl),
      focus,
    },
    seeds: [[caseStudyQueries.published(slug).queryKey, study]],
  };
}

async function* listPosts({ posts }: Shared, reusePage?: ReusePage): AsyncGenerator<ListedPage[]> {
  for (let page = 1; ; page += 1) {
    const { data, error } = await blog.getPosts(
      // Texts are long. If most pages are reused, each changed page requests its own text.
      { page, limit: POSTS_AT_ONCE, ...(!reusePage && { content: true }) },
      { asVisitor: true },
    );
    if (error) throw error;
    yield data.posts.map((post) => {
      const listed = pageOfPost(post, posts);
      return reusePage?.(listed)
        ? { ...listed, isReused: true }
        : { ...listed, ...cardAndSeedsOfPost(post) };
    });
    if (page >= data.pagination.totalPages) return;
  }
}

const pageOfPost = (post: Post, posts: readonly Post[]): ListedPage => ({
  path: paths.post.to(post.slug),
  ...(post.updatedAt === null ? {} : { updatedAt: post.updatedAt }),
  // `version` changes with every edit, so the text is left out.
  facts: [{ ...post, content: '' }, shownBeside(post, posts)],
});

function cardAndSeedsOfPost(post: Post): Pick<ListedPage, 'card' | 'seeds'> {
  const { id, slug, category, title, imageUrl, pictureFacts } = post;
  const card = {
    path: ownCardPath('post', id),
    eyebrow: category,
    title,
    picture: pictureOf(imageUrl),
    focus: focusOf(pictureFacts, imageUrl),
    tone: 'night' as const,
  };
  // Another service than ours may list posts without their texts.
  return { card, ...(post.content && { seeds: [[blogQueries.published(slug).queryKey, post]] }) };
}

const pictureOf = (url: string | null) =>
  url === null ? null : { original: url, variant: variantAtLeast(url, CARD_PICTURE) };
