import { clsx } from 'clsx';
import { Card, CardBody, CardHeader } from '@/components/ui/card';
import { QueryView, type QueryLike } from '@/components/ui/query-view';
import { Skeleton } from '@/components/ui/skeleton';
import { SECURITY_METRICS_DAYS } from '@/lib/constants';
import {
  EVENT_TYPES,
  SEVERITIES,
  SEVERITY_LABELS,
  TYPE_LABELS,
  type SecurityMetrics,
} from '../model';
import { BarTable } from './bar-table';

export type MetricsPanelProps = { query: QueryLike<SecurityMetrics> };

export function MetricsPanel({ query }: MetricsPanelProps) {
  return (
    <Card>
      <CardHeader title={`The last ${SECURITY_METRICS_DAYS} days`} />
      <CardBody>
        <QueryView
          query={query}
          errorTitle="Failed to load security metrics"
          pending={<MetricsSkeleton />}
        >
          {(metrics) => <Metrics metrics={metrics} />}
        </QueryView>
      </CardBody>
    </Card>
  );
}

const GRID =
  'grid gap-x-12 gap-y-8 tablet:grid-cols-2 desktop:grid-cols-[12rem_minmax(0,1fr)_minmax(0,1fr)]';

function Metrics({ metrics }: { metrics: SecurityMetrics }) {
  const { total, suspicious, byType, bySeverity } = metrics;
  const types = rowsOf(EVENT_TYPES, TYPE_LABELS, byType).sort((a, b) => b.count - a.count);
  const severities = rowsOf(SEVERITIES, SEVERITY_LABELS, bySeverity);
  return (
    <div className={GRID}>
      <dl className="flex gap-10 tablet:col-span-2 desktop:col-span-1 desktop:grid desktop:content-start desktop:gap-6">
        <Figure name="Events" value={total} />
        <Figure
          name="Suspicious"
          value={suspicious}
          hint="Repeated failed sign-ins, forged requests, locked accounts, exceeded limits"
        />
      </dl>
      {total > 0 && (
        <>
          <BarTable caption="By severity" rows={severities} total={total} />
          <BarTable caption="By type" rows={types} total={total} />
        </>
      )}
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

function Figure({ name, value, hint }: { name: string; value: number; hint?: string }) {
  return (
    <div>
      <dt className="text-small text-muted">{name}</dt>
      <dd>
        <span
          className={clsx(
            'font-display text-h2 leading-none tabular-figures',
            value === 0 && 'text-muted',
          )}
        >
          {value}
        </span>
        {hint !== undefined && <p className="mt-1 text-small text-muted">{hint}</p>}
      </dd>
    </div>
  );
}

function MetricsSkeleton() {
  return (
    <div role="status" className={GRID}>
      <span className="sr-only">Loading security metrics...</span>
      <div className="flex gap-10 tablet:col-span-2 desktop:col-span-1 desktop:grid desktop:content-start desktop:gap-6">
        <Skeleton className="h-16 w-24" />
        <Skeleton className="h-16 w-32" />
      </div>
      {[1, 2].map((chart) => (
        <div key={chart} className="grid content-start gap-4">
          <Skeleton className="h-5 w-24" />
          <Skeleton className="h-5 w-full" />
        </div>
      ))}
    </div>
  );
}
