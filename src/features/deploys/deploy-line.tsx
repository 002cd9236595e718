import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Globe, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { subscribeToPublishedChanges } from '@/lib/published-changes';
import { isBehind, progressOf } from './progress';
import { deployQueries, useRequestDeploy } from './queries';

/** Several rows saved in a moment are asked about once. */
const SETTLE_MS = 500;

/**
 * After something was published: when everyone sees it. Has the build started, so it stands wherever
 * staff publish. Without a deploy hook there is nothing to say.
 */
export function DeployLine() {
  const { data: state, dataUpdatedAt } = useQuery(deployQueries.state());
  const { mutate, isPending } = useRequestDeploy();
  useDeployAfterChanges(state?.isConfigured !== false, () => mutate());
  useCatchUp(state !== undefined && isBehind(state, dataUpdatedAt), () => mutate());
  const progress = state && progressOf(state, dataUpdatedAt);
  return (
    <span className="inline-flex items-center text-small text-muted empty:hidden">
      {progress?.phase === 'building' && (
        <span className="inline-flex items-start gap-1.5">
          <Globe aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Visitors with a fresh page see it now, everyone in about {progress.minutes} min
        </span>
      )}
      {progress?.phase === 'failed' && (
        <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1">
          <span className="inline-flex items-start gap-1.5">
            <TriangleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-warning" />
            Not live for everyone yet: {progress.reason}
          </span>
          <Button size="small" isPending={isPending} onClick={() => mutate()}>
            Try again
          </Button>
        </span>
      )}
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
      timer = setTimeout(() => handle(), SETTLE_MS);
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, []);
}

/** What was left behind, by a closed tab or a post whose time has come, is picked up. */
function useCatchUp(isWaiting: boolean, onBehind: () => void) {
  const ask = useEffectEvent(onBehind);
  useEffect(() => {
    if (isWaiting) ask();
  }, [isWaiting]);
}
