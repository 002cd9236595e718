import type { ReactNode } from 'react';
import { format } from 'date-fns';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { TextLink } from '@/components/ui/text-link';

export type WaitingSectionProps<Item> = {
  title: string;
  query: QueryLike<readonly Item[]>;
  errorTitle: string;
  /** Leads to the whole list. */
  all: { label: string; to: string };
  /** Shown up to this number; the number of all is beside the title. */
  limit: number;
  children: (item: Item) => ReactNode;
};

/** A group of waiting work: a heading with its number, and the rows. */
export function WaitingSection<Item>({
  title,
  query,
  errorTitle,
  all,
  limit,
  children,
}: WaitingSectionProps<Item>) {
  const count = query.data?.length ?? 0;
  return (
    <section className="border-t border-line pt-5 pb-9">
      <div className="mb-2 flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <h2 className="sans-heading text-h4">
          {title}{' '}
          {count > 0 && (
            <span className="ms-1 font-normal text-muted tabular-figures">{count}</span>
          )}
        </h2>
        <TextLink to={all.to} className="text-small">
          {all.label}
        </TextLink>
      </div>
      <QueryView
        query={query}
        errorTitle={errorTitle}
        pending={<Skeleton className="my-2 h-12 w-full" />}
      >
        {(items) => <ul className="-mx-3">{items.slice(0, limit).map(children)}</ul>}
      </QueryView>
    </section>
  );
}

export type WaitingRowProps = {
  to: string;
  title: ReactNode;
  /** Below the title. */
  detail?: ReactNode;
  at?: Date;
  /** At the end, in place of a time. */
  aside?: ReactNode;
  /** Buttons below the link. */
  actions?: ReactNode;
  /** How the time is shown; by default the day. */
  timeFormat?: string;
};

export function WaitingRow({
  to,
  title,
  detail,
  at,
  timeFormat = 'MMM d',
  aside,
  actions,
}: WaitingRowProps) {
  return (
    <li>
      <Link
        to={to}
        className="flex items-baseline justify-between gap-x-5 gap-y-1 rounded-control px-3 py-2.5 max-tablet:flex-wrap transition-colors duration-control hover:bg-sunken"
      >
        <span className="min-w-0 flex-1">
          <span dir="auto" className="block font-medium">
            {title}
          </span>
          {detail !== undefined && (
            <span dir="auto" className="mt-0.5 block text-small text-muted">
              {detail}
            </span>
          )}
        </span>
        {at && (
          <time
            dateTime={at.toISOString()}
            className="shrink-0 text-small text-muted tabular-figures"
          >
            {format(at, timeFormat)}
          </time>
        )}
        {aside !== undefined && (
          <span className="shrink-0 text-small max-tablet:order-1 max-tablet:w-full">{aside}</span>
        )}
        <ChevronRight aria-hidden="true" className="-me-1 size-4 shrink-0 self-center text-muted" />
      </Link>
      {actions !== undefined && <div className="flex flex-wrap gap-2 px-3 pb-2.5">{actions}</div>}
    </li>
  );
}
