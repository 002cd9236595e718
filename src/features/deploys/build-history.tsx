import { useId } from 'react';
import { useQuery } from '@tanstack/react-query';
import type { BuildRun } from '@contracts/deploys';
import { differenceInSeconds, format } from 'date-fns';
import { Badge } from '@/components/ui/badge';
import { deployQueries } from './queries';

const OUTCOMES = {
  running: { label: 'Running', tone: 'neutral' },
  published: { label: 'Published', tone: 'success' },
  failed: { label: 'Failed', tone: 'danger' },
} as const;

/** The last builds of `npm run builder`, the newest first; nothing for a host that builds, which has its own list. */
export function BuildHistory() {
  const id = useId();
  const { data } = useQuery(deployQueries.status());
  const builds = data?.state.builder?.builds ?? [];
  if (builds.length === 0) return null;
  return (
    <section aria-labelledby={id} className="mt-9">
      <h2 id={id} className="mb-3 sans-heading text-h4">
        Last builds
      </h2>
      <ul
        aria-labelledby={id}
        className="divide-y divide-line rounded-control border border-line bg-raised"
      >
        {builds.map((build) => (
          <li
            key={build.startedAt}
            className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 px-5 py-2 tablet:grid-cols-[14rem_minmax(0,1fr)_auto]"
          >
            <time dateTime={build.startedAt} className="text-base font-semibold">
              {format(build.startedAt, 'MMM d, HH:mm:ss')}
            </time>
            <p className="col-span-2 row-start-2 min-w-0 text-base text-muted tablet:col-span-1 tablet:col-start-2 tablet:row-start-1">
              {describe(build)}
            </p>
            <div>
              <Badge tone={OUTCOMES[build.outcome].tone}>{OUTCOMES[build.outcome].label}</Badge>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

function describe({ startedAt, endedAt, reason, changed }: BuildRun): string {
  if (endedAt === null) return 'Not finished yet';
  const took = `${Math.max(1, differenceInSeconds(endedAt, startedAt))} s`;
  if (reason !== null) return `${took}: ${reason}`;
  if (changed === null) return took;
  return `${took}, ${changed} ${changed === 1 ? 'file' : 'files'} changed`;
}
