import { lazy, useEffect, type ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useLocation, type Params } from 'react-router-dom';
import { isReloading } from '@/app/stale-build';
import { APP_READY } from '@/boot/protocol';
import { ErrorBoundary } from '@/components/error-boundary';
import { isHostReachable, onHostRecovered } from '@/lib/site-host';

/** `prepare` requests all data that the page shows for these params, before it renders. */
export type Page = ComponentType & {
  prepare?: (queryClient: QueryClient, params: Params) => Promise<unknown>;
};
export type LazyRoute = ComponentType & { load: () => Promise<Page> };

/**
 * A route as its own chunk, with two error boundaries: one for a chunk that does not load, one for a
 * page that fails to render. Suspends to the nearest `Suspense` around it.
 */
export function lazyRoute(load: () => Promise<Page>): LazyRoute {
  let Chunk: ComponentType = lazy(loadBounded);
  let isShown = false;
  let hasFailed = false;
  let isRetried = false;

  async function loadBounded(): Promise<{ default: ComponentType }> {
    isShown = true;
    try {
      const Page = await load();
      isRetried = false;
      return { default: () => <BoundedPage Page={Page} /> };
    } catch (error) {
      if (await isReloading()) return new Promise(() => {});
      // Some browsers cache a failed dynamic import until the page is reloaded.
      if (isRetried && (await isHostReachable())) {
        location.reload();
        return new Promise(() => {});
      }
      hasFailed = true;
      throw error;
    }
  }

  // React.lazy caches the failure: only a new lazy component requests the chunk again.
  function requestAgain() {
    if (!hasFailed) return;
    hasFailed = false;
    Chunk = lazy(loadBounded);
  }

  function retry() {
    isRetried = hasFailed;
    requestAgain();
  }

  /** After this, the route renders without suspending, which hydration of a prerendered page needs. */
  async function preload(): Promise<Page> {
    const Page = await load();
    if (!isShown) Chunk = () => <BoundedPage Page={Page} />;
    isShown = true;
    return Page;
  }

  function CurrentChunk() {
    return <Chunk />;
  }

  function LazyRoute() {
    const { pathname } = useLocation();
    useEffect(() => requestAgain, []);
    return (
      <ErrorBoundary
        level="async"
        resetKey={pathname}
        onRetry={retry}
        subscribeToRecovery={onHostRecovered}
      >
        <CurrentChunk />
      </ErrorBoundary>
    );
  }

  return Object.assign(LazyRoute, { load: preload });
}

function BoundedPage({ Page }: { Page: ComponentType }) {
  const { pathname } = useLocation();
  useEffect(() => void window.dispatchEvent(new Event(APP_READY)), []);
  return (
    <ErrorBoundary level="page" resetKey={pathname}>
      <Page />
    </ErrorBoundary>
  );
}
