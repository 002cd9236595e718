import { useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { useChunk } from '@/hooks/use-chunk';
import { getSnapshot, subscribe } from '@/lib/notifications';
import { paths } from '@/lib/paths';

// Visitors who are never told anything do not download it.
const loadToaster = () => import('@/components/ui/toaster');

/** What a lost toaster would have said stands on the page as well. */
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
