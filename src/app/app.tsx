import { Suspense, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { Spinner } from '@/components/ui/spinner';
import { ConnectionBar } from './connection-bar';
import { LastResort } from './last-resort';
import { NavigationEffects } from './navigation-effects';
import { Notifications } from './notifications';
import { createQueryClient } from './query-client';
import { AppRoutes } from './routes';

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <LastResort>
      <ErrorBoundary level="app">
        <QueryClientProvider client={queryClient}>
          <BrowserRouter>
            <NavigationEffects />
            <Suspense
              fallback={<Spinner label="Loading..." className="min-h-dvh justify-center" />}
            >
              <AppRoutes />
            </Suspense>
            <Notifications />
            <ConnectionBar />
          </BrowserRouter>
        </QueryClientProvider>
      </ErrorBoundary>
    </LastResort>
  );
}
