import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { addDays, format } from 'date-fns';
import { ChevronRight, Undo2 } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import {
  DELETED_KEPT_DAYS,
  deletedCaseStudyQueries,
  useRestoreCaseStudy,
  type DeletedCaseStudy,
} from '../trash';

/** 'Recently deleted': closed and not even fetched until someone asks for it. */
export function StaffDeletedCaseStudies() {
  const [isOpen, setIsOpen] = useState(false);
  const summary = useRef<HTMLElement>(null);
  return (
    <details
      onToggle={(event) => setIsOpen(event.currentTarget.open)}
      className="group/trash mt-12 border-t border-line"
    >
      <summary
        ref={summary}
        className="flex min-h-12 w-fit list-none items-center gap-2 rounded-control pe-3 text-base font-semibold [&::-webkit-details-marker]:hidden"
      >
        <ChevronRight
          aria-hidden="true"
          className="size-4.5 transition-transform duration-control group-open/trash:rotate-90"
        />
        Recently deleted
      </summary>
      {isOpen && (
        // The row goes with the button that was pressed in it.
        <DeletedList onRestored={() => summary.current?.focus()} />
      )}
    </details>
  );
}

function DeletedList({ onRestored }: { onRestored: () => void }) {
  const deleted = useQuery(deletedCaseStudyQueries.list());
  const restoring = useRestoreCaseStudy();

  function handleRestore(study: DeletedCaseStudy) {
    restoring.mutate(study, {
      onSuccess: () => {
        notify({ type: 'success', title: `Case study "${study.title}" restored` });
        onRestored();
      },
      onError: (error) => {
        notify({ type: 'error', title: messageOf(error, 'Failed to restore case study') });
      },
    });
  }

  return (
    <div className="pt-1 pb-4">
      <p className="mb-3 text-small text-muted">
        Deleted case studies are kept for {DELETED_KEPT_DAYS} days, with their metrics and pictures.
      </p>
      {restoring.error && (
        <Alert kind="danger" className="mb-4">
          {messageOf(restoring.error)}
        </Alert>
      )}
      <QueryView
        query={deleted}
        errorTitle="Failed to load deleted case studies"
        pending={<SkeletonText lines={3} className="max-w-measure" />}
        empty={<p className="text-base text-muted">Nothing was deleted lately.</p>}
      >
        {(studies) => (
          <ul className="divide-y divide-line rounded-control border border-line bg-raised">
            {studies.map((study) => (
              <li
                key={study.id}
                className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5"
              >
                <div className="min-w-0 flex-[1_1_16rem]">
                  <p className="font-medium break-words">{study.title}</p>
                  <p className="text-small text-muted">
                    Deleted {format(study.deletedAt, 'MMM d, yyyy')}, kept until{' '}
                    {format(addDays(study.deletedAt, DELETED_KEPT_DAYS), 'MMM d, yyyy')}
                  </p>
                </div>
                <Button
                  size="small"
                  icon={<Undo2 aria-hidden="true" />}
                  isPending={restoring.isPending && restoring.variables.id === study.id}
                  disabled={restoring.isPending}
                  onClick={() => handleRestore(study)}
                >
                  Restore<span className="sr-only"> {study.title}</span>
                </Button>
              </li>
            ))}
          </ul>
        )}
      </QueryView>
    </div>
  );
}
