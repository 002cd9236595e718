import { useMemo, type ComponentType } from 'react';
import {
  useLoaderData,
  useLocation,
  useNavigate,
  useRouteError,
  type LoaderFunctionArgs,
} from 'react-router-dom';
import { isReloading } from '@/app/stale-build';
import { ErrorBoundary } from '@/components/error-boundary';
import { Spinner } from '@/components/ui/spinner';
import { isHostReachable, onHostRecovered } from '@/lib/site-host';

type Code = { Page: ComponentType };

/**
 * The part of a route that loads its component as its own chunk. A loader instead of the router's `lazy`,
 * because the router keeps a rejected `lazy` for good (docs/decisions.md, 6).
 */
export function loadedBy(load: () => Promise<ComponentType>) {
  let hasFailed = false;

  async function loader({ request }: LoaderFunctionArgs): Promise<Code> {
    try {
      return { Page: await load() };
    } catch (error) {
      // Some browsers cache a failed dynamic import until a document is loaded.
      const isLeaving = (await isReloading()) || (hasFailed && (await isHostReachable()));
      hasFailed = true;
      if (!isLeaving) throw error;
      // The address bar still shows the page that is being left.
      location.assign(request.url);
      return new Promise(() => {});
    }
  }

  return {
    loader,
    shouldRevalidate: () => false,
    Component: LoadedPage,
    ErrorBoundary: FailedPage,
    HydrateFallback: Loading,
  };
}

function LoadedPage() {
  const { Page } = useLoaderData<Code>();
  // The hook renders at every step of a navigation, the page need not.
  return useMemo(() => <Page />, [Page]);
}

function Loading() {
  return <Spinner label="Loading..." className="min-h-svh justify-center" />;
}

/** In place of a page that did not load or did not render. */
function FailedPage() {
  const isLoaded = useLoaderData<Code | undefined>() !== undefined;
  const { key, pathname, search, state } = useLocation();
  const navigate = useNavigate();
  return (
    <ErrorBoundary
      level={isLoaded ? 'page' : 'async'}
      // New with every navigation. Cleared apart from it, the error would be thrown again: React renders the updates of
      // two transitions in any order.
      resetKey={key}
      isRetriedByKey
      // Without the hash: the router loads nothing when only the hash is given anew.
      onRetry={() => void navigate({ pathname, search }, { replace: true, state })}
      subscribeToRecovery={isLoaded ? undefined : onHostRecovered}
    >
      <ThrowRouteError />
    </ErrorBoundary>
  );
}

/** Hands the router's error to the boundary around it, which reports it and offers the retry. */
function ThrowRouteError(): never {
  throw useRouteError();
}
