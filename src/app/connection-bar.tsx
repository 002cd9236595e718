import { useEffect, useRef, useState, useSyncExternalStore, type FocusEvent } from 'react';
import { clsx } from 'clsx';
import { Button } from '@/components/ui/button';
import { recheckSession } from '@/features/session/session-store';
import { useSession } from '@/features/session/use-session';
import { useBarHeight } from '@/hooks/use-bar-height';
import { useConnection } from '@/hooks/use-connection';
import { probeNow, type Connection } from '@/lib/connection';
import type * as OfflineQueue from '@/lib/offline-queue';
import type { QueueItem } from '@/lib/offline-queue';
import { hasQueuedWork, subscribeToQueuedWork } from '@/lib/queued-work';
import type * as WaitingWorkList from './waiting-work';

const BACK_ONLINE_MS = 3000;

type Words = { state: string; advice: string };

const words: Record<'visitor' | 'staff', Record<Exclude<Connection, 'online'>, Words>> = {
  visitor: {
    offline: {
      state: 'You are offline.',
      advice: 'You can still read what has already loaded.',
    },
    unreachable: {
      state: 'The server cannot be reached right now.',
      advice: 'You can go on reading, but the latest changes may be missing.',
    },
  },
  staff: {
    offline: {
      state: 'You are offline.',
      advice: 'Case studies and posts you save are kept on this device until you are back.',
    },
    unreachable: {
      state: 'The server cannot be reached right now.',
      advice: 'The project may be paused: open the Supabase dashboard and restore it.',
    },
  },
};

/** Shows that the backend cannot be reached, and how many messages wait on this device. */
export function ConnectionBar() {
  const connection = useConnection();
  const isBack = useIsBack(connection);
  const session = useSession();
  const { items, list } = useWaitingWork();
  const text =
    connection === 'online' ? null : words[session.user ? 'staff' : 'visitor'][connection];
  const count = list?.countOf(items) ?? null;
  const isShown = text !== null || isBack || count !== null;
  const bar = useBarHeight('--connection-bar', isShown);
  const isAccessUnknown = session.status === 'unknown' && session.user !== null;
  useEffect(() => {
    if (isBack && isAccessUnknown) void recheckSession();
  }, [isBack, isAccessUnknown]);
  return (
    <div
      ref={bar}
      className={clsx(
        'fixed inset-x-0 bottom-0 z-40 short:static',
        isShown && 'border-t border-line-strong bg-sunken px-gutter py-2 text-small text-ink',
      )}
    >
      <div className="mx-auto flex max-w-content flex-wrap items-center justify-between gap-x-6 gap-y-1">
        <p role="status" className="min-w-0 flex-[1_1_16rem]">
          {text && (
            <>
              <strong className="font-semibold">{text.state}</strong> {text.advice}{' '}
            </>
          )}
          {isBack && <strong className="font-semibold">Back online. </strong>}
          {count}
        </p>
        {isShown && (
          <div className="flex flex-wrap gap-2">
            {list && items.length > 0 && <list.WaitingWork items={items} />}
            {text && <TryNow />}
          </div>
        )}
      </div>
    </div>
  );
}

function TryNow() {
  const [isTrying, setIsTrying] = useState(false);
  const cameFrom = useRef<EventTarget | null>(null);

  function handleFocus({ relatedTarget }: FocusEvent) {
    cameFrom.current = relatedTarget;
  }

  async function handleTry() {
    setIsTrying(true);
    await probeNow();
    setIsTrying(false);
    // After a success the focused button is gone: give the focus back to where it came from.
    const hasLostFocus = document.activeElement === document.body;
    if (hasLostFocus && cameFrom.current instanceof HTMLElement) cameFrom.current.focus();
  }

  return (
    <Button
      size="small"
      isPending={isTrying}
      onFocus={handleFocus}
      onClick={() => void handleTry()}
    >
      Try now
    </Button>
  );
}

/** True for three seconds after the connection came back. */
function useIsBack(connection: Connection): boolean {
  const [last, setLast] = useState(connection);
  const [isBack, setIsBack] = useState(false);
  if (last !== connection) {
    setLast(connection);
    setIsBack(connection === 'online');
  }
  useEffect(() => {
    if (!isBack) return;
    const timer = setTimeout(() => setIsBack(false), BACK_ONLINE_MS);
    return () => clearTimeout(timer);
  }, [isBack]);
  return isBack;
}

const noItems: readonly QueueItem[] = [];
type Loaded = { queue: typeof OfflineQueue; list: typeof WaitingWorkList };
const getNoItems = () => noItems;
const neverChanges = () => () => {};

/** Downloads the code of the queue only when the queue is not empty. */
function useWaitingWork() {
  const hasWork = useSyncExternalStore(subscribeToQueuedWork, hasQueuedWork, () => false);
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (!hasWork || loaded) return;
    let isGone = false;
    Promise.all([import('@/lib/offline-queue'), import('./waiting-work')]).then(
      ([queue, list]) => !isGone && setLoaded({ queue, list }),
      // The chunk did not load. The queue is stored on the device and is shown after the next page load.
      () => {},
    );
    return () => {
      isGone = true;
    };
  }, [hasWork, loaded]);
  const items = useSyncExternalStore(
    loaded?.queue.subscribeToQueue ?? neverChanges,
    loaded?.queue.getQueue ?? getNoItems,
    getNoItems,
  );
  return { items, list: loaded?.list };
}
