import { useEffect, useEffectEvent, type ReactNode } from 'react';
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
  const { data: { state, builtAt = null } = {}, dataUpdatedAt } = useQuery(deployQueries.status());
  const { mutate, isPending } = useRequestDeploy();
  useDeployAfterChanges(state?.isConfigured !== false, () => mutate());
  useCatchUp(state !== undefined && isDeployDue(state, dataUpdatedAt), () => mutate());
  const progress = state && progressOf(state, builtAt, dataUpdatedAt);
  return (
    <span className="inline-flex flex-wrap items-center gap-x-3 gap-y-1 text-small text-muted empty:hidden">
      {progress?.phase === 'building' && (
        <Line>Visitors who reload see it now, everyone in about {progress.minutes} min</Line>
      )}
      {progress?.phase === 'live' && <Line>Live for everyone</Line>}
      {progress?.phase === 'late' && (
        <Line isProblem>
          Not live for everyone yet: the build requested {progress.minutes} min ago has not reached
          the site. See its log at the host; the next publishing requests another.
        </Line>
      )}
      {progress?.phase === 'failed' && (
        <>
          <Line isProblem>Not live for everyone yet: {progress.reason}</Line>
          <Button size="small" isPending={isPending} onClick={() => mutate()}>
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
