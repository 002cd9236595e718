import { Suspense, useSyncExternalStore } from 'react';
import { Outlet } from 'react-router-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { PublicLayout } from '@/components/layout/public-layout';
import { Spinner } from '@/components/ui/spinner';
import { services } from '@brand/services';
import { useKeptEnquiries } from '@/features/enquiries/use-kept-enquiries';
import { AccountArea } from '@/features/session/account-area';
import { useStaffLinks } from '@/features/session/use-session';
import { useAppState } from '@/hooks/use-app-state';
import { setAppState } from '@/lib/app-state';

export function PublicShell() {
  const { isMenuOpen } = useAppState();
  useKeptEnquiries();
  return (
    <PublicLayout
      isMenuOpen={isMenuOpen}
      onMenuOpenChange={(isOpen) => setAppState({ isMenuOpen: isOpen })}
      staffLinks={useStaffLinks()}
      account={
        <ErrorBoundary level="component">
          <AccountArea />
        </ErrorBoundary>
      }
      services={services}
      year={useCurrentYear()}
    >
      <Suspense fallback={<Spinner label="Loading..." className="min-h-svh justify-center" />}>
        <Outlet />
      </Suspense>
    </PublicLayout>
  );
}

const neverChanges = () => () => {};

/** The year of the build while prerendering and hydrating, then the current year. */
function useCurrentYear(): number {
  return useSyncExternalStore(
    neverChanges,
    () => new Date().getFullYear(),
    () => __BUILD_YEAR__,
  );
}
