import { Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { lazyRoute } from './lazy-route';
import { PublicShell } from './public-shell';

const HomePage = lazyRoute(async () => (await import('@/pages/public/home-page')).HomePage);
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
const ProjectsPage = lazyRoute(
  async () => (await import('@/pages/public/projects-page')).ProjectsPage,
);
const CaseStudyPage = lazyRoute(
  async () => (await import('@/pages/public/case-study-page')).CaseStudyPage,
);
const BlogPage = lazyRoute(async () => (await import('@/pages/public/blog-page')).BlogPage);
const PostPage = lazyRoute(async () => (await import('@/pages/public/post-page')).PostPage);
const NewsletterConfirmPage = lazyRoute(
  async () => (await import('@/pages/public/newsletter-confirm-page')).NewsletterConfirmPage,
);
const NewsletterUnsubscribePage = lazyRoute(
  async () =>
    (await import('@/pages/public/newsletter-unsubscribe-page')).NewsletterUnsubscribePage,
);
const NotFoundPage = lazyRoute(
  async () => (await import('@/pages/public/not-found-page')).NotFoundPage,
);
const AccessPage = lazyRoute(async () => (await import('@/pages/auth/access-page')).AccessPage);
const NewPasswordPage = lazyRoute(
  async () => (await import('@/pages/auth/new-password-page')).NewPasswordPage,
);
const AdminShell = lazyRoute(async () => (await import('./admin-shell')).AdminShell);
const PreviewShell = lazyRoute(async () => (await import('./preview-shell')).PreviewShell);
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
const NewsletterPage = lazyRoute(
  async () => (await import('@/pages/admin/newsletter-page')).NewsletterPage,
);
const PeoplePage = lazyRoute(async () => (await import('@/pages/admin/people-page')).PeoplePage);
const AccountPage = lazyRoute(async () => (await import('@/pages/admin/account-page')).AccountPage);
const CaseStudyPreviewPage = lazyRoute(
  async () => (await import('@/pages/admin/case-study-preview-page')).CaseStudyPreviewPage,
);

/** Every page is a chunk of its own; the public frame is there from the start. */
export function AppRoutes() {
  return (
    <Routes>
      <Route element={<PublicShell />}>
        <Route path={paths.home} element={<HomePage />} />
        <Route path={paths.about} element={<AboutPage />} />
        <Route path={paths.services.pattern} element={<ServicesPage />} />
        <Route path={paths.contact} element={<ContactPage />} />
        <Route path={paths.privacy} element={<PrivacyPage />} />
        <Route path={paths.terms} element={<TermsPage />} />
        <Route path={paths.cookie} element={<CookiePage />} />
        <Route path={paths.projects} element={<ProjectsPage />} />
        <Route path={paths.project.pattern} element={<CaseStudyPage />} />
        <Route path={paths.blog} element={<BlogPage />} />
        <Route path={paths.post.pattern} element={<PostPage />} />
        <Route path={paths.newsletterConfirm} element={<NewsletterConfirmPage />} />
        <Route path={paths.newsletterUnsubscribe} element={<NewsletterUnsubscribePage />} />
        <Route path={paths.admin} element={<AccessPage />} />
        <Route path={paths.auth} element={<AccessPage />} />
        <Route path={paths.newPassword} element={<NewPasswordPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<AdminShell />}>
        <Route path={paths.adminImages} element={<ImagesPage />} />
        <Route path={paths.adminCaseStudies} element={<CaseStudiesPage />} />
        <Route path={paths.adminEnquiries} element={<EnquiriesPage />} />
        <Route path={paths.adminNewsletter} element={<NewsletterPage />} />
        <Route path={paths.adminPeople} element={<PeoplePage />} />
        <Route path={paths.adminAccount} element={<AccountPage />} />
        <Route path={paths.adminSecurity} element={<SecurityPage />} />
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
    </Routes>
  );
}
