import { useSyncExternalStore } from 'react';
import { clsx } from 'clsx';
import { isConnectionError, messageOf } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { Alert } from './ui/alert';
import { Button, buttonClasses } from './ui/button';

export type ErrorBoundaryLevel = 'app' | 'page' | 'async' | 'component';

export const titles: Record<ErrorBoundaryLevel, string> = {
  app: 'Application Error',
  page: 'Page Error',
  async: 'Loading Error',
  component: 'Component Error',
};

const STUCK_TEXT = 'Something went wrong. Please refresh the page or try again later.';

/** The error text for visitors, without technical details. */
export function textOf(level: ErrorBoundaryLevel, error: unknown): string {
  if (isAboutConnection(error)) {
    return 'Unable to load data. Please check your connection and try again.';
  }
  return level === 'component'
    ? 'This part of the page encountered an error while loading.'
    : 'This page encountered an error while loading.';
}

function isAboutConnection(error: unknown): boolean {
  return !navigator.onLine || isConnectionError(error) || /fetch|network/i.test(messageOf(error));
}

export type ErrorFallbackProps = {
  level: ErrorBoundaryLevel;
  error: unknown;
  isRetrying: boolean;
  /** The last retry failed at once with the same error. */
  isStuck: boolean;
  advice: string | null;
  onRetry: () => void;
};

/** What an error boundary shows: an alert for a component, a full page for the other levels. */
export function ErrorFallback(props: ErrorFallbackProps) {
  return props.level === 'component' ? <FailedComponent {...props} /> : <FailedPage {...props} />;
}

function FailedComponent({ level, error, isStuck, advice, ...retry }: ErrorFallbackProps) {
  const isOnline = useIsOnline();
  return (
    <Alert kind="danger" title={titles[level]} action={<RetryButton size="small" {...retry} />}>
      {isStuck && !isAboutConnection(error) ? STUCK_TEXT : textOf(level, error)}
      {!isOnline && <Waiting />}
      {advice !== null && <p>{advice}</p>}
    </Alert>
  );
}

function FailedPage({ level, error, isStuck, advice, ...retry }: ErrorFallbackProps) {
  const isOnline = useIsOnline();
  const showsStuckText = isStuck && !isAboutConnection(error);
  return (
    <div
      // The alert inside has the role.
      role={showsStuckText ? undefined : 'alert'}
      className={clsx(
        'flex flex-col justify-center px-gutter py-section',
        level === 'app' ? 'min-h-dvh' : 'min-h-[60dvh]',
      )}
    >
      <div className="mx-auto flex w-full max-w-content flex-col items-start">
        <Rain />
        <h1 className="mt-8 text-h2">{titles[level]}</h1>
        {showsStuckText ? (
          <Alert kind="danger" className="mt-5">
            {STUCK_TEXT}
          </Alert>
        ) : (
          <p className="mt-3 max-w-measure text-lead text-muted">{textOf(level, error)}</p>
        )}
        {advice !== null && <p className="mt-3 max-w-measure">{advice}</p>}
        {!isOnline && <Waiting />}
        <div className="mt-8 flex flex-wrap gap-3">
          <RetryButton variant="primary" {...retry} />
          {/* A plain link, which works when the router has failed. */}
          <a href={paths.home} className={buttonClasses()}>
            Go Home
          </a>
        </div>
      </div>
    </div>
  );
}

type RetryButtonProps = {
  isRetrying: boolean;
  onRetry: () => void;
  variant?: 'primary';
  size?: 'small';
};

function RetryButton({ isRetrying, onRetry, ...look }: RetryButtonProps) {
  return (
    <Button {...look} isPending={isRetrying} pendingLabel="Retrying..." onClick={onRetry}>
      Try Again
    </Button>
  );
}

function Waiting() {
  return <p className="mt-3 font-semibold">Waiting for connection...</p>;
}

function subscribeToBrowserOnline(listener: () => void): () => void {
  window.addEventListener('online', listener);
  window.addEventListener('offline', listener);
  return () => {
    window.removeEventListener('online', listener);
    window.removeEventListener('offline', listener);
  };
}

function useIsOnline(): boolean {
  return useSyncExternalStore(
    subscribeToBrowserOnline,
    () => navigator.onLine,
    () => true,
  );
}

/** The cloud of the empty states, with rain and lightning. */
function Rain() {
  return (
    <svg
      aria-hidden="true"
      viewBox="3.5 0 39 31"
      fill="none"
      strokeWidth="1"
      strokeLinecap="round"
      strokeLinejoin="round"
      className="h-18 w-auto text-muted"
    >
      <path
        stroke="currentColor"
        d="M11 22h24a6.5 6.5 0 0 0 1-12.9A9.5 9.5 0 0 0 17.6 8 7 7 0 0 0 11 22Z"
      />
      <path stroke="currentColor" d="m14 26-2 4M34 26l-2 4M39 26l-1.5 3" />
      <path className="stroke-accent" d="m25 17-4 7h5l-3 7" />
    </svg>
  );
}
