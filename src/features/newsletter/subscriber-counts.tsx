import { Figures } from '@/components/ui/figures';
import type { QueryLike } from '@/components/ui/query-view';
import {
  STATE_LABELS,
  SUBSCRIBER_STATES,
  type SubscriberCounts,
  type SubscriberState,
} from './subscriber';

const HINTS = {
  confirmed: 'get the newsletter',
  pending: 'deleted after 7 days',
  unsubscribed: 'in the last 30 days',
} as const;

export type SubscriberCountsPanelProps = {
  query: QueryLike<SubscriberCounts>;
  chosen: SubscriberState | undefined;
  /** The list of a state; undefined for everyone. */
  hrefTo: (state: SubscriberState | undefined) => string;
};

/** The number of subscribers in each state, which leads to them; the chosen one leads back to everyone. */
export function SubscriberCountsPanel({ query, chosen, hrefTo }: SubscriberCountsPanelProps) {
  return (
    <Figures
      className="mb-5"
      figures={SUBSCRIBER_STATES.map((state) => ({
        label: STATE_LABELS[state],
        count: query.data?.[state] ?? (query.status === 'error' ? null : undefined),
        detail: HINTS[state],
        to: hrefTo(state === chosen ? undefined : state),
        isChosen: state === chosen,
      }))}
    />
  );
}
