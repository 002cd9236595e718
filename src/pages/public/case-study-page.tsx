import { useEffect } from 'react';
import {
  useInfiniteQuery,
  useQuery,
  type QueryClient,
  type UseQueryResult,
} from '@tanstack/react-query';
import { RotateCw } from 'lucide-react';
import { Navigate, useParams, type Params } from 'react-router-dom';
import { PageMessage } from '@/components/layout/page-message';
import { Button, ButtonLink } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { StaleNote } from '@/components/ui/stale-note';
import { pageMeta } from '@/content/page-meta';
import { site } from '@/content/site';
import { ownCard } from '@/content/social-cards';
import { CaseStudyView } from '@/features/case-studies/components/case-study-view';
import { isFullStudy, type CaseStudy, type CaseStudySummary } from '@/features/case-studies/model';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { relatedTo } from '@/features/case-studies/related';
import { caseStudyData } from '@/features/case-studies/structured-data';
import { FollowRedirect } from '@/features/redirects/follow-redirect';
import { partRenderer } from '@/lib/article-renderers';
import { AppError, type AppErrorKind } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { altOf } from '@/lib/picture-facts';
import { useDocumentMeta } from '@/lib/seo';
import { noteVisit } from '@/lib/visit';

export function CaseStudyPage() {
  const { id = '' } = useParams();
  useEffect(() => noteVisit(paths.project.to(id)), [id]);
  // Not fetched for this page: the grid may have loaded it.
  const list = useInfiniteQuery({ ...caseStudyQueries.publishedList(), enabled: false });
  const newest = useQuery({
    ...caseStudyQueries.newest(),
    initialData: () => list.data,
    initialDataUpdatedAt: () => list.dataUpdatedAt,
  });
  const known = fromLists([list, newest], id);
  const study = useQuery({
    ...caseStudyQueries.published(id),
    initialData: () => known.data,
    initialDataUpdatedAt: () => known.dataUpdatedAt,
  });

  const isUnreachable = isOfKind(study.error ?? study.failureReason, 'offline');
  // After a failure the list is asked for as well: this device may have a copy of it.
  useInfiniteQuery({
    ...caseStudyQueries.publishedList(),
    enabled: isUnreachable && !study.data,
  });

  if (isOfKind(study.error, 'not-found')) {
    return (
      <FollowRedirect pending={<StudyLoading />}>
        <StudyNotFound />
      </FollowRedirect>
    );
  }
  const shown = study.data ? study : { ...study, ...known };
  if (shown.data && (study.data || isUnreachable)) {
    if (shown.data.slug !== id && shown.data.id === id.toLowerCase()) {
      return <Navigate to={paths.project.to(shown.data.slug)} replace />;
    }
    return (
      <>
        <StaleNote
          query={shown}
          className="mx-auto w-full max-w-content px-gutter pt-6 wide:px-0"
        />
        <LoadedStudy study={shown.data} related={relatedTo(shown.data, newest.data ?? [])} />
      </>
    );
  }
  if (study.error) {
    return <StudyError isRetrying={study.isFetching} onRetry={() => study.refetch()} />;
  }
  return <StudyLoading />;
}

CaseStudyPage.prepare = (queryClient: QueryClient, { id = '' }: Params) =>
  Promise.all([
    queryClient.prefetchQuery(caseStudyQueries.published(id)),
    queryClient.prefetchQuery(caseStudyQueries.newest()),
    partRenderer.load(),
  ]);

/** A study that was never opened may be in a list that was loaded. */
function fromLists(lists: readonly UseQueryResult<CaseStudySummary[]>[], id: string) {
  for (const { data = [], dataUpdatedAt } of lists) {
    const study = data.find((one) => one.slug === id || one.id === id);
    if (study && isFullStudy(study)) return { data: study, dataUpdatedAt };
  }
  return { data: undefined, dataUpdatedAt: 0 };
}

function isOfKind(error: Error | null, kind: AppErrorKind): boolean {
  return error instanceof AppError && error.kind === kind;
}

function LoadedStudy({
  study,
  related,
}: {
  study: CaseStudy;
  related: readonly CaseStudySummary[];
}) {
  const { id, title, createdAt, updatedAt } = study;
  const description =
    study.metaDescription || study.description || study.headline || `${title}: a case study.`;
  useDocumentMeta(
    pageMeta({
      title,
      description,
      social: 'projects',
      card: ownCard('case-study', id, altOf(study.pictureFacts, study.heroImageUrl)),
      type: 'article',
      publishedAt: createdAt,
      modifiedAt: updatedAt,
      structuredData: import.meta.env.SSR ? caseStudyData(study, description) : undefined,
    }),
  );
  return <CaseStudyView study={study} related={related} />;
}

function StudyLoading() {
  useDocumentMeta({ title: `Case study | ${site.name}`, description: site.description });
  useEffect(() => {
    // Loads in parallel with the study, which shows plain text if it fails.
    partRenderer.load().catch(() => undefined);
  }, []);
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
    <PageMessage
      title="Case Study Not Found"
      text="The case study you're looking for doesn't exist."
      actions={
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
    <PageMessage
      role="alert"
      title="Error Loading Case Study"
      text="Please try again later."
      actions={
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
