import type { ReactNode } from 'react';
import { useQuery, useQueryClient, type UseQueryResult } from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { useParams } from 'react-router-dom';
import { Button, ButtonLink } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { StaleNote } from '@/components/ui/stale-note';
import { site } from '@/content/site';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import type { CaseStudy } from '@/features/case-studies/model';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

const RELATED_SHOWN = 3;

export function CaseStudyPage() {
  const { id = '' } = useParams();
  const queryClient = useQueryClient();
  const listQuery = caseStudyQueries.publishedList();
  const study = useQuery({
    ...caseStudyQueries.published(id),
    // Whoever comes from the grid has the study already.
    initialData: () => queryClient.getQueryData(listQuery.queryKey)?.find((one) => one.id === id),
    initialDataUpdatedAt: () => queryClient.getQueryState(listQuery.queryKey)?.dataUpdatedAt,
  });
  const published = useQuery(listQuery);

  if (isOfKind(study.error, 'not-found')) return <StudyNotFound />;
  const shown = study.data ? study : { ...study, ...fromList(published, id) };
  const isOutOfReach = isOfKind(study.error ?? study.failureReason, 'offline');
  if (shown.data && (study.data || isOutOfReach)) {
    const others = published.data?.filter(({ id: other }) => other !== shown.data?.id) ?? [];
    return (
      <>
        <StaleNote
          query={shown}
          className="mx-auto w-full max-w-content px-gutter pt-6 wide:px-0"
        />
        <LoadedStudy study={shown.data} related={others.slice(0, RELATED_SHOWN)} />
      </>
    );
  }
  if (study.error) {
    return <StudyError isRetrying={study.isFetching} onRetry={() => study.refetch()} />;
  }
  return <StudyLoading />;
}

/** A study never opened before may be in the copy of the list that this device keeps. */
function fromList({ data, dataUpdatedAt }: UseQueryResult<CaseStudy[]>, id: string) {
  return { data: data?.find((one) => one.id === id), dataUpdatedAt };
}

function isOfKind(error: Error | null, kind: AppErrorKind): boolean {
  return error instanceof AppError && error.kind === kind;
}

function LoadedStudy({ study, related }: { study: CaseStudy; related: readonly CaseStudy[] }) {
  useDocumentMeta({
    title: `${study.title} | ${site.name}`,
    description:
      study.metaDescription ||
      study.description ||
      study.headline ||
      `${study.title}: a case study.`,
  });
  return <CaseStudyView study={study} related={related} />;
}

function StudyLoading() {
  useDocumentMeta({ title: `Case study | ${site.name}`, description: site.description });
  return (
    <div className="grid min-h-[60svh] place-items-center px-gutter py-section">
      <Spinner label="Loading case study..." />
    </div>
  );
}

function StudyNotFound() {
  useDocumentMeta({
    title: `Case Study Not Found | ${site.name}`,
    description: site.description,
    noindex: true,
  });
  return (
    <Message
      title="Case Study Not Found"
      text="The case study you're looking for doesn't exist."
      action={
        <ButtonLink to={paths.projects} variant="primary">
          See all projects
        </ButtonLink>
      }
    />
  );
}

function StudyError({ isRetrying, onRetry }: { isRetrying: boolean; onRetry: () => void }) {
  useDocumentMeta({
    title: `Error Loading Case Study | ${site.name}`,
    description: site.description,
    noindex: true,
  });
  return (
    <Message
      role="alert"
      title="Error Loading Case Study"
      text="Please try again later."
      action={
        <>
          <Button
            variant="primary"
            isPending={isRetrying}
            icon={<RotateCw aria-hidden="true" />}
            onClick={onRetry}
          >
            Retry
          </Button>
          <ButtonLink to={paths.projects}>See all projects</ButtonLink>
        </>
      }
    />
  );
}

type MessageProps = { title: string; text: string; action: ReactNode; role?: 'alert' };

function Message({ title, text, action, role }: MessageProps) {
  return (
    <div className="mx-auto flex min-h-[60svh] w-full max-w-content flex-col justify-center px-gutter py-section wide:px-0">
      <div role={role}>
        <h1 className="max-w-[48rem] text-display tracking-[-0.03em] break-words">{title}</h1>
        <p className="mt-6 text-lead text-muted">{text}</p>
      </div>
      <div className="mt-9 flex flex-wrap gap-4">{action}</div>
    </div>
  );
}
