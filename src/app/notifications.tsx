import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useChunk } from '@/hooks/use-chunk';
import { getSnapshot, subscribe } from '@/lib/notifications';
import { paths } from '@/lib/paths';

// Downloaded with the first notification.
const loadToaster = () => import('@/components/ui/toaster');

/** If the chunk does not load, nothing is missing: the page shows the same messages. */
export function Notifications() {
  const hasAny = useSyncExternalStore(
    subscribe,
    () => getSnapshot().length > 0,
    () => false,
  );
  const toaster = useChunk(loadToaster, hasAny);
  const { pathname } = useLocation();
  if (!hasAny || !toaster) return null;
  const placement = pathname.startsWith(`${paths.admin}/`) ? 'admin' : 'public';
  return <toaster.Toaster placement={placement} />;
}
