import type { QueryClient } from '@tanstack/react-query';
import { matchPath } from 'react-router-dom';
import { isStaffArea, paths } from '@/lib/paths';
import { lazyRoute, type LazyRoute, type Page } from './lazy-route';

const HomePage = lazyDataRoute(async () => (await import('@/pages/public/home-page')).HomePage);
const AboutPage = lazyRoute(async () => (await import('@/pages/public/about-page')).AboutPage);
const ServicesPage = lazyRoute(
  async () => (await import('@/pages/public/services-page')).ServicesPage,
);
const ContactPage = lazyRoute(
  async () => (await import('@/pages/public/contact-page')).ContactPage,
);
const PrivacyPage = lazyRoute(
  async () => (await import('@/pages/public/privacy-page')).PrivacyPage,
);
const TermsPage = lazyRoute(async () => (await import('@/pages/public/terms-page')).TermsPage);
const CookiePage = lazyRoute(async () => (await import('@/pages/public/cookie-page')).CookiePage);
const ProjectsPage = lazyDataRoute(
  async () => (await import('@/pages/public/projects-page')).ProjectsPage,
);
const CaseStudyPage = lazyDataRoute(
  async () => (await import('@/pages/public/case-study-page')).CaseStudyPage,
);
const BlogPage = lazyDataRoute(async () => (await import('@/pages/public/blog-page')).BlogPage);
const PostPage = lazyDataRoute(async () => (await import('@/pages/public/post-page')).PostPage);
const NewsletterConfirmPage = lazyRoute(
  async () => (await import('@/pages/public/newsletter-confirm-page')).NewsletterConfirmPage,
);
const NewsletterUnsubscribePage = lazyRoute(
  async () =>
    (await import('@/pages/public/newsletter-unsubscribe-page')).NewsletterUnsubscribePage,
);
const SignOffPage = lazyDataRoute(
  async () => (await import('@/pages/public/sign-off-page')).SignOffPage,
);
const NotFoundPage = lazyDataRoute(
  async () => (await import('@/pages/public/not-found-page')).NotFoundPage,
);

/** For a page that queries the backend: react-query is loaded with it, not with the entry. */
function lazyDataRoute(load: () => Promise<Page>): LazyRoute {
  return lazyRoute(async () => {
    const [{ withData }, Page] = await Promise.all([import('./data-provider'), load()]);
    return withData(Page);
  });
}

type PublicRoute = { path: string; Page: LazyRoute };

export const publicRoutes: readonly PublicRoute[] = [
  { path: paths.home, Page: HomePage },
  { path: paths.about, Page: AboutPage },
  { path: paths.services.pattern, Page: ServicesPage },
  { path: paths.contact, Page: ContactPage },
  { path: paths.privacy, Page: PrivacyPage },
  { path: paths.terms, Page: TermsPage },
  { path: paths.cookie, Page: CookiePage },
  { path: paths.projects, Page: ProjectsPage },
  { path: paths.projectsOfService.pattern, Page: ProjectsPage },
  { path: paths.project.pattern, Page: CaseStudyPage },
  { path: paths.blog, Page: BlogPage },
  { path: paths.post.pattern, Page: PostPage },
  { path: paths.newsletterConfirm, Page: NewsletterConfirmPage },
  { path: paths.newsletterUnsubscribe, Page: NewsletterUnsubscribePage },
  { path: paths.signOff, Page: SignOffPage },
  { path: '*', Page: NotFoundPage },
];

/** Downloads the code of the page at this path; does nothing for a staff page. */
export async function loadPage(pathname: string): Promise<void> {
  await find(pathname)?.route.Page.load();
}

/**
 * Downloads the code and the data of a page; errors of queries stay in the query client.
 *
 * @param getClient called only for a page with data
 */
export async function preparePage(
  pathname: string,
  getClient: () => QueryClient | Promise<QueryClient>,
): Promise<void> {
  const found = find(pathname);
  const page = await found?.route.Page.load();
  if (page?.prepare) await page.prepare(await getClient(), found?.params ?? {});
}

function find(pathname: string) {
  if (isStaffArea(pathname)) return undefined;
  for (const route of publicRoutes) {
    const match = matchPath(route.path, pathname);
    if (match) return { route, params: match.params };
  }
  return undefined;
}
