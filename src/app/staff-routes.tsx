import { Route, Routes } from 'react-router-dom';
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

/** What lies behind the door at /admin. */
export function StaffRoutes() {
  return (
    <DataProvider>
      <Routes>
        <Route element={<AdminShell />}>
          <Route path={paths.adminImages} element={<ImagesPage />} />
          <Route path={paths.adminCaseStudies} element={<CaseStudiesPage />} />
          <Route path={paths.adminEnquiries} element={<EnquiriesPage />} />
          <Route path={paths.adminNewsletter} element={<NewsletterPage />} />
          <Route path={paths.adminPeople} element={<PeoplePage />} />
          <Route path={paths.adminAccount} element={<AccountPage />} />
          <Route path={paths.adminSecurity} element={<SecurityPage />} />
          <Route path={paths.adminRedirects} element={<RedirectsPage />} />
          <Route path={paths.adminHealth} element={<HealthPage />} />
          {/* One element for both, so that the first save moves to the edit address in place. */}
          <Route path={paths.adminCaseStudyNew} element={<CaseStudyEditorPage />} />
          <Route path={paths.adminCaseStudyEdit.pattern} element={<CaseStudyEditorPage />} />
          <Route path={paths.adminCaseStudyHistory.pattern} element={<CaseStudyHistoryPage />} />
          <Route path={paths.adminPosts} element={<PostsPage />} />
          <Route path={paths.adminPostNew} element={<PostEditorPage />} />
          <Route path={paths.adminPostEdit.pattern} element={<PostEditorPage />} />
          <Route path={paths.adminPostHistory.pattern} element={<PostHistoryPage />} />
        </Route>
        <Route element={<PreviewShell />}>
          <Route path={paths.adminCaseStudyPreview.pattern} element={<CaseStudyPreviewPage />} />
        </Route>
        <Route element={<PublicShell />}>
          <Route path="*" element={<NotFoundPage />} />
        </Route>
      </Routes>
    </DataProvider>
  );
}
