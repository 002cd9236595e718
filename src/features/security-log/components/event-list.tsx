import { format } from 'date-fns';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { dayHeading } from '@/lib/moment';
import {
  groupByDay,
  ORIGIN_LABELS,
  triedAddress,
  TYPE_LABELS,
  type EventDay,
  type LoggedEvent,
  type RepeatedEvent,
} from '../model';
import { SeverityBadge } from './severity-badge';

const SKELETON_ROWS = 8;
const CELL = 'px-4 py-3 align-baseline first:ps-5 last:pe-5';
/** A button that looks like text, with a target of at least 24 px. */
const TEXT_BUTTON =
  'min-h-6 cursor-pointer rounded-control text-start underline decoration-line-strong underline-offset-4 hover:text-accent-text hover:decoration-current';

export type EventListProps = {
  query: QueryLike<LoggedEvent[]>;
  isFiltered: boolean;
  /** Absent if all events are the reader's own. */
  nameOf?: (userId: string) => string;
  onOpen: (events: RepeatedEvent) => void;
  /** Absent if the list shows one user only. */
  onPickUser?: (userId: string) => void;
};

/** By day: a table on wide screens, a list on a phone. */
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
      {(latest) => {
        const days = groupByDay(latest);
        return (
          <>
            <EventTable days={days} {...actions} />
            <div className="grid gap-5 tablet:hidden">
              {days.map(({ date, rows }) => (
                <section key={date}>
                  <h3 className="mb-2 sans-heading text-small">
                    <Day date={date} />
                  </h3>
                  <ul className="divide-y divide-line rounded-control border border-line bg-raised">
                    {rows.map((events) => (
                      <EventCard key={events[0].id} events={events} {...actions} />
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          </>
        );
      }}
    </QueryView>
  );
}

type RowActions = Pick<EventListProps, 'nameOf' | 'onOpen' | 'onPickUser'>;

function EventTable({ days, ...actions }: { days: EventDay[] } & RowActions) {
  return (
    <div className="hidden overflow-clip rounded-control border border-line bg-raised tablet:block">
      <table className="w-full table-fixed text-base">
        <caption className="sr-only">Security events, the latest first</caption>
        <thead className="sticky top-16 z-10 bg-sunken text-small desktop:top-0">
          <tr>
            {[
              ['When', 'w-32'],
              ['What happened', ''],
              ['Reported by', 'w-40 wide:w-44'],
              ...(actions.nameOf ? [['Who', 'w-44 wide:w-56']] : []),
            ].map(([label, width]) => (
              <th key={label} scope="col" className={`${CELL} text-start font-semibold ${width}`}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        {days.map(({ date, rows }) => (
          <tbody key={date} className="divide-y divide-line border-t border-line">
            <tr>
              <th
                scope="rowgroup"
                colSpan={actions.nameOf ? 4 : 3}
                className={`${CELL} bg-surface py-2 text-start text-small font-semibold`}
              >
                <Day date={date} />
              </th>
            </tr>
            {rows.map((events) => (
              <tr key={events[0].id}>
                <td className={`${CELL} text-small text-muted tabular-figures`}>
                  <When events={events} />
                </td>
                <td className={CELL}>
                  <What events={events} onOpen={actions.onOpen} />
                </td>
                <td className={`${CELL} text-small text-muted`}>
                  {ORIGIN_LABELS[events[0].origin]}
                </td>
                {actions.nameOf && (
                  <td className={`${CELL} text-small`}>
                    <Who event={events[0]} {...actions} nameOf={actions.nameOf} />
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        ))}
      </table>
    </div>
  );
}

function EventCard({ events, ...actions }: { events: RepeatedEvent } & RowActions) {
  return (
    <li className="px-4 py-3">
      <What events={events} onOpen={actions.onOpen} />
      <p className="mt-1 text-small text-muted">
        <When events={events} />
        {' · '}
        {ORIGIN_LABELS[events[0].origin]}
      </p>
      {actions.nameOf && (
        <p className="text-small">
          <Who event={events[0]} {...actions} nameOf={actions.nameOf} />
        </p>
      )}
    </li>
  );
}

function Day({ date }: Pick<EventDay, 'date'>) {
  return <time dateTime={date}>{dayHeading(`${date}T00:00`)}</time>;
}

/** '10:26', or '09:58 – 10:26' of several. */
function When({ events }: { events: RepeatedEvent }) {
  const [last] = events;
  const first = events.at(-1) ?? last;
  const [from, to] = [first, last].map(({ createdAt }) => format(createdAt, 'HH:mm'));
  return (
    <>
      {from !== to && (
        <>
          <time dateTime={first.createdAt}>{from}</time> –{' '}
        </>
      )}
      <time dateTime={last.createdAt}>{to}</time>
    </>
  );
}

function What({ events, onOpen }: { events: RepeatedEvent } & Pick<EventListProps, 'onOpen'>) {
  const [event] = events;
  return (
    <div className="flex flex-wrap items-baseline gap-x-3">
      <button
        type="button"
        aria-haspopup="dialog"
        className={`${TEXT_BUTTON} font-medium`}
        onClick={() => onOpen(events)}
      >
        {TYPE_LABELS[event.type]}
      </button>
      {events.length > 1 && <span className="text-small font-medium">{events.length} times</span>}
      <SeverityBadge severity={event.severity} />
      <p className="line-clamp-2 min-w-0 text-small text-wrap text-muted max-desktop:basis-full">
        {event.description}
      </p>
    </div>
  );
}

type WhoProps = {
  event: LoggedEvent;
  nameOf: (userId: string) => string;
  onPickUser?: RowActions['onPickUser'];
};

function Who({ event, nameOf, onPickUser }: WhoProps) {
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
