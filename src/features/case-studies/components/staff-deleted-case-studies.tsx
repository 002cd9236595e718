import { useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { addDays, format } from 'date-fns';
import { clsx } from 'clsx';
import { ChevronRight, Trash2, Undo2 } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { ConfirmDialog } from '@/components/ui/confirm-dialog';
import { QueryView } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import {
  DELETED_KEPT_DAYS,
  deletedCaseStudyQueries,
  usePurgeCaseStudy,
  useRestoreCaseStudy,
  type DeletedCaseStudy,
} from '../trash';

/** From here on the days left are worth a second look. */
const LAST_DAYS = 3;

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
        <DeletedList onGone={() => summary.current?.focus()} />
      )}
    </details>
  );
}

type DeletedListProps = {
  /** After a row went, with the button in it that had the focus. */
  onGone: () => void;
};

function DeletedList({ onGone }: DeletedListProps) {
  const deleted = useQuery(deletedCaseStudyQueries.list());
  const restoring = useRestoreCaseStudy();
  const [purged, setPurged] = useState<DeletedCaseStudy | null>(null);

  function handleRestore(study: DeletedCaseStudy) {
    restoring.mutate(study, {
      onSuccess: () => {
        notify({ type: 'success', title: `Case study "${study.title}" restored` });
        onGone();
      },
      onError: (error) => {
        notify({ type: 'error', title: messageOf(error, 'Failed to restore case study') });
      },
    });
  }

  return (
    <div className="pt-1 pb-4">
      <p className="mb-3 text-small text-muted">
        Deleted case studies are kept for {DELETED_KEPT_DAYS} days, with their metrics, pictures and
        history.
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
              <DeletedRow
                key={study.id}
                study={study}
                isRestoring={restoring.isPending && restoring.variables.id === study.id}
                isLocked={restoring.isPending}
                onRestore={() => handleRestore(study)}
                onPurge={() => setPurged(study)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <PurgeDialog study={purged} onClose={() => setPurged(null)} onGone={onGone} />
    </div>
  );
}

type DeletedRowProps = {
  study: DeletedCaseStudy;
  isRestoring: boolean;
  isLocked: boolean;
  onRestore: () => void;
  onPurge: () => void;
};

function DeletedRow({ study, isRestoring, isLocked, onRestore, onPurge }: DeletedRowProps) {
  const { title, deletedAt, daysLeft } = study;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium break-words">{title}</p>
        <p className="text-small text-muted">
          <span className={clsx(daysLeft <= LAST_DAYS && 'font-medium text-warning')}>
            {daysLeft === 1 ? 'Last day' : `${daysLeft} days left`}
          </span>
          {' · '}
          <span>
            Deleted {format(deletedAt, 'MMM d, yyyy')}, kept until{' '}
            {format(addDays(deletedAt, DELETED_KEPT_DAYS), 'MMM d, yyyy')}
          </span>
        </p>
      </div>
      <div className="flex flex-wrap gap-2">
        <Button
          size="small"
          icon={<Undo2 aria-hidden="true" />}
          isPending={isRestoring}
          disabled={isLocked}
          onClick={onRestore}
        >
          Restore<span className="sr-only"> {title}</span>
        </Button>
        <Button
          size="small"
          variant="quiet"
          icon={<Trash2 aria-hidden="true" />}
          disabled={isLocked}
          onClick={onPurge}
        >
          Delete for good<span className="sr-only"> {title}</span>
        </Button>
      </div>
    </li>
  );
}

type PurgeDialogProps = {
  /** Null while nothing is asked. */
  study: DeletedCaseStudy | null;
  onClose: () => void;
  onGone: () => void;
};

function PurgeDialog({ study, onClose, onGone }: PurgeDialogProps) {
  const { mutate, isPending, error, reset } = usePurgeCaseStudy();

  function handleConfirm() {
    if (!study) return;
    mutate(study, {
      onSuccess: () => {
        notify({ type: 'success', title: `"${study.title}" is gone for good` });
        onClose();
        // After the dialog, which gives the focus back to what is no longer there.
        setTimeout(onGone);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={study !== null}
      onOpenChange={() => {
        reset();
        onClose();
      }}
      title="Delete for good?"
      description={`"${study?.title}" and every saved version of it will be gone. Nobody can bring it back.`}
      confirmLabel="Delete for good"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
    />
  );
}
