import { describeUnknownActor } from '@contracts/audit-events';
import { format } from 'date-fns';
import { EmptyState } from '@/components/ui/empty-state';
import { ChoiceField } from '@/components/ui/choice-field';
import { Pager } from '@/components/ui/pager';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import type { Page } from '@/lib/paged-list';
import { actionLabel, type AuditEvent } from '../model';

const SKELETON_ROWS = 8;
const CELL = 'px-4 py-3 align-baseline first:ps-5 last:pe-5';

export type AuditTrailListProps = {
  query: QueryLike<Page<AuditEvent>>;
  /** Options of the filter. */
  actions: readonly string[];
  action: string | undefined;
  /** The rows of the previous page or filter are still shown. */
  isUpdating: boolean;
  onPickAction: (action: string | undefined) => void;
  hrefToPage: (page: number) => string;
};

/** Who deleted, exported or changed what, and when: a table, and cards on a phone. */
export function AuditTrailList(props: AuditTrailListProps) {
  const { query, actions, action, isUpdating, onPickAction, hrefToPage } = props;
  return (
    <>
      <p className="mb-5 max-w-measure text-base text-muted">
        Deletions, exports and changes of roles. The database writes each row; no row can be changed
        or deleted.
      </p>
      <div role="search" aria-label="Filter what staff did" className="tablet:w-64">
        <ChoiceField
          label="Action"
          value={action}
          labels={Object.fromEntries(
            [...actions, ...(action === undefined ? [] : [action])].map((each) => [
              each,
              actionLabel(each),
            ]),
          )}
          any="All actions"
          onChange={onPickAction}
        />
      </div>
      <div className="mt-5" aria-busy={isUpdating}>
        <QueryView
          query={query}
          errorTitle="Failed to load what staff did"
          pending={<TrailSkeleton />}
          isEmpty={({ rows }) => rows.length === 0}
          empty={
            <EmptyState
              headingLevel={3}
              title={action === undefined ? 'Nothing has been recorded yet' : 'No such action'}
              description={
                action === undefined
                  ? 'Deletions, exports and changes of roles appear here as they happen.'
                  : 'Choose another action, or all of them.'
              }
            />
          }
        >
          {({ rows, page, totalPages }) => (
            <>
              <TrailTable events={rows} />
              <ul className="grid grid-cols-[minmax(0,1fr)] gap-3 tablet:hidden">
                {rows.map((event) => (
                  <TrailCard key={event.id} event={event} />
                ))}
              </ul>
              <Pager page={page} totalPages={totalPages} hrefTo={hrefToPage} />
            </>
          )}
        </QueryView>
      </div>
    </>
  );
}

function TrailTable({ events }: { events: readonly AuditEvent[] }) {
  return (
    <div className="hidden overflow-hidden rounded-control border border-line bg-raised tablet:block">
      <table className="w-full table-fixed text-base">
        <caption className="sr-only">What staff did, the latest first</caption>
        <thead className="bg-sunken text-small">
          <tr>
            {[
              ['When', 'w-44'],
              ['Action', 'w-44'],
              ['What', ''],
              ['Who', 'w-48 desktop:w-56'],
            ].map(([label, width]) => (
              <th key={label} scope="col" className={`${CELL} text-start font-semibold ${width}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody className="divide-y divide-line">
          {events.map((event) => (
            <tr key={event.id}>
              <td className={`${CELL} text-small text-muted tabular-figures`}>
                <When at={event.happenedAt} />
              </td>
              <td className={`${CELL} font-medium`}>{actionLabel(event.action)}</td>
              <td className={`${CELL}`}>
                <What event={event} />
              </td>
              <td className={`${CELL} text-small`}>
                <Who event={event} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TrailCard({ event }: { event: AuditEvent }) {
  return (
    <li className="rounded-control border border-line bg-raised p-4">
      <p className="text-small text-muted">
        <When at={event.happenedAt} />
      </p>
      <p className="mt-1 font-medium">{actionLabel(event.action)}</p>
      <p>
        <What event={event} />
      </p>
      <p className="mt-2 text-small">
        <Who event={event} />
      </p>
    </li>
  );
}

function When({ at }: { at: string }) {
  return <time dateTime={at}>{format(at, 'MMM d, yyyy, HH:mm')}</time>;
}

function What({ event: { subject, subjectName } }: { event: AuditEvent }) {
  return <>{subjectName === null ? subject : `${subjectName} (${subject})`}</>;
}

function Who({ event: { action, actor, actorName } }: { event: AuditEvent }) {
  if (actor === null) {
    return (
      <span className="inline-block text-muted first-letter:uppercase">
        {describeUnknownActor(action)}
      </span>
    );
  }
  return (
    <>
      {actorName !== null && <span className="block text-base font-medium">{actorName}</span>}
      {actor}
    </>
  );
}

function TrailSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading what staff did...</span>
      <div className="grid gap-3">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <Skeleton key={row} className="h-12 w-full" />
        ))}
      </div>
    </div>
  );
}
