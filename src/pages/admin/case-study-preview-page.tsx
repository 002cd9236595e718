import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import { stateOf } from '@/documents/publication';
import { documentQueries } from '@/documents/queries';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { StaffPreviewBanner } from '@/features/case-studies/components/staff-preview-banner';
import { caseStudyKind } from '@/features/case-studies/kind';
import { toPreviewStudy } from '@/features/case-studies/preview';
import { imageQueries } from '@/features/media/queries';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const backLink = { label: 'Back to case studies', to: paths.adminCaseStudies };

/**
 * The last save, with changes that wait to be published. Rendered outside the admin layout, so that the study has the
 * width that visitors see.
 */
export function CaseStudyPreviewPage() {
  const { id = '' } = useParams();
  const study = useQuery(documentQueries.document(caseStudyKind, id));
  const { data: facts = {} } = useQuery(imageQueries.facts());
  useDocumentMeta({
    title: `Preview: ${study.data?.input.title ?? 'Case study'} · ${site.name}`,
    description: '',
    noindex: true,
  });
  const isMissing = study.error instanceof AppError && study.error.kind === 'not-found';
  if (study.data) {
    const { input, createdAt, savedAt } = study.data;
    return (
      <>
        <StaffPreviewBanner id={id} state={stateOf(input)} />
        <CaseStudyView study={toPreviewStudy(input, createdAt ?? savedAt, facts)} />
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
