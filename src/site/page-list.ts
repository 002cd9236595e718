import { ownCard } from '@/content/social-cards';
import { blog } from '@/features/posts/api';
import { listPublishedCaseStudies, listTopics } from '@/features/case-studies/api';
import { paths } from '@/lib/paths';
import { focusOf, type Focus } from '@/lib/picture-facts';

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
};

const PAGE_SIZE = 50;

/** Every page that belongs in the sitemap. */
export async function listPages(): Promise<ListedPage[]> {
  const fixed = [
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
  return [...fixed, ...(await listServices()), ...(await listStudies()), ...(await listPosts())];
}

/** The studies of each service. */
async function listServices(): Promise<ListedPage[]> {
  const topics = await listTopics();
  return topics
    .filter(({ kind }) => kind === 'service')
    .map(({ slug }) => ({ path: paths.projectsOfService.to(slug) }));
}

async function listStudies(): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for (;;) {
    const studies = await listPublishedCaseStudies({ from: pages.length, count: PAGE_SIZE });
    for (const study of studies) {
      const { id, slug, updatedAt, clientName, category, title, heroImageUrl, pictureFacts } =
        study;
      const { url } = ownCard('case-study', id, title);
      // Some studies are named after their client.
      const eyebrow = clientName && clientName !== title ? clientName : category;
      const focus = focusOf(pictureFacts, heroImageUrl);
      const card = { path: url, eyebrow, title, picture: heroImageUrl, focus };
      pages.push({ path: paths.project.to(slug), updatedAt, card });
    }
    if (studies.length < PAGE_SIZE) return pages;
  }
}

async function listPosts(): Promise<ListedPage[]> {
  const pages: ListedPage[] = [];
  for (let page = 1; ; page += 1) {
    const { data, error } = await blog.getPosts({ page, limit: PAGE_SIZE }, { asVisitor: true });
    if (error) throw error;
    for (const { id, slug, updatedAt, category, title, imageUrl, pictureFacts } of data.posts) {
      const { url } = ownCard('post', id, title);
      const card = {
        path: url,
        eyebrow: category,
        title,
        picture: imageUrl,
        focus: focusOf(pictureFacts, imageUrl),
        tone: 'night' as const,
      };
      pages.push({ path: paths.post.to(slug), ...(updatedAt === null ? {} : { updatedAt }), card });
    }
    if (page >= data.pagination.totalPages) return pages;
  }
}
