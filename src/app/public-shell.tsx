import { Suspense, useSyncExternalStore } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { PublicLayout } from '@/components/layout/public-layout';
import { ButtonLink } from '@/components/ui/button';
import { Spinner } from '@/components/ui/spinner';
import { services } from '@brand/services';
import { useKeptEnquiries } from '@/features/enquiries/use-kept-enquiries';
import { AccountArea } from '@/features/session/account/account-area';
import { useSession, useStaffLinks } from '@/features/session/use-session';
import { useAppState } from '@/hooks/use-app-state';
import { setAppState } from '@/lib/app-state';
import { isStaffArea, paths } from '@/lib/paths';

export function PublicShell() {
  const isMenuOpen = useAppState('isMenuOpen');
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
      <EditLink />
    </PublicLayout>
  );
}

/** For staff: to the editor of what this page shows. */
function EditLink() {
  const { role } = useSession();
  const { pathname } = useLocation();
  if (role === null || isStaffArea(pathname)) return null;
  return (
    <ButtonLink
      to={paths.adminSitePage.to(pathname)}
      reloadDocument
      size="small"
      className="fixed start-4 bottom-4 z-30 bg-surface! shadow-soft print:hidden"
    >
      Edit this page
    </ButtonLink>
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
