import { clsx } from 'clsx';
import { formatDistanceToNowStrict } from 'date-fns';
import { ArrowLeft, ArrowRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { PersonName } from '@/components/people/person';
import { Badge } from '@/components/ui/badge';
import { ButtonLink } from '@/components/ui/button';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { AnswerBadge } from './answer-badge';
import { NothingHere, type InboxPlace } from './inbox-empty';
import type { EnquiryPage } from '../staff-api';
import { ENQUIRY_PAGE_SIZE, type StoredEnquiry } from '../model';

const SKELETON_ROWS = 6;

export type InboxListProps = InboxPlace & { query: QueryLike<EnquiryPage> };

export function InboxList({ query, ...place }: InboxListProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load the enquiries"
      pending={<ListSkeleton />}
      isEmpty={({ enquiries }) => enquiries.length === 0}
      empty={<NothingHere {...place} />}
    >
      {({ enquiries, total }) => (
        <>
          <ul className="divide-y divide-line overflow-hidden rounded-control border border-line bg-raised">
            {enquiries.map((enquiry) => (
              <EnquiryRow key={enquiry.id} enquiry={enquiry} {...place} />
            ))}
          </ul>
          <Pages total={total} {...place} />
        </>
      )}
    </QueryView>
  );
}

function EnquiryRow({ enquiry, filters, hrefOf }: InboxPlace & { enquiry: StoredEnquiry }) {
  const { id, name, subject, message, service, readAt, createdAt } = enquiry;
  const isOpen = filters.enquiry === id;
  return (
    <li>
      <Link
        to={hrefOf({ ...filters, enquiry: id })}
        aria-current={isOpen ? 'true' : undefined}
        className={clsx(
          'block px-4 py-3.5 -outline-offset-2 transition-colors duration-control tablet:px-5',
          isOpen
            ? 'bg-sunken dark:bg-line shadow-[inset_3px_0_0_var(--accent)]'
            : 'hover:bg-sunken',
        )}
      >
        <span className="flex items-baseline justify-between gap-4">
          <span className={clsx('min-w-0 truncate', readAt === null && 'font-semibold')}>
            {readAt === null && <UnreadDot />}
            <bdi>{name}</bdi>
          </span>
          <time
            dateTime={createdAt.toISOString()}
            className="shrink-0 text-small text-muted tabular-figures"
          >
            {formatDistanceToNowStrict(createdAt, { addSuffix: true })}
          </time>
        </span>
        <span
          dir="auto"
          className={clsx('mt-0.5 block truncate text-base', readAt === null && 'font-semibold')}
        >
          {subject ?? message}
        </span>
        <span className="mt-1.5 flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted">
          <span className="tabular-figures">#{enquiry.number}</span>
          <RowState enquiry={enquiry} />
          {enquiry.answerBy !== null && !enquiry.isQuarantined && (
            <AnswerBadge answerBy={enquiry.answerBy} isUrgentOnly={filters.view !== 'waiting'} />
          )}
          {service !== null && <span>{service}</span>}
          {enquiry.assignedTo !== null && (
            <span className="min-w-0 truncate">
              <PersonName email={enquiry.assignedTo} />
            </span>
          )}
        </span>
      </Link>
    </li>
  );
}

function UnreadDot() {
  return (
    <>
      <span aria-hidden="true" className="me-2 inline-block size-2 rounded-full bg-accent" />
      <span className="sr-only">Unread: </span>
    </>
  );
}

/** The status, and an email that is not sent yet. */
function RowState({
  enquiry: { status, isQuarantined, delivery, mailError },
}: {
  enquiry: StoredEnquiry;
}) {
  if (isQuarantined) return <Badge tone="warning">Quarantine</Badge>;
  return (
    <>
      {status === 'new' && <Badge tone="info">New</Badge>}
      {status === 'open' && <Badge>Open</Badge>}
      {status === 'done' && <Badge tone="success">Done</Badge>}
      {delivery === 'received' && <span>Not emailed yet</span>}
      {delivery === 'failed' && (
        <span className="min-w-0 font-medium text-danger">
          Email failed{mailError === null ? '' : `: ${mailError}`}
        </span>
      )}
    </>
  );
}

function Pages({ filters, hrefOf, total }: InboxPlace & { total: number }) {
  const last = Math.ceil(total / ENQUIRY_PAGE_SIZE);
  if (last < 2) return null;
  const pageLink = (page: number) => hrefOf({ ...filters, page, enquiry: undefined });
  return (
    <nav aria-label="Pages" className="mt-4 grid grid-cols-3 items-center gap-3">
      <div>
        {filters.page > 1 && (
          <ButtonLink
            size="small"
            rel="prev"
            to={pageLink(filters.page - 1)}
            icon={<ArrowLeft aria-hidden="true" />}
          >
            Newer
          </ButtonLink>
        )}
      </div>
      <p className="text-center text-small text-muted tabular-figures">
        Page {filters.page} of {last}
      </p>
      <div className="justify-self-end">
        {filters.page < last && (
          <ButtonLink size="small" rel="next" to={pageLink(filters.page + 1)}>
            Older
            <ArrowRight aria-hidden="true" />
          </ButtonLink>
        )}
      </div>
    </nav>
  );
}

function ListSkeleton() {
  return (
    <div
      role="status"
      className="divide-y divide-line rounded-control border border-line bg-raised"
    >
      <span className="sr-only">Loading enquiries...</span>
      {Array.from({ length: SKELETON_ROWS }, (_, row) => (
        <div key={row} className="grid gap-2 px-4 py-3.5 tablet:px-5">
          <Skeleton className="h-5 w-1/2" />
          <Skeleton className="h-5 w-4/5" />
          <Skeleton className="h-5 w-1/3" />
        </div>
      ))}
    </div>
  );
}
