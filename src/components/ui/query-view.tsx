import type { ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { ErrorBoundary } from '../error-boundary';
import { Alert } from './alert';
import { Button } from './button';
import { isLastGoodCopy, StaleNote } from './stale-note';

/** The part of a react-query result that decides what is on screen. */
export type QueryLike<Data> = {
  status: 'pending' | 'error' | 'success';
  data: Data | undefined;
  error: Error | null;
  refetch: () => unknown;
  isFetching: boolean;
  failureReason?: Error | null;
  dataUpdatedAt?: number;
};

export type QueryViewProps<Data> = {
  query: QueryLike<Data>;
  /** The skeleton in the final shape. */
  pending: ReactNode;
  children: (data: Data) => ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  errorTitle?: string;
  /** In place of the error's own message. */
  errorMessage?: string;
};

/**
 * Pending, then error with a retry, then empty, then data. Data that is already there stays on
 * screen when refreshing it fails; the failure, or how old the data is, is then said above it.
 */
export function QueryView<Data>({
  query,
  pending,
  children,
  isEmpty = isEmptyList,
  empty,
  errorTitle = 'Something went wrong',
  errorMessage,
}: QueryViewProps<Data>) {
  const { data, error, isFetching, refetch, status } = query;
  const alert = status === 'error' && (
    <Alert
      kind="danger"
      title={errorTitle}
      action={
        <Button
          size="small"
          isPending={isFetching}
          icon={<RotateCw aria-hidden="true" />}
          onClick={() => refetch()}
        >
          Try again
        </Button>
      }
    >
      {errorMessage ?? error?.message}
    </Alert>
  );
  if (data === undefined) return status === 'error' ? alert : <PendingView>{pending}</PendingView>;
  const isNothing = empty !== undefined && isEmpty(data);
  return (
    <>
      {isLastGoodCopy(query) ? (
        <StaleNote query={query} className="mb-6" />
      ) : (
        alert && <div className="mb-6">{alert}</div>
      )}
      {isNothing ? (
        empty
      ) : (
        <ErrorBoundary level="component" resetKey={data}>
          <Drawn>{() => children(data)}</Drawn>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Draws inside the boundary what the caller's function would otherwise draw outside of it. */
function Drawn({ children }: { children: () => ReactNode }) {
  return children();
}

function PendingView({ children }: { children: ReactNode }) {
  return <div aria-busy="true">{children}</div>;
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
