import { format } from 'date-fns';
import { CircleAlert } from 'lucide-react';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { ORIGIN_LABELS, triedAddress, TYPE_LABELS, type LoggedEvent } from '../model';
import { SeverityBadge } from './severity-badge';

/** Of daily use; events of the other types are marked. */
const EXPECTED_TYPES: ReadonlySet<LoggedEvent['type']> = new Set([
  'authentication_success',
  'password_change',
  'data_access',
  'contact_submission_success',
]);

const SKELETON_ROWS = 8;
const CELL = 'px-4 py-3 align-baseline first:ps-5 last:pe-5';
/** A button that looks like text, with a target of at least 24 px. */
const TEXT_BUTTON =
  'min-h-6 cursor-pointer rounded-control text-start underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current';

export type EventListProps = {
  query: QueryLike<LoggedEvent[]>;
  isFiltered: boolean;
  nameOf: (userId: string) => string;
  onOpen: (event: LoggedEvent) => void;
  /** Absent if the list shows one user only. */
  onPickUser?: (userId: string) => void;
};

/** A table on wide screens, cards on a phone. */
export function EventList({ query, isFiltered, ...actions }: EventListProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load security events"
      pending={<ListSkeleton />}
      empty={
        isFiltered ? (
          <EmptyState
            headingLevel={3}
            scene="lost"
            title="No event matches"
            description="Clear a filter, or search for another word. The search covers descriptions."
          />
        ) : (
          <EmptyState
            headingLevel={3}
            title="Nothing has been logged yet"
            description="Sign-ins, refused uploads and errors appear here as they happen."
          />
        )
      }
    >
      {(events) => (
        <>
          <EventTable events={events} {...actions} />
          <ul className="divide-y divide-line rounded-control border border-line bg-raised tablet:hidden">
            {events.map((event) => (
              <EventCard key={event.id} event={event} {...actions} />
            ))}
          </ul>
        </>
      )}
    </QueryView>
  );
}

type RowActions = Pick<EventListProps, 'nameOf' | 'onOpen' | 'onPickUser'>;

function EventTable({ events, ...actions }: { events: LoggedEvent[] } & RowActions) {
  return (
    <div className="hidden overflow-hidden rounded-control border border-line bg-raised tablet:block">
      <table className="w-full table-fixed text-base">
        <caption className="sr-only">Security events, the latest first</caption>
        <thead className="bg-sunken text-small">
          <tr>
            {[
              ['When', 'w-32'],
              ['What happened', ''],
              ['Reported by', 'w-44'],
              ['Who', 'w-48'],
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
                <When at={event.createdAt} />
              </td>
              <td className={CELL}>
                <What event={event} onOpen={actions.onOpen} />
              </td>
              <td className={`${CELL} text-small text-muted`}>{ORIGIN_LABELS[event.origin]}</td>
              <td className={`${CELL} text-small`}>
                <Who event={event} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function EventCard({ event, ...actions }: { event: LoggedEvent } & RowActions) {
  return (
    <li className="px-4 py-3">
      <What event={event} onOpen={actions.onOpen} />
      <p className="mt-1 text-small text-muted">
        <When at={event.createdAt} />
        <span aria-hidden="true"> · </span>
        {ORIGIN_LABELS[event.origin]}
      </p>
      <p className="text-small">
        <Who event={event} {...actions} />
      </p>
    </li>
  );
}

function When({ at }: { at: string }) {
  return <time dateTime={at}>{format(at, 'MMM d, HH:mm')}</time>;
}

function What({ event, onOpen }: { event: LoggedEvent } & Pick<EventListProps, 'onOpen'>) {
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${TEXT_BUTTON} font-medium`}
        onClick={() => onOpen(event)}
      >
        {!EXPECTED_TYPES.has(event.type) && (
          <CircleAlert
            aria-hidden="true"
            className="me-1.5 inline size-4 -translate-y-px text-warning"
          />
        )}
        {TYPE_LABELS[event.type]}
      </button>
      <SeverityBadge severity={event.severity} />
      <p className="line-clamp-2 min-w-0 text-small text-muted tablet:max-desktop:basis-full">
        {event.description}
      </p>
    </div>
  );
}

function Who({ event, nameOf, onPickUser }: { event: LoggedEvent } & RowActions) {
  const { userId } = event;
  if (userId === null) {
    return <span className="text-muted">{triedAddress(event) ?? 'Not signed in'}</span>;
  }
  const name = nameOf(userId);
  if (!onPickUser) return <span>{name}</span>;
  return (
    <button
      type="button"
      aria-label={`Events of ${name}`}
      className={`${TEXT_BUTTON} max-w-full not-hover:no-underline`}
      onClick={() => onPickUser(userId)}
    >
      {name}
    </button>
  );
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading security events...</span>
      <div className="grid gap-3 tablet:gap-0 tablet:divide-y tablet:divide-line tablet:rounded-control tablet:border tablet:border-line tablet:bg-raised">
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <div
            key={row}
            className="flex flex-wrap items-center gap-x-6 gap-y-2 rounded-control border border-line bg-raised p-4 tablet:flex-nowrap tablet:rounded-none tablet:border-0 tablet:px-5"
          >
            <Skeleton className="h-4 w-24" />
            <Skeleton className="order-last h-9 w-full tablet:order-none" />
            <Skeleton className="h-6 w-20" />
          </div>
        ))}
      </div>
    </div>
  );
}
