import { useEffect, useEffectEvent, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Globe, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import type { documentQueries } from '@/documents/queries';
import { subscribeToPublishedChanges } from '@/lib/published-changes';
import type { DeployStatus } from './api';
import {
  isDeployDue,
  isSiteLive,
  pageProgressOf,
  progressOf,
  type DeployProgress,
} from './progress';
import { deployQueries, pollAfter, useRequestDeploy } from './queries';

/** Several saves in a row cause one request. */
const DEBOUNCE_MS = 500;

export type DeployLineProps = {
  /** For the screen of one document: the line then tells about its page instead of the whole site. */
  document?: { id: string; publicPage: ReturnType<typeof documentQueries.publicPage> } | undefined;
};

/**
 * Requests a build after something was published and says when all visitors will see it. Shown
 * wherever staff publish; empty without a deploy hook.
 */
export function DeployLine({ document }: DeployLineProps) {
  const { data: status, dataUpdatedAt: askedAt } = useQuery(deployQueries.status());
  const { mutate, isPending } = useRequestDeploy();
  useDeployAfterChanges(status?.state.isConfigured !== false, () => mutate());
  useCatchUp(status !== undefined && isDeployDue(status.state, askedAt), () => mutate());
  if (!status?.state.isConfigured) return null;
  const known = { status, askedAt, isRequesting: isPending, onRequest: () => mutate() };
  return document ? <PageProgress {...known} {...document} /> : <SiteProgress {...known} />;
}

type KnownProgress = {
  status: DeployStatus;
  askedAt: number;
  isRequesting: boolean;
  onRequest: () => void;
};

function SiteProgress({ status: { state, builtAt }, askedAt, ...request }: KnownProgress) {
  return (
    <Progress {...request} progress={progressOf(state, isSiteLive(state, builtAt), askedAt)} />
  );
}

/** Fetches the public page, and says live only when that shows the version that visitors shall read. */
function PageProgress({
  id,
  publicPage,
  ...known
}: KnownProgress & NonNullable<DeployLineProps['document']>) {
  const { status, askedAt, ...request } = known;
  const { data: page, isFetching, isError } = useQuery(publicPage);
  const { data: isLive, dataUpdatedAt } = useQuery({
    ...deployQueries.page({ id, path: '', version: 0, ...page }),
    enabled: !!page,
    refetchInterval: ({ state: { data } }) =>
      pollAfter(progressOf(status.state, data ?? false, Date.now())),
  });
  if (page === null || isError) return <SiteProgress {...known} />;
  if (page === undefined || isLive === undefined) return null;
  // While its version is asked for again, an older one may be live.
  if (isLive && isFetching) return null;
  const now = Math.max(askedAt, dataUpdatedAt);
  return (
    <Progress {...request} progress={pageProgressOf(status, { path: page.path, isLive }, now)} />
  );
}

type ProgressProps = Pick<KnownProgress, 'isRequesting' | 'onRequest'> & {
  progress: DeployProgress;
};

function Progress({ progress, isRequesting, onRequest }: ProgressProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted empty:hidden">
      {progress.phase === 'building' && (
        <Line>Visitors who reload see it now, everyone in about {progress.minutes} min</Line>
      )}
      {progress.phase === 'live' && <Line>Live for everyone</Line>}
      {progress.phase === 'late' && (
        <Line isProblem>
          Not live for everyone yet: the build requested {progress.minutes} min ago has not reached
          the site. See its log at the host; the next publishing requests another.
        </Line>
      )}
      {progress.phase === 'left-out' && (
        <Line isProblem>
          Not live for everyone: the build left this page out ({progress.reason}). Publish it again
          when that is repaired.
        </Line>
      )}
      {progress.phase === 'failed' && (
        <>
          <Line isProblem>Not live for everyone yet: {progress.reason}</Line>
          <Button size="small" isPending={isRequesting} onClick={onRequest}>
            Try again
          </Button>
        </>
      )}
    </span>
  );
}

function Line({ isProblem = false, children }: { isProblem?: boolean; children: ReactNode }) {
  const Icon = isProblem ? TriangleAlert : Globe;
  return (
    <span className="inline-flex items-start gap-1.5">
      <Icon
        aria-hidden="true"
        className={`mt-0.5 size-4 shrink-0 ${isProblem ? 'text-warning' : ''}`}
      />
      <span>{children}</span>
    </span>
  );
}

function useDeployAfterChanges(isWanted: boolean, onChange: () => void) {
  const handle = useEffectEvent(() => {
    if (isWanted) onChange();
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const stop = subscribeToPublishedChanges(() => {
      clearTimeout(timer);
      timer = setTimeout(() => handle(), DEBOUNCE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}

/** Requests a build for changes without one: the tab was closed, or a scheduled post was published. */
function useCatchUp(isDue: boolean, onDue: () => void) {
  const ask = useEffectEvent(onDue);
  useEffect(() => {
    if (isDue) ask();
  }, [isDue]);
}
