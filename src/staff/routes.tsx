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
import { lazyRoute } from '@/app/lazy-route';
import { PublicShell } from '@/app/public-shell';
import { createQueryClient } from '@/app/query-client';
import { paths } from '@/lib/paths';

// Lazy, because the sign-in screen does not need them.
const AdminShell = lazyRoute(async () => (await import('./admin-shell')).AdminShell);
const PreviewShell = lazyRoute(async () => (await import('./preview-shell')).PreviewShell);
const AccessPage = lazyRoute(async () => (await import('@/pages/auth/access-page')).AccessPage);
const NewPasswordPage = lazyRoute(
  async () => (await import('@/pages/auth/new-password-page')).NewPasswordPage,
);
const ContinuePage = lazyRoute(
  async () => (await import('@/pages/auth/continue-page')).ContinuePage,
);
const NotFoundPage = lazyRoute(
  async () => (await import('@/pages/public/not-found-page')).NotFoundPage,
);

const TodayPage = lazyRoute(async () => (await import('@/pages/admin/today-page')).TodayPage);
const ImagesPage = lazyRoute(async () => (await import('@/pages/admin/images-page')).ImagesPage);
const CaseStudiesPage = lazyRoute(
  async () => (await import('@/pages/admin/case-studies-page')).CaseStudiesPage,
);
const CaseStudyEditorPage = lazyRoute(
  async () => (await import('@/pages/admin/case-study-editor-page')).CaseStudyEditorPage,
);
const CaseStudyHistoryPage = lazyRoute(
  async () => (await import('@/pages/admin/case-study-history-page')).CaseStudyHistoryPage,
);
const EnquiriesPage = lazyRoute(
  async () => (await import('@/pages/admin/enquiries-page')).EnquiriesPage,
);
const PostsPage = lazyRoute(async () => (await import('@/pages/admin/posts-page')).PostsPage);
const PostEditorPage = lazyRoute(
  async () => (await import('@/pages/admin/post-editor-page')).PostEditorPage,
);
const PostHistoryPage = lazyRoute(
  async () => (await import('@/pages/admin/post-history-page')).PostHistoryPage,
);
const SecurityPage = lazyRoute(
  async () => (await import('@/pages/admin/security-page')).SecurityPage,
);
const RedirectsPage = lazyRoute(
  async () => (await import('@/pages/admin/redirects-page')).RedirectsPage,
);
const HealthPage = lazyRoute(async () => (await import('@/pages/admin/health-page')).HealthPage);
const NewsletterPage = lazyRoute(
  async () => (await import('@/pages/admin/newsletter-page')).NewsletterPage,
);
const PeoplePage = lazyRoute(async () => (await import('@/pages/admin/people-page')).PeoplePage);
const AccountPage = lazyRoute(async () => (await import('@/pages/admin/account-page')).AccountPage);
const ArrangeCaseStudiesPage = lazyRoute(
  async () => (await import('@/pages/admin/arrange-case-studies-page')).ArrangeCaseStudiesPage,
);
const CaseStudyVersionPage = lazyRoute(
  async () => (await import('@/pages/admin/case-study-version-page')).CaseStudyVersionPage,
);
const PostVersionPage = lazyRoute(
  async () => (await import('@/pages/admin/post-version-page')).PostVersionPage,
);
const CaseStudyPreviewPage = lazyRoute(
  async () => (await import('@/pages/admin/case-study-preview-page')).CaseStudyPreviewPage,
);

const routes: RouteObject[] = [
  {
    element: <AdminShell />,
    children: [
      { path: paths.adminToday, element: <TodayPage /> },
      { path: paths.adminImages, element: <ImagesPage /> },
      { path: paths.adminCaseStudies, element: <CaseStudiesPage /> },
      { path: paths.adminCaseStudiesArrange, element: <ArrangeCaseStudiesPage /> },
      { path: paths.adminEnquiries, element: <EnquiriesPage /> },
      { path: paths.adminNewsletter, element: <NewsletterPage /> },
      { path: paths.adminPeople, element: <PeoplePage /> },
      { path: paths.adminAccount, element: <AccountPage /> },
      { path: paths.adminSecurity, element: <SecurityPage /> },
      { path: paths.adminRedirects, element: <RedirectsPage /> },
      { path: paths.adminHealth, element: <HealthPage /> },
      // The same element for both, so that the form stays mounted when the first save changes the path.
      { path: paths.adminCaseStudyNew, element: <CaseStudyEditorPage /> },
      { path: paths.adminCaseStudyEdit.pattern, element: <CaseStudyEditorPage /> },
      { path: paths.adminCaseStudyHistory.pattern, element: <CaseStudyHistoryPage /> },
      { path: paths.adminPosts, element: <PostsPage /> },
      { path: paths.adminPostNew, element: <PostEditorPage /> },
      { path: paths.adminPostEdit.pattern, element: <PostEditorPage /> },
      { path: paths.adminPostHistory.pattern, element: <PostHistoryPage /> },
    ],
  },
  {
    element: <PreviewShell />,
    children: [
      { path: paths.adminCaseStudyPreview.pattern, element: <CaseStudyPreviewPage /> },
      { path: paths.adminCaseStudyVersion.pattern, element: <CaseStudyVersionPage /> },
      { path: paths.adminPostVersion.pattern, element: <PostVersionPage /> },
    ],
  },
  {
    element: <PublicShell />,
    children: [
      { path: paths.admin, element: <AccessPage /> },
      { path: paths.auth, element: <AccessPage /> },
      { path: paths.newPassword, element: <NewPasswordPage /> },
      { path: paths.continueAs, element: <ContinuePage /> },
      { path: `${paths.admin}/*`, element: <NotFoundPage /> },
      { path: `${paths.auth}/*`, element: <NotFoundPage /> },
    ],
  },
  {
    element: <PublicShell />,
    children: [{ path: '*', loader: leaveForSite, element: <NotFoundPage /> }],
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
      // Shown while the loader of an address outside the staff area decides.
      hydrateFallbackElement: <></>,
      children: routes,
    },
  ]);
}

/** Without this, the router would show its own error screen. */
function ToAppBoundary(): never {
  throw useRouteError();
}
