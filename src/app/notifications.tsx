import { lazy, Suspense, useSyncExternalStore } from 'react';
import { useLocation } from 'react-router-dom';
import { getSnapshot, subscribe } from '@/lib/notifications';
import { paths } from '@/lib/paths';

// Visitors who are never told anything do not download it.
const Toaster = lazy(() => import('@/components/ui/toaster'));

export function Notifications() {
  const hasAny = useSyncExternalStore(
    subscribe,
    () => getSnapshot().length > 0,
    () => false,
  );
  const { pathname } = useLocation();
  if (!hasAny) return null;
  return (
    <Suspense>
      <Toaster placement={pathname.startsWith(`${paths.admin}/`) ? 'admin' : 'public'} />
    </Suspense>
  );
}
