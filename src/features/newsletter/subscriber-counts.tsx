import { clsx } from 'clsx';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { STATE_LABELS, SUBSCRIBER_STATES, type SubscriberCounts } from './subscriber';

const HINTS = {
  confirmed: 'get the newsletter',
  pending: 'deleted 7 days after asking',
  unsubscribed: 'in the last 30 days',
} as const;

const GRID = 'mb-8 grid grid-cols-3 gap-x-4 tablet:flex tablet:gap-x-12';

export type SubscriberCountsPanelProps = { query: QueryLike<SubscriberCounts> };

export function SubscriberCountsPanel({ query }: SubscriberCountsPanelProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to count the subscribers"
      pending={
        <div className={GRID}>
          {SUBSCRIBER_STATES.map((state) => (
            <Skeleton key={state} className="h-[5.25rem] tablet:w-40" />
          ))}
        </div>
      }
    >
      {(counts) => (
        <dl className={GRID}>
          {SUBSCRIBER_STATES.map((state) => (
            <div key={state}>
              <dt className="text-small font-medium">{STATE_LABELS[state]}</dt>
              <dd>
                <span
                  className={clsx(
                    'font-display text-h2 leading-tight tabular-figures',
                    counts[state] === 0 && 'text-muted',
                  )}
                >
                  {counts[state].toLocaleString('en')}
                </span>
                <span className="block text-small text-muted">{HINTS[state]}</span>
              </dd>
            </div>
          ))}
        </dl>
      )}
    </QueryView>
  );
}
