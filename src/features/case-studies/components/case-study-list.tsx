import type { ReactNode } from 'react';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { projectsContent } from '@brand/texts/projects';
import { paths } from '@/lib/paths';
import type { CaseStudySummary } from '../model';
import { CaseStudyGrid, CaseStudyGridSkeleton } from './case-study-grid';

export type CaseStudyListProps = {
  query: QueryLike<CaseStudySummary[]>;
  /** Below the grid: loads more. */
  more?: ReactNode;
  /** The list is of one service or industry. */
  isFiltered?: boolean;
  /** Offers to create the first study when there is none. */
  isStaff?: boolean;
};

/** The public grid with its states. */
export function CaseStudyList({
  query,
  more,
  isFiltered = false,
  isStaff = false,
}: CaseStudyListProps) {
  return (
    <QueryView
      query={query}
      pending={<CaseStudyGridSkeleton />}
      errorTitle="Error loading case studies. Please try again later."
      errorMessage="The server cannot be reached at the moment."
      empty={isFiltered ? <NoMatch /> : <NoCaseStudies isStaff={isStaff} />}
    >
      {(studies) => (
        <>
          <CaseStudyGrid studies={studies} isFirstCritical />
          {more && <div className="mt-16 flex justify-center">{more}</div>}
        </>
      )}
    </QueryView>
  );
}

function NoMatch() {
  const { title, text, action } = projectsContent.noMatch;
  return (
    <EmptyState
      title={title}
      description={text}
      action={<ButtonLink to={paths.projects}>{action}</ButtonLink>}
    />
  );
}

function NoCaseStudies({ isStaff }: { isStaff: boolean }) {
  return (
    <EmptyState
      title="No case studies available yet."
      description={
        isStaff
          ? 'Visitors see this page as soon as one is published.'
          : 'Our first case studies will be here soon.'
      }
      action={
        isStaff ? (
          <ButtonLink to={paths.adminCaseStudyNew} variant="primary">
            Create the first one
          </ButtonLink>
        ) : undefined
      }
    />
  );
}
