import { Suspense, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { PublicLayout } from '@/components/layout/public-layout';
import { Spinner } from '@/components/ui/spinner';
import { services } from '@/content/services';
import { AccountArea } from '@/features/session/account-area';
import { useStaffLinks } from '@/features/session/use-session';
import { useAppState } from '@/hooks/use-app-state';
import { setAppState } from '@/lib/app-state';
import { ErrorBoundary } from './error-boundary';

export function PublicShell() {
  const { pathname } = useLocation();
  const { isMenuOpen } = useAppState();
  return (
    <PublicLayout
      isMenuOpen={isMenuOpen}
      onMenuOpenChange={(isOpen) => setAppState({ isMenuOpen: isOpen })}
      staffLinks={useStaffLinks()}
      account={<AccountArea />}
      services={services}
      year={useCurrentYear()}
    >
      <ErrorBoundary resetKey={pathname}>
        <Suspense fallback={<Spinner label="Loading..." className="min-h-svh justify-center" />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
    </PublicLayout>
  );
}

const neverChanges = () => () => {};

/** The year of the build while drawing without a browser, the visitor's own right after. */
function useCurrentYear(): number {
  return useSyncExternalStore(
    neverChanges,
    () => new Date().getFullYear(),
    () => __BUILD_YEAR__,
  );
}
