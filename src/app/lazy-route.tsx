import { lazy, useEffect, type ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import { useLocation, type Params } from 'react-router-dom';
import { APP_READY } from '@/boot/protocol.mjs';
import { ErrorBoundary } from '@/components/error-boundary';
import { isHostReachable, onHostRecovered } from '@/lib/site-host';
import { isReloading } from './stale-build';

/** A page may say how to ask beforehand for everything it shows at an address. */
export type Page = ComponentType & {
  prepare?: (queryClient: QueryClient, params: Params) => Promise<unknown>;
};
export type LazyRoute = ComponentType & { load: () => Promise<Page> };

/**
 * What a route shows, as a chunk of its own and inside boundaries of its own: one for a chunk that
 * does not arrive, one for a page that fails to draw. Suspends to whoever stands around it.
 */
export function lazyRoute(load: () => Promise<Page>): LazyRoute {
  let Chunk: ComponentType = lazy(loadBounded);
  let isShown = false;
  let isLost = false;
  let isRetried = false;

  async function loadBounded(): Promise<{ default: ComponentType }> {
    isShown = true;
    try {
      const Page = await load();
      isRetried = false;
      return { default: () => <BoundedPage Page={Page} /> };
    } catch (error) {
      if (await isReloading()) return new Promise(() => {});
      // Some browsers take a module that failed once for lost until the page is loaded anew.
      if (isRetried && (await isHostReachable())) {
        location.reload();
        return new Promise(() => {});
      }
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

  function retry() {
    isRetried = isLost;
    askAgain();
  }

  /** Whoever loads it beforehand finds it drawn at once: a prerendered page comes alive only that way. */
  async function loadBefore(): Promise<Page> {
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
    useEffect(() => askAgain, []);
    return (
      <ErrorBoundary level="async" resetKey={pathname} onRetry={retry} onceBack={onHostRecovered}>
        <CurrentChunk />
      </ErrorBoundary>
    );
  }

  return Object.assign(LazyRoute, { load: loadBefore });
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
