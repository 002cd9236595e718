import { lazy, useEffect, type ComponentType } from 'react';
import { useLocation } from 'react-router-dom';
import { ErrorBoundary } from '@/components/error-boundary';
import { isReloading } from './stale-build';

/**
 * What a route shows, as a chunk of its own and inside boundaries of its own: one for a chunk that
 * does not arrive, one for a page that fails to draw. Suspends to whoever stands around it.
 */
export function lazyRoute(load: () => Promise<ComponentType>): ComponentType {
  let Chunk = lazy(loadBounded);
  let isLost = false;

  async function loadBounded(): Promise<{ default: ComponentType }> {
    try {
      const Page = await load();
      return { default: () => <BoundedPage Page={Page} /> };
    } catch (error) {
      if (isReloading()) return new Promise(() => {});
      isLost = true;
      throw error;
    }
  }

  // React keeps a chunk that failed for good; only a new one asks for it again.
  function askAgain() {
    if (!isLost) return;
    isLost = false;
    Chunk = lazy(loadBounded);
  }

  function CurrentChunk() {
    return <Chunk />;
  }

  return function LazyRoute() {
    const { pathname } = useLocation();
    useEffect(() => askAgain, []);
    return (
      <ErrorBoundary level="async" resetKey={pathname} onRetry={askAgain}>
        <CurrentChunk />
      </ErrorBoundary>
    );
  };
}

function BoundedPage({ Page }: { Page: ComponentType }) {
  const { pathname } = useLocation();
  return (
    <ErrorBoundary level="page" resetKey={pathname}>
      <Page />
    </ErrorBoundary>
  );
}
