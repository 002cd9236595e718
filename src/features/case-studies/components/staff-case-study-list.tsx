import { format } from 'date-fns';
import { CircleCheck, Eye, Pencil, PencilLine, Plus } from 'lucide-react';
import { Image } from '@/components/image';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { paths } from '@/lib/paths';
import type { CaseStudy } from '../model';

const GRID = 'grid grid-cols-[repeat(auto-fill,minmax(min(16rem,100%),1fr))] gap-5';
const SKELETON_CARDS = 6;
const TAGS_SHOWN = 2;

export type StaffCaseStudyListProps = { query: QueryLike<CaseStudy[]> };

/** Every study staff can work on, drafts included, with its states. */
export function StaffCaseStudyList({ query }: StaffCaseStudyListProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load case studies"
      pending={<ListSkeleton />}
      empty={
        <EmptyState
          title="No case studies yet"
          description="Get started by creating your first case study"
          action={<NewCaseStudyLink />}
        />
      }
    >
      {(studies) => (
        <ul className={GRID}>
          {studies.map((study) => (
            <StaffCaseStudyCard key={study.id} study={study} />
          ))}
        </ul>
      )}
    </QueryView>
  );
}

export function NewCaseStudyLink() {
  return (
    <ButtonLink to={paths.adminCaseStudyNew} variant="primary" icon={<Plus aria-hidden="true" />}>
      Create New Case Study
    </ButtonLink>
  );
}

function StaffCaseStudyCard({ study }: { study: CaseStudy }) {
  const { id, title, description, image, client, serviceTags, updatedAt } = study;
  return (
    // Hundreds of cards: those out of sight are neither laid out nor painted.
    <li className="flex min-w-0 flex-col overflow-hidden rounded-control border border-line bg-raised [contain-intrinsic-size:auto_25rem] [content-visibility:auto]">
      <div className="relative">
        {image === null ? (
          <p className="grid aspect-video place-items-center bg-sunken text-small text-muted">
            No image
          </p>
        ) : (
          <Image src={image} alt="" aspect="card" sizes="(min-width: 768px) 22rem, 92vw" />
        )}
        <StatusBadge status={study.status} className="absolute start-3 top-3" />
      </div>
      <div className="flex flex-1 flex-col p-4">
        <h2 className="line-clamp-2 font-text text-base leading-snug font-semibold tracking-normal break-words">
          {title}
        </h2>
        {client !== null && <p className="truncate text-small text-muted">{client}</p>}
        <p className="mt-2 line-clamp-2 text-small break-words text-muted">
          {description ?? <span className="italic">No description provided</span>}
        </p>
        {serviceTags.length > 0 && (
          <ul aria-label="Services" className="mt-3 flex flex-wrap gap-1.5">
            {serviceTags.slice(0, TAGS_SHOWN).map((tag) => (
              <li key={tag} className="max-w-full">
                <Badge icon={null}>{tag}</Badge>
              </li>
            ))}
          </ul>
        )}
        <div className="mt-auto pt-4">
          <p className="text-small text-muted">
            Updated <time dateTime={updatedAt}>{format(updatedAt, 'MMM d, yyyy')}</time>
          </p>
          <div className="mt-3 flex gap-2">
            <ButtonLink
              to={paths.adminCaseStudyEdit.to(id)}
              size="small"
              icon={<Pencil aria-hidden="true" />}
              className="flex-1"
            >
              Edit<span className="sr-only"> {title}</span>
            </ButtonLink>
            <ButtonLink
              to={paths.adminCaseStudyPreview.to(id)}
              size="small"
              variant="quiet"
              icon={<Eye aria-hidden="true" />}
              className="flex-1"
            >
              Preview<span className="sr-only"> {title}</span>
            </ButtonLink>
          </div>
        </div>
      </div>
    </li>
  );
}

export type StatusBadgeProps = { status: CaseStudy['status']; className?: string };

export function StatusBadge({ status, className }: StatusBadgeProps) {
  return status === 'published' ? (
    <Badge tone="success" icon={<CircleCheck aria-hidden="true" />} className={className}>
      Published
    </Badge>
  ) : (
    <Badge tone="warning" icon={<PencilLine aria-hidden="true" />} className={className}>
      Draft
    </Badge>
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
