import { lazy } from 'react';
import { Route, Routes } from 'react-router-dom';
import { paths } from '@/lib/paths';
import { PublicShell } from './public-shell';

const HomePage = lazy(async () => ({
  default: (await import('@/pages/public/home-page')).HomePage,
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
