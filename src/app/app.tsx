import { Suspense, type ReactNode } from 'react';
import { ErrorBoundary } from '@/components/error-boundary';
import { Spinner } from '@/components/ui/spinner';
import { ConnectionBar } from './connection-bar';
import { LastResort } from './last-resort';
import { NavigationEffects } from './navigation-effects';
import { Notifications } from './notifications';
import { AppRoutes } from './routes';

export type AppProps = {
  /** The router of the browser, or the one of the build. */
  router: (app: ReactNode) => ReactNode;
};

export function App({ router }: AppProps) {
  return (
    <LastResort>
      <ErrorBoundary level="app">
        {router(
          <>
            <NavigationEffects />
            <Suspense
              fallback={<Spinner label="Loading..." className="min-h-dvh justify-center" />}
            >
              <AppRoutes />
            </Suspense>
            <Notifications />
            <ConnectionBar />
          </>,
        )}
      </ErrorBoundary>
    </LastResort>
  );
}
