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

/** The number of subscribers, of all and in each state; each leads to its list. */
export function SubscriberCountsPanel({ query, chosen, hrefTo }: SubscriberCountsPanelProps) {
  const { data, status } = query;
  const figureOf = (state: SubscriberState | undefined, count: number | undefined) => ({
    count: count ?? (status === 'error' ? null : undefined),
    to: hrefTo(state),
    isChosen: state === chosen,
  });
  const total = data && SUBSCRIBER_STATES.reduce((sum, state) => sum + data[state], 0);
  return (
    <Figures
      className="mb-5"
      figures={[
        { label: 'Everyone', detail: 'who signed up', ...figureOf(undefined, total) },
        ...SUBSCRIBER_STATES.map((state) => ({
          label: STATE_LABELS[state],
          detail: HINTS[state],
          ...figureOf(state, data?.[state]),
        })),
      ]}
    />
  );
}
