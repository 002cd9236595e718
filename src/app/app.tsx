import { Suspense, useState } from 'react';
import { QueryClientProvider } from '@tanstack/react-query';
import { BrowserRouter } from 'react-router-dom';
import { Spinner } from '@/components/ui/spinner';
import { ErrorBoundary } from './error-boundary';
import { NavigationEffects } from './navigation-effects';
import { Notifications } from './notifications';
import { createQueryClient } from './query-client';
import { AppRoutes } from './routes';

export function App() {
  const [queryClient] = useState(createQueryClient);
  return (
    <ErrorBoundary>
      <QueryClientProvider client={queryClient}>
        <BrowserRouter>
          <NavigationEffects />
          <Suspense fallback={<Spinner label="Loading..." className="min-h-dvh justify-center" />}>
            <AppRoutes />
          </Suspense>
          <Notifications />
        </BrowserRouter>
      </QueryClientProvider>
    </ErrorBoundary>
  );
}
