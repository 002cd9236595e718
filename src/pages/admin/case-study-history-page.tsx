import { useQuery } from '@tanstack/react-query';
import { ArrowLeft } from 'lucide-react';
import { useNavigate, useParams, useSearchParams } from 'react-router-dom';
import { z } from 'zod';
import { AdminPage } from '@/components/layout/admin-page';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { site } from '@/content/site';
import { HistoryView, type HistoryChoice } from '@/documents/components/history-view';
import { caseStudyKind } from '@/features/case-studies/kind';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { AppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const version = z.coerce.number().int().positive().optional().catch(undefined);
const choiceSchema = z.object({ version, against: version });

export function CaseStudyHistoryPage() {
  const { id = '' } = useParams();
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const study = useQuery(caseStudyQueries.staff(id));
  useDocumentMeta({
    title: `History: ${study.data?.title ?? 'Case study'} · ${site.name}`,
    description: '',
    noindex: true,
  });
  const isMissing = study.error instanceof AppError && study.error.kind === 'not-found';
  if (isMissing) return <Missing />;
  return (
    <AdminPage
      title="History"
      description={study.data?.title}
      backLink={{ label: 'Back to the case study', to: paths.adminCaseStudyEdit.to(id) }}
    >
      <HistoryView
        kind={caseStudyKind}
        id={id}
        choice={choiceSchema.parse(Object.fromEntries(search))}
        hrefTo={(choice) => historyHref(id, choice)}
        onChoose={(choice) => void navigate(historyHref(id, choice))}
      />
    </AdminPage>
  );
}

function historyHref(id: string, choice: HistoryChoice): string {
  const search = new URLSearchParams();
  for (const [name, number] of Object.entries(choice)) {
    if (number !== undefined) search.set(name, String(number));
  }
  return `${paths.adminCaseStudyHistory.to(id)}?${search}`.replace(/\?$/, '');
}

function Missing() {
  return (
    <AdminPage title="History">
      <EmptyState
        title="Case study not found"
        description="It may have been deleted. What was deleted lately can be restored from the list, with its history."
        action={
          <ButtonLink to={paths.adminCaseStudies} icon={<ArrowLeft aria-hidden="true" />}>
            Back to case studies
          </ButtonLink>
        }
      />
    </AdminPage>
  );
}
