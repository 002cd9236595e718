import { Disclosure } from '@/components/ui/disclosure';
import { Figures, type Figure } from '@/components/ui/figures';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { SECURITY_METRICS_DAYS } from '@/lib/constants';
import {
  EVENT_TYPES,
  SEVERITIES,
  SEVERITY_LABELS,
  TYPE_LABELS,
  type SecurityMetrics,
} from '../model';
import { BarTable } from './bar-table';

export type MetricsPanelProps = {
  query: QueryLike<SecurityMetrics>;
  /** The list holds suspicious events only. */
  isSuspicious: boolean;
  /** The list of all events or of the suspicious ones. */
  hrefTo: (only: 'suspicious' | undefined) => string;
};

/** The numbers of the last days lead to their events. */
export function MetricsPanel({ query, ...choice }: MetricsPanelProps) {
  return (
    <QueryView
      query={query}
      errorTitle="Failed to load security metrics"
      pending={<Figures figures={figuresOf(undefined, choice)} />}
    >
      {(metrics) => (
        <div>
          <Figures figures={figuresOf(metrics, choice)} />
          {metrics.total > 0 && (
            <Disclosure summary="By severity and type">
              <Counts metrics={metrics} />
            </Disclosure>
          )}
        </div>
      )}
    </QueryView>
  );
}

function figuresOf(
  metrics: SecurityMetrics | undefined,
  { isSuspicious, hrefTo }: Omit<MetricsPanelProps, 'query'>,
): Figure[] {
  return [
    {
      label: 'Events',
      count: metrics?.total,
      detail: `in the last ${SECURITY_METRICS_DAYS} days`,
      to: hrefTo(undefined),
      isChosen: !isSuspicious,
    },
    {
      label: 'Suspicious',
      count: metrics?.suspicious,
      isWarning: true,
      to: hrefTo('suspicious'),
      isChosen: isSuspicious,
      detail: 'Repeated failed sign-ins, forged requests, locked accounts, exceeded limits',
    },
  ];
}

function Counts({ metrics: { total, byType, bySeverity } }: { metrics: SecurityMetrics }) {
  const types = rowsOf(EVENT_TYPES, TYPE_LABELS, byType).sort((a, b) => b.count - a.count);
  return (
    <div className="grid gap-x-12 gap-y-6 pt-2 pb-4 tablet:grid-cols-2">
      <BarTable
        caption="By severity"
        rows={rowsOf(SEVERITIES, SEVERITY_LABELS, bySeverity)}
        total={total}
      />
      <BarTable caption="By type" rows={types} total={total} />
    </div>
  );
}

/** Those that occurred. */
function rowsOf<Key extends string>(
  keys: readonly Key[],
  labels: Record<Key, string>,
  counts: Partial<Record<Key, number>>,
) {
  return keys
    .map((key) => ({ label: labels[key], count: counts[key] ?? 0 }))
    .filter(({ count }) => count > 0);
}
