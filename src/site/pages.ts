import { paths } from '@/lib/paths';
import type { Page } from './lazy-route';

export type SitePage = {
  path: string;
  load: () => Promise<Page>;
  /** react-query is loaded with it. */
  asksBackend?: true;
  /** Rendered without the menu and the footer of the site. */
  hasOwnFrame?: true;
  /**
   * `once`: the build writes its file, and it is in the sitemap. `each`: the build writes one file per document, and the
   * browser renders what was published since. `never`: the browser renders it, for visitors who have its link; search
   * engines are kept away.
   */
  prerendered: 'once' | 'each' | 'never';
};

/** The one list of public pages. Routes, prerendering, sitemap, robots.txt, hosts' files and the tests of pages read it. */
export const pages: readonly SitePage[] = [
  {
    path: paths.home,
    load: async () => (await import('@/pages/public/home-page')).HomePage,
    asksBackend: true,
    prerendered: 'once',
  },
  {
    path: paths.about,
    load: async () => (await import('@/pages/public/about-page')).AboutPage,
    prerendered: 'once',
  },
  {
    path: paths.services.pattern,
    load: async () => (await import('@/pages/public/services-page')).ServicesPage,
    prerendered: 'once',
  },
  {
    path: paths.projects,
    load: async () => (await import('@/pages/public/projects-page')).ProjectsPage,
    asksBackend: true,
    prerendered: 'once',
  },
  {
    path: paths.projectsOfService.pattern,
    load: async () => (await import('@/pages/public/projects-page')).ProjectsPage,
    asksBackend: true,
    prerendered: 'each',
  },
  {
    path: paths.project.pattern,
    load: async () => (await import('@/pages/public/case-study-page')).CaseStudyPage,
    asksBackend: true,
    prerendered: 'each',
  },
  {
    path: paths.blog,
    load: async () => (await import('@/pages/public/blog-page')).BlogPage,
    asksBackend: true,
    prerendered: 'once',
  },
  {
    path: paths.post.pattern,
    load: async () => (await import('@/pages/public/post-page')).PostPage,
    asksBackend: true,
    prerendered: 'each',
  },
  {
    path: paths.contact,
    load: async () => (await import('@/pages/public/contact-page')).ContactPage,
    prerendered: 'once',
  },
  {
    path: paths.privacy,
    load: async () => (await import('@/pages/public/privacy-page')).PrivacyPage,
    prerendered: 'once',
  },
  {
    path: paths.terms,
    load: async () => (await import('@/pages/public/terms-page')).TermsPage,
    prerendered: 'once',
  },
  {
    path: paths.cookie,
    load: async () => (await import('@/pages/public/cookie-page')).CookiePage,
    prerendered: 'once',
  },
  {
    path: paths.newsletterConfirm,
    load: async () =>
      (await import('@/pages/public/newsletter-confirm-page')).NewsletterConfirmPage,
    prerendered: 'never',
  },
  {
    path: paths.newsletterUnsubscribe,
    load: async () =>
      (await import('@/pages/public/newsletter-unsubscribe-page')).NewsletterUnsubscribePage,
    prerendered: 'never',
  },
  {
    path: paths.signOff,
    load: async () => (await import('@/pages/public/sign-off-page')).SignOffPage,
    asksBackend: true,
    hasOwnFrame: true,
    prerendered: 'never',
  },
];

const pathsOf = (prerendered: SitePage['prerendered']) =>
  pages.filter((page) => page.prerendered === prerendered).map(({ path }) => path);

export const FIXED_PATHS: readonly string[] = pathsOf('once');
export const LINK_ONLY_PATHS: readonly string[] = pathsOf('never');
