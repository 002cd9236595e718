import type { ReactNode } from 'react';
import { RotateCw } from 'lucide-react';
import { ErrorBoundary } from '../error-boundary';
import { messageOf } from '@/lib/errors';
import { Alert } from './alert';
import { Button } from './button';
import { isLastGoodCopy, StaleNote, type AgingQuery } from './stale-note';

/** The part of a react-query result that this component uses. */
export type QueryLike<Data> = AgingQuery & {
  status: 'pending' | 'error' | 'success';
  data: Data | undefined;
};

export type QueryViewProps<Data> = {
  query: QueryLike<Data>;
  /** A skeleton with the layout of the data. */
  pending: ReactNode;
  children: (data: Data) => ReactNode;
  isEmpty?: (data: Data) => boolean;
  empty?: ReactNode;
  errorTitle?: string;
  /** Replaces the error's own message. */
  errorMessage?: string;
};

/**
 * Shows the pending, error, empty or data state of a query. When a refetch fails, the data stays on
 * screen, with the error or the age of the data above it.
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
      {errorMessage ?? messageOf(error)}
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
          <DataView>{() => children(data)}</DataView>
        </ErrorBoundary>
      )}
    </>
  );
}

/** Calls the render function inside the error boundary, which then catches its errors. */
function DataView({ children }: { children: () => ReactNode }) {
  return children();
}

function PendingView({ children }: { children: ReactNode }) {
  return <div aria-busy="true">{children}</div>;
}

function isEmptyList(data: unknown): boolean {
  return Array.isArray(data) && data.length === 0;
}
