import { Skeleton } from '@/components/ui/skeleton';
import type { StaffCaseStudy } from '../staff-api';
import { StaffCaseStudyCard } from './staff-case-study-card';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-5';
const SKELETON_CARDS = 6;

export type StaffCaseStudyGridProps = {
  studies: readonly StaffCaseStudy[];
  /** Whether saved changes of the study wait to be published. */
  changesOf: (id: string) => string | undefined;
  /** The study that is being copied. */
  duplicatingId: string | null;
  onDuplicate: (id: string) => void;
};

export function StaffCaseStudyGrid({
  studies,
  changesOf,
  duplicatingId,
  onDuplicate,
}: StaffCaseStudyGridProps) {
  return (
    <ul className={GRID}>
      {studies.map((study) => (
        <StaffCaseStudyCard
          key={study.id}
          study={study}
          changes={changesOf(study.id)}
          isDuplicating={study.id === duplicatingId}
          onDuplicate={() => onDuplicate(study.id)}
        />
      ))}
    </ul>
  );
}

export function StaffCaseStudySkeleton() {
  return (
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
  );
}
