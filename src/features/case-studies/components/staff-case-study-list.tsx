import { Plus } from 'lucide-react';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import { useDuplicateDocument } from '@/documents/mutations';
import { caseStudyKind, toCopy } from '../kind';
import type { StaffCaseStudyPage } from '../staff-list';
import { StaffCaseStudyCard } from './staff-case-study-card';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-5';
const SKELETON_CARDS = 6;

export type StaffCaseStudyListProps = {
  query: QueryLike<StaffCaseStudyPage>;
  /** Whether studies may be left out: an empty list then says something else. */
  isFiltered: boolean;
  hrefToPage: (page: number) => string;
  onClearFilters: () => void;
  /** With the id of the copy. */
  onDuplicated: (id: string) => void;
};

/** A page of the studies staff can work on, drafts included, with its states. */
export function StaffCaseStudyList({
  query,
  isFiltered,
  hrefToPage,
  onClearFilters,
  onDuplicated,
}: StaffCaseStudyListProps) {
  const duplicating = useDuplicateDocument(caseStudyKind, toCopy);
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load case studies"
      pending={<ListSkeleton />}
      isEmpty={({ total }) => total === 0}
      empty={isFiltered ? <NoMatch onClearFilters={onClearFilters} /> : <NothingYet />}
    >
      {({ studies, page, totalPages }) => (
        <>
          <ul className={GRID}>
            {studies.map((study) => (
              <StaffCaseStudyCard
                key={study.id}
                study={study}
                isDuplicating={duplicating.isPending && duplicating.variables === study.id}
                onDuplicate={() =>
                  duplicating.mutate(study.id, { onSuccess: (copy) => onDuplicated(copy.id) })
                }
              />
            ))}
          </ul>
          <Pager page={page} totalPages={totalPages} hrefTo={hrefToPage} />
        </>
      )}
    </QueryView>
  );
}

function NothingYet() {
  return (
    <EmptyState
      title="No case studies yet"
      description="Get started by creating your first case study"
      action={<NewCaseStudyLink />}
    />
  );
}

function NoMatch({ onClearFilters }: { onClearFilters: () => void }) {
  return (
    <EmptyState
      title="No case study matches"
      description="The search reads titles, clients and service tags. Look for fewer words, or for any status."
      action={<Button onClick={onClearFilters}>Show all case studies</Button>}
    />
  );
}

export function NewCaseStudyLink() {
  return (
    <ButtonLink to={paths.adminCaseStudyNew} variant="primary" icon={<Plus aria-hidden="true" />}>
      Create New Case Study
    </ButtonLink>
  );
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading case studies...</span>
      <div className={GRID}>
        {Array.from({ length: SKELETON_CARDS }, (_, place) => (
          <div
            key={place}
            data-skeleton-card=""
            className="overflow-hidden rounded-control border border-line bg-raised"
          >
            <Skeleton className="aspect-video w-full rounded-none!" />
            <div className="p-4">
              <Skeleton className="h-5 w-4/5" />
              <Skeleton className="mt-2 h-4 w-2/5" />
              <Skeleton className="mt-4 h-4 w-full" />
              <Skeleton className="mt-2 h-4 w-3/5" />
              <Skeleton className="mt-6 h-4 w-1/2" />
              <Skeleton className="mt-3 h-9 w-full" />
            </div>
          </div>
        ))}
      </div>
    </div>
  );
}
