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
import type { DocumentInput } from '../fields';
import type { DocumentKind } from '../kind';
import { usePurgeDocument, useRestoreDocument } from '../mutations';
import { DELETED_KEPT_DAYS, documentQueries, type RestorableDocument } from '../queries';

/** From this number on, the days left are highlighted. */
const LAST_DAYS = 3;

/** 'Recently deleted': fetched when it is opened. */
export function DeletedDocuments<Input extends DocumentInput>({
  kind,
}: {
  kind: DocumentKind<Input>;
}) {
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
        // The row disappears with the button that had the focus.
        <DeletedList kind={kind} onRowRemoved={() => summary.current?.focus()} />
      )}
    </details>
  );
}

type DeletedListProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  /** After a row disappeared, with the button in it that had the focus. */
  onRowRemoved: () => void;
};

function DeletedList<Input extends DocumentInput>({ kind, onRowRemoved }: DeletedListProps<Input>) {
  const deleted = useQuery(documentQueries.deleted(kind));
  const restoring = useRestoreDocument(kind);
  const [purged, setPurged] = useState<RestorableDocument | null>(null);
  return (
    <div className="pt-1 pb-4">
      <p className="mb-3 text-small text-muted">
        Deleted {kind.plural} and their history are kept for {DELETED_KEPT_DAYS} days.
      </p>
      {restoring.error && (
        <Alert kind="danger" className="mb-4">
          {messageOf(restoring.error)}
        </Alert>
      )}
      <QueryView
        query={deleted}
        errorTitle={`Failed to load deleted ${kind.plural}`}
        pending={<SkeletonText lines={3} className="max-w-measure" />}
        empty={<p className="text-base text-muted">Nothing was deleted recently.</p>}
      >
        {(documents) => (
          <ul className="divide-y divide-line rounded-control border border-line bg-raised">
            {documents.map((document) => (
              <DeletedRow
                key={document.id}
                document={document}
                isRestoring={restoring.isPending && restoring.variables.id === document.id}
                isLocked={restoring.isPending}
                onRestore={() => restoring.mutate(document, { onSuccess: onRowRemoved })}
                onPurge={() => setPurged(document)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <PurgeDialog
        kind={kind}
        document={purged}
        onClose={() => setPurged(null)}
        onRowRemoved={onRowRemoved}
      />
    </div>
  );
}

type DeletedRowProps = {
  document: RestorableDocument;
  isRestoring: boolean;
  isLocked: boolean;
  onRestore: () => void;
  onPurge: () => void;
};

function DeletedRow({ document, isRestoring, isLocked, onRestore, onPurge }: DeletedRowProps) {
  const { title, deletedAt, daysLeft } = document;
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

type PurgeDialogProps<Input extends DocumentInput> = {
  kind: DocumentKind<Input>;
  /** Null while the dialog is closed. */
  document: RestorableDocument | null;
  onClose: () => void;
  onRowRemoved: () => void;
};

function PurgeDialog<Input extends DocumentInput>({
  kind,
  document,
  onClose,
  onRowRemoved,
}: PurgeDialogProps<Input>) {
  const { mutate, isPending, error, reset } = usePurgeDocument(kind);

  function handleConfirm() {
    if (!document) return;
    mutate(document, {
      onSuccess: () => {
        notify({ type: 'success', title: `"${document.title}" deleted for good` });
        onClose();
        // After the dialog has closed: it returns the focus to a button that no longer exists.
        setTimeout(onRowRemoved);
      },
    });
  }

  return (
    <ConfirmDialog
      isOpen={document !== null}
      onOpenChange={() => {
        reset();
        onClose();
      }}
      title="Delete for good?"
      description={`This deletes "${document?.title}" and all its saved versions. It cannot be undone.`}
      confirmLabel="Delete for good"
      pendingLabel="Deleting…"
      isDangerous
      isPending={isPending}
      error={error && messageOf(error)}
      onConfirm={handleConfirm}
    />
  );
}
