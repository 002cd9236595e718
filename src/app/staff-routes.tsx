import { useRoutes, type RouteObject } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { AdminShell } from './admin-shell';
import { DataProvider } from './data-provider';
import { lazyRoute } from './lazy-route';
import { PreviewShell } from './preview-shell';
import { NotFoundPage } from './public-routes';
import { PublicShell } from './public-shell';

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
const CaseStudyPreviewPage = lazyRoute(
  async () => (await import('@/pages/admin/case-study-preview-page')).CaseStudyPreviewPage,
);

const routes: RouteObject[] = [
  {
    element: <AdminShell />,
    children: [
      { path: paths.adminImages, element: <ImagesPage /> },
      { path: paths.adminCaseStudies, element: <CaseStudiesPage /> },
      { path: paths.adminEnquiries, element: <EnquiriesPage /> },
      { path: paths.adminNewsletter, element: <NewsletterPage /> },
      { path: paths.adminPeople, element: <PeoplePage /> },
      { path: paths.adminAccount, element: <AccountPage /> },
      { path: paths.adminSecurity, element: <SecurityPage /> },
      { path: paths.adminRedirects, element: <RedirectsPage /> },
      { path: paths.adminHealth, element: <HealthPage /> },
      // One element for both, so that the first save moves to the edit address in place.
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
    children: [{ path: paths.adminCaseStudyPreview.pattern, element: <CaseStudyPreviewPage /> }],
  },
  {
    element: <PublicShell />,
    children: [{ path: '*', element: <NotFoundPage /> }],
  },
];

/** What lies behind the door at /admin. */
export function StaffRoutes() {
  return <DataProvider>{useRoutes(routes)}</DataProvider>;
}
