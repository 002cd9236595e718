import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { StaffPreviewBanner } from '@/features/case-studies/components/staff-preview-banner';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const backLink = { label: 'Back to case studies', to: paths.adminCaseStudies };

/** Rendered outside the admin layout, so that the study has the width that visitors see. */
export function CaseStudyPreviewPage() {
  const { id = '' } = useParams();
  const study = useQuery(caseStudyQueries.staff(id));
  useDocumentMeta({
    title: `Preview: ${study.data?.title ?? 'Case study'} · ${site.name}`,
    description: '',
    noindex: true,
  });
  const isMissing = study.error instanceof AppError && study.error.kind === 'not-found';
  if (study.data) {
    return (
      <>
        <StaffPreviewBanner study={study.data} />
        <CaseStudyView study={study.data} />
      </>
    );
  }
  return (
    <AdminPage title="Preview" backLink={isMissing ? undefined : backLink}>
      {isMissing ? (
        <EmptyState
          title="Case study not found"
          description="It may have been deleted. For 30 days it can be restored from the list."
          action={
            <ButtonLink to={backLink.to} icon={<ArrowLeft aria-hidden="true" />}>
              {backLink.label}
            </ButtonLink>
          }
        />
      ) : (
        <QueryView
          query={study}
          errorTitle="Failed to load case study"
          pending={<Spinner label="Loading case study..." className="py-16" />}
        >
          {() => null}
        </QueryView>
      )}
    </AdminPage>
  );
}
