import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Globe, TriangleAlert } from 'lucide-react';
import { Button } from '@/components/ui/button';
import { subscribeToPublishedChanges } from '@/lib/published-changes';
import { isDeployDue, progressOf } from './progress';
import { deployQueries, useRequestDeploy } from './queries';

/** Several saves in a row cause one request. */
const DEBOUNCE_MS = 500;

/**
 * Requests a build after something was published and says when all visitors will see it. Shown
 * wherever staff publish; empty without a deploy hook.
 */
export function DeployLine() {
  const { data: state, dataUpdatedAt } = useQuery(deployQueries.state());
  const { mutate, isPending } = useRequestDeploy();
  useDeployAfterChanges(state?.isConfigured !== false, () => mutate());
  useCatchUp(state !== undefined && isDeployDue(state, dataUpdatedAt), () => mutate());
  const progress = state && progressOf(state, dataUpdatedAt);
  return (
    <span className="inline-flex items-center text-small text-muted empty:hidden">
      {progress?.phase === 'building' && (
        <span className="inline-flex items-start gap-1.5">
          <Globe aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
          Visitors who reload see it now, everyone in about {progress.minutes} min
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
