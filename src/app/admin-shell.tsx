import { Suspense } from 'react';
import { Outlet, useLocation } from 'react-router-dom';
import { AdminLayout } from '@/components/layout/admin-layout';
import { Spinner } from '@/components/ui/spinner';
import { AccountArea } from '@/features/session/account-area';
import { RequireSession } from '@/features/session/require-session';
import { ErrorBoundary } from './error-boundary';

export function AdminShell() {
  const { pathname } = useLocation();
  return (
    <AdminLayout account={<AccountArea look="wide" />}>
      <RequireSession>
        <ErrorBoundary resetKey={pathname}>
          <Suspense
            fallback={<Spinner label="Loading..." className="min-h-[60dvh] justify-center" />}
          >
            <Outlet />
          </Suspense>
        </ErrorBoundary>
      </RequireSession>
    </AdminLayout>
  );
}
