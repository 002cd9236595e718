import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '@/components/error-boundary';
import { Spinner } from '@/components/ui/spinner';
import { ConnectionBar } from './connection-bar';
import { LastResort } from './last-resort';
import { NavigationEffects } from './navigation-effects';
import { Notifications } from './notifications';
import { PageFocus } from './page-focus';

/** Wraps the router of an entry in the outermost error boundaries. */
export function App({ children }: { children: ReactNode }) {
  return (
    <LastResort>
      <ErrorBoundary level="app">{children}</ErrorBoundary>
    </LastResort>
  );
}

/** Inside the router: what both entries show besides their pages. */
export function AppFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <NavigationEffects />
      <Suspense fallback={<Spinner label="Loading..." className="min-h-dvh justify-center" />}>
        {children}
      </Suspense>
      {/* After the page, which may choose the focus itself. */}
      <PageFocus />
      <Notifications />
      <ConnectionBar />
    </>
  );
}
