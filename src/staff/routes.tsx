import type { ComponentType } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import {
  createBrowserRouter,
  Outlet,
  redirectDocument,
  useRouteError,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router-dom';
import { AppFrame } from '@/app/app';
import { PublicShell } from '@/app/public-shell';
import { createQueryClient } from '@/app/query-client';
import { paths } from '@/lib/paths';
import { loadedBy } from './page-route';

function page(path: string, load: () => Promise<ComponentType>): RouteObject {
  return { path, ...loadedBy(load) };
}

const notFound = async () => (await import('@/pages/public/not-found-page')).NotFoundPage;

const routes: RouteObject[] = [
  {
    ...loadedBy(async () => (await import('./admin-shell')).AdminShell),
    children: [
      page(paths.adminToday, async () => (await import('@/pages/admin/today-page')).TodayPage),
      page(paths.adminImages, async () => (await import('@/pages/admin/images-page')).ImagesPage),
      page(
        paths.adminCaseStudies,
        async () => (await import('@/pages/admin/case-studies-page')).CaseStudiesPage,
      ),
      page(
        paths.adminCaseStudiesArrange,
        async () =>
          (await import('@/pages/admin/arrange-case-studies-page')).ArrangeCaseStudiesPage,
      ),
      page(
        paths.adminEnquiries,
        async () => (await import('@/pages/admin/enquiries-page')).EnquiriesPage,
      ),
      page(
        paths.adminNewsletter,
        async () => (await import('@/pages/admin/newsletter-page')).NewsletterPage,
      ),
      page(paths.adminPeople, async () => (await import('@/pages/admin/people-page')).PeoplePage),
      page(
        paths.adminAccount,
        async () => (await import('@/pages/admin/account-page')).AccountPage,
      ),
      page(
        paths.adminSecurity,
        async () => (await import('@/pages/admin/security-page')).SecurityPage,
      ),
      page(
        paths.adminRedirects,
        async () => (await import('@/pages/admin/redirects-page')).RedirectsPage,
      ),
      page(paths.adminHealth, async () => (await import('@/pages/admin/health-page')).HealthPage),
      // The same component for both, so that the form stays mounted when the first save changes the path.
      page(
        paths.adminCaseStudyNew,
        async () => (await import('@/pages/admin/case-study-editor-page')).CaseStudyEditorPage,
      ),
      page(
        paths.adminCaseStudyEdit.pattern,
        async () => (await import('@/pages/admin/case-study-editor-page')).CaseStudyEditorPage,
      ),
      page(
        paths.adminCaseStudyHistory.pattern,
        async () => (await import('@/pages/admin/case-study-history-page')).CaseStudyHistoryPage,
      ),
      page(paths.adminPosts, async () => (await import('@/pages/admin/posts-page')).PostsPage),
      page(
        paths.adminPostNew,
        async () => (await import('@/pages/admin/post-editor-page')).PostEditorPage,
      ),
      page(
        paths.adminPostEdit.pattern,
        async () => (await import('@/pages/admin/post-editor-page')).PostEditorPage,
      ),
      page(
        paths.adminPostHistory.pattern,
        async () => (await import('@/pages/admin/post-history-page')).PostHistoryPage,
      ),
      page(paths.adminSite, async () => (await import('@/pages/admin/site-page')).SitePage),
      page(
        paths.adminSiteEdit.pattern,
        async () => (await import('@/pages/admin/page-texts-editor-page')).PageTextsEditorPage,
      ),
      page(
        paths.adminSiteHistory.pattern,
        async () => (await import('@/pages/admin/page-texts-history-page')).PageTextsHistoryPage,
      ),
      page(
        paths.adminSitePage.pattern,
        async () => (await import('@/pages/admin/edit-page-page')).EditPagePage,
      ),
    ],
  },
  {
    ...loadedBy(async () => (await import('./preview-shell')).PreviewShell),
    children: [
      page(
        paths.adminCaseStudyPreview.pattern,
        async () => (await import('@/pages/admin/case-study-preview-page')).CaseStudyPreviewPage,
      ),
      page(
        paths.adminCaseStudyVersion.pattern,
        async () => (await import('@/pages/admin/case-study-version-page')).CaseStudyVersionPage,
      ),
      page(
        paths.adminPostVersion.pattern,
        async () => (await import('@/pages/admin/post-version-page')).PostVersionPage,
      ),
    ],
  },
  {
    element: <PublicShell />,
    children: [
      page(paths.admin, async () => (await import('@/pages/auth/access-page')).AccessPage),
      page(paths.auth, async () => (await import('@/pages/auth/access-page')).AccessPage),
      page(
        paths.newPassword,
        async () => (await import('@/pages/auth/new-password-page')).NewPasswordPage,
      ),
      page(paths.continueAs, async () => (await import('@/pages/auth/continue-page')).ContinuePage),
      page(`${paths.admin}/*`, notFound),
      page(`${paths.auth}/*`, notFound),
    ],
  },
  {
    element: <PublicShell />,
    // Shown until the loader has decided.
    hydrateFallbackElement: <></>,
    loader: leaveForSite,
    children: [page('*', notFound)],
  },
];

/** The public website consists of other documents. */
function leaveForSite({ request }: LoaderFunctionArgs) {
  const isLoadedHere = new URL(request.url).pathname === window.location.pathname;
  // A host that answers such an address with this document must not make it reload for ever.
  return isLoadedHere ? null : redirectDocument(request.url);
}

export function createStaffRouter() {
  const queryClient = createQueryClient();
  const frame = (
    <QueryClientProvider client={queryClient}>
      <AppFrame>
        <Outlet />
      </AppFrame>
    </QueryClientProvider>
  );
  return createBrowserRouter([
    {
      element: frame,
      errorElement: <ToAppBoundary />,
      children: routes,
    },
  ]);
}

/** Without this, the router would show its own error screen. */
function ToAppBoundary(): never {
  throw useRouteError();
}
