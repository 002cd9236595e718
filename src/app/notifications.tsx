import { lazy, Suspense, useSyncExternalStore, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import type { ToasterProps } from '@/components/ui/toaster';
import { reportError } from '@/lib/error-reporting';
import { getSnapshot, subscribe } from '@/lib/notifications';
import { paths } from '@/lib/paths';

// Visitors who are never told anything do not download it.
const Toaster = lazy(async (): Promise<{ default: ComponentType<ToasterProps> }> => {
  try {
    return await import('@/components/ui/toaster');
  } catch (error) {
    // What it would have said stands on the page as well; that page must not fall with it.
    reportError(error, { context: 'notifications' });
    return { default: () => null };
  }
});

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
