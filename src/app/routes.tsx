import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { PublicShell } from './public-shell';

const HomePage = lazy(async () => ({
  default: (await import('@/pages/public/home-page')).HomePage,
}));
const AboutPage = lazy(async () => ({
  default: (await import('@/pages/public/about-page')).AboutPage,
}));
const ServicesPage = lazy(async () => ({
  default: (await import('@/pages/public/services-page')).ServicesPage,
}));
const ContactPage = lazy(async () => ({
  default: (await import('@/pages/public/contact-page')).ContactPage,
}));
const PrivacyPage = lazy(async () => ({
  default: (await import('@/pages/public/privacy-page')).PrivacyPage,
}));
const TermsPage = lazy(async () => ({
  default: (await import('@/pages/public/terms-page')).TermsPage,
}));
const CookiePage = lazy(async () => ({
  default: (await import('@/pages/public/cookie-page')).CookiePage,
}));
const ProjectsPage = lazy(async () => ({
  default: (await import('@/pages/public/projects-page')).ProjectsPage,
}));
const CaseStudyPage = lazy(async () => ({
  default: (await import('@/pages/public/case-study-page')).CaseStudyPage,
}));
const NotFoundPage = lazy(async () => ({
  default: (await import('@/pages/public/not-found-page')).NotFoundPage,
}));
const AccessPage = lazy(async () => ({
  default: (await import('@/pages/auth/access-page')).AccessPage,
}));
const AdminShell = lazy(async () => ({ default: (await import('./admin-shell')).AdminShell }));
const PreviewShell = lazy(async () => ({
  default: (await import('./preview-shell')).PreviewShell,
}));
const ImagesPage = lazy(async () => ({
  default: (await import('@/pages/admin/images-page')).ImagesPage,
}));
const CaseStudiesPage = lazy(async () => ({
  default: (await import('@/pages/admin/case-studies-page')).CaseStudiesPage,
}));
const CaseStudyEditorPage = lazy(async () => ({
  default: (await import('@/pages/admin/case-study-editor-page')).CaseStudyEditorPage,
}));
const CaseStudyPreviewPage = lazy(async () => ({
  default: (await import('@/pages/admin/case-study-preview-page')).CaseStudyPreviewPage,
}));

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
        <Route path={paths.admin} element={<AccessPage />} />
        <Route path={paths.auth} element={<AccessPage />} />
        <Route path="*" element={<NotFoundPage />} />
      </Route>
      <Route element={<AdminShell />}>
        <Route path={paths.adminImages} element={<ImagesPage />} />
        <Route path={paths.adminCaseStudies} element={<CaseStudiesPage />} />
        {/* One element for both, so that the first save moves to the edit address in place. */}
        <Route path={paths.adminCaseStudyNew} element={<CaseStudyEditorPage />} />
        <Route path={paths.adminCaseStudyEdit.pattern} element={<CaseStudyEditorPage />} />
      </Route>
      <Route element={<PreviewShell />}>
        <Route path={paths.adminCaseStudyPreview.pattern} element={<CaseStudyPreviewPage />} />
      </Route>
    </Routes>
  );
}
