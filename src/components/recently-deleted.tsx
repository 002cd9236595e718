import { useRef, useState, type ReactNode } from 'react';
import { addDays, format } from 'date-fns';
import { clsx } from 'clsx';
import { Trash2, Undo2 } from 'lucide-react';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { Disclosure } from '@/components/ui/disclosure';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { SkeletonText } from '@/components/ui/skeleton';
import { DELETED_KEPT_DAYS } from '@/lib/deleted';
import { messageOf } from '@/lib/errors';
import { PurgeDialog, type DeletedItem, type RowAction } from './purge-dialog';

/** From this number on, the days left are highlighted. */
const LAST_DAYS = 3;

export type RecentlyDeletedProps = {
  /** A DeletedList, rendered when it is opened. */
  children: ReactNode;
};

export function RecentlyDeleted({ children }: RecentlyDeletedProps) {
  return (
    <Disclosure summary="Recently deleted" className="mt-12 border-t border-line">
      {children}
    </Disclosure>
  );
}

export type DeletedListProps<Item extends DeletedItem> = {
  query: QueryLike<readonly Item[]>;
  /** 'posts' */
  plural: string;
  /** How long they are kept. */
  hint: string;
  purgeHint: (item: Item) => string;
  restoring: RowAction<Item>;
  purging: RowAction<Item>;
};

export function DeletedList<Item extends DeletedItem>(props: DeletedListProps<Item>) {
  const { query, plural, hint, purgeHint, restoring, purging } = props;
  const [purged, setPurged] = useState<Item | null>(null);
  const list = useRef<HTMLDivElement>(null);

  /** The row disappears with the button that had the focus. */
  function handleRowRemoved() {
    list.current?.closest('details')?.querySelector('summary')?.focus();
  }

  return (
    <div ref={list} className="pt-1 pb-4">
      <p className="mb-3 text-small text-muted">{hint}</p>
      {restoring.error && (
        <Alert kind="danger" className="mb-4">
          {messageOf(restoring.error)}
        </Alert>
      )}
      <QueryView
        query={query}
        errorTitle={`Failed to load deleted ${plural}`}
        pending={<SkeletonText lines={3} className="max-w-measure" />}
        empty={<p className="text-base text-muted">Nothing was deleted recently.</p>}
      >
        {(items) => (
          <ul className="divide-y divide-line rounded-control border border-line bg-raised">
            {items.map((item) => (
              <DeletedRow
                key={item.id}
                item={item}
                isRestoring={restoring.isPending && restoring.variables?.id === item.id}
                isLocked={restoring.isPending}
                onRestore={() => restoring.mutate(item, { onSuccess: handleRowRemoved })}
                onPurge={() => setPurged(item)}
              />
            ))}
          </ul>
        )}
      </QueryView>
      <PurgeDialog
        item={purged}
        description={purged ? purgeHint(purged) : ''}
        purging={purging}
        onClose={() => setPurged(null)}
        onRowRemoved={handleRowRemoved}
      />
    </div>
  );
}

type DeletedRowProps = {
  item: DeletedItem;
  isRestoring: boolean;
  isLocked: boolean;
  onRestore: () => void;
  onPurge: () => void;
};

function DeletedRow({ item, isRestoring, isLocked, onRestore, onPurge }: DeletedRowProps) {
  const { title, deletedAt, daysLeft } = item;
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2 px-4 py-2.5 [contain-intrinsic-size:auto_4.5rem] [content-visibility:auto]">
      <div className="min-w-0 flex-[1_1_16rem]">
        <p className="font-medium">{title}</p>
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
