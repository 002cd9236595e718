import { Figures } from '@/components/ui/figures';
import type { QueryLike } from '@/components/ui/query-view';
import { STATE_LABELS, SUBSCRIBER_STATES, type SubscriberCounts } from './subscriber';

const HINTS = {
  confirmed: 'get the newsletter',
  pending: 'deleted after 7 days',
  unsubscribed: 'in the last 30 days',
} as const;

export type SubscriberCountsPanelProps = { query: QueryLike<SubscriberCounts> };

export function SubscriberCountsPanel({ query }: SubscriberCountsPanelProps) {
  return (
    <Figures
      className="mb-8"
      figures={SUBSCRIBER_STATES.map((state) => ({
        label: STATE_LABELS[state],
        count: query.data?.[state] ?? (query.status === 'error' ? null : undefined),
        detail: HINTS[state],
      }))}
    />
  );
}
