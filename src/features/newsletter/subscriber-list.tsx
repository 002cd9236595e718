import { format } from 'date-fns';
import { Badge, type BadgeTone } from '@/components/ui/badge';
import { Button, ButtonLink } from '@/components/ui/button';
import { EmptyState } from '@/components/ui/empty-state';
import { Pager } from '@/components/ui/pager';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import type { Page } from '@/lib/paged-list';
import { paths } from '@/lib/paths';
import { useRetryMail } from './subscriber-queries';
import { STATE_LABELS, type Subscriber, type SubscriberState } from './subscriber';

const SKELETON_ROWS = 8;
const LIST = 'divide-y divide-line rounded-control border border-line bg-raised';
const ROW =
  'grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-5 gap-y-1 px-4 py-3 tablet:grid-cols-[minmax(0,1fr)_auto_auto] tablet:px-5 desktop:grid-cols-[minmax(0,1fr)_8rem_minmax(0,1.7fr)_4rem] desktop:py-1.5';

const TONES: Record<SubscriberState, BadgeTone> = {
  confirmed: 'success',
  pending: 'info',
  unsubscribed: 'neutral',
};

export type SubscriberListProps = {
  query: QueryLike<Page<Subscriber>>;
  /** Chooses the text for an empty list. */
  isFiltered: boolean;
  hrefToPage: (page: number) => string;
  onClearFilters: () => void;
  onDelete: (subscriber: Subscriber) => void;
};

export function SubscriberList({
  query,
  isFiltered,
  hrefToPage,
  onClearFilters,
  onDelete,
}: SubscriberListProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load the subscribers"
      pending={<ListSkeleton />}
      isEmpty={({ total }) => total === 0}
      empty={isFiltered ? <NoMatch onClearFilters={onClearFilters} /> : <NoSubscribers />}
    >
      {({ rows, page, totalPages }) => (
        <>
          <ul aria-label="Subscribers" className={LIST}>
            {rows.map((subscriber) => (
              <Row
                key={subscriber.id}
                subscriber={subscriber}
                onDelete={() => onDelete(subscriber)}
              />
            ))}
          </ul>
          <Pager page={page} totalPages={totalPages} hrefTo={hrefToPage} />
        </>
      )}
    </QueryView>
  );
}

function Row({ subscriber, onDelete }: { subscriber: Subscriber; onDelete: () => void }) {
  const { email, state, mailError, isMailRetried } = subscriber;
  return (
    <li className={ROW}>
      <p className="font-medium break-words">
        {email ?? <span className="text-muted">Address deleted</span>}
      </p>
      <Badge tone={TONES[state]} className="justify-self-start max-tablet:row-start-2">
        {STATE_LABELS[state]}
      </Badge>
      <p className="text-small text-muted max-desktop:col-span-full max-tablet:row-start-3 tablet:max-desktop:row-start-2">
        {historyOf(subscriber)}
      </p>
      {email !== null && (
        <Button
          size="small"
          variant="quiet"
          onClick={onDelete}
          className="-me-3 justify-self-end max-tablet:col-start-2 max-tablet:row-span-2 max-tablet:row-start-1"
        >
          Delete<span className="sr-only"> {email}</span>
        </Button>
      )}
      {mailError !== null && (
        <div className="col-span-full pb-2 text-small text-danger">
          Email not sent: {mailError}. {isMailRetried && 'It is tried again.'}
          {!isMailRetried && <SendMail subscriber={subscriber} />}
        </div>
      )}
    </li>
  );
}

/** For an email that was held back or failed for good. */
function SendMail({ subscriber: { id, email } }: { subscriber: Subscriber }) {
  const send = useRetryMail();
  return (
    <Button
      size="small"
      className="mt-2 block"
      isPending={send.isPending}
      onClick={() => send.mutate(id)}
    >
      Send the email<span className="sr-only"> to {email}</span>
    </Button>
  );
}

function historyOf({ state, requestedAt, confirmedAt, unsubscribedAt, eraseAt }: Subscriber) {
  const day = (date: Date | null) => (date ? format(date, 'MMM\u00a0d,\u00a0yyyy') : 'unknown');
  if (state === 'confirmed') return `Signed up ${day(requestedAt)}, confirmed ${day(confirmedAt)}`;
  return state === 'pending'
    ? `Signed up ${day(requestedAt)}. Will be deleted ${day(eraseAt)} unless confirmed`
    : `Unsubscribed ${day(unsubscribedAt)}. Will be deleted ${day(eraseAt)}`;
}

function NoSubscribers() {
  return (
    <EmptyState
      scene="contact"
      title="No subscribers yet"
      description="The form is at the end of the blog and of every post. Addresses appear here once they are confirmed by email."
      action={<ButtonLink to={paths.blog}>See the form</ButtonLink>}
    />
  );
}

function NoMatch({ onClearFilters }: { onClearFilters: () => void }) {
  return (
    <EmptyState
      scene="lost"
      title="No subscriber matches"
      description="Search for a shorter part of the address, or for any state. Unsubscribed addresses are deleted and cannot be found."
      action={<Button onClick={onClearFilters}>Show everyone</Button>}
    />
  );
}

function ListSkeleton() {
  return (
    <div role="status">
      <span className="sr-only">Loading subscribers...</span>
      <div className={LIST}>
        {Array.from({ length: SKELETON_ROWS }, (_, row) => (
          <div key={row} className={ROW}>
            <Skeleton className="my-2 h-5 w-3/5" />
            <Skeleton className="h-5 w-24 max-tablet:row-start-2" />
            <Skeleton className="h-4 w-3/5 max-desktop:col-span-full max-tablet:row-start-3 tablet:max-desktop:row-start-2" />
          </div>
        ))}
      </div>
    </div>
  );
}
