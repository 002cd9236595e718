import {
  MutationCache,
  onlineManager,
  QueryCache,
  QueryClient,
  type Query,
  type QueryFunction,
  type QueryFunctionContext,
} from '@tanstack/react-query';
import { recheckSession } from '@/features/session/session-store';
import {
  getConnection,
  noteReachable,
  noteUnreachable,
  subscribeToConnection,
} from '@/lib/connection';
import { QUERY_RETRIES, QUERY_STALE_MS } from '@/lib/constants';
import { AppError, messageOf, TIMED_OUT, UNREADABLE, type AppErrorKind } from '@/lib/errors';
import { notify } from '@/lib/notifications';

declare module '@tanstack/react-query' {
  // react-query types `meta` by merging into this interface.
  // oxlint-disable-next-line typescript/consistent-type-definitions
  interface Register {
    queryMeta: {
      /**
       * Stores the last good answer on this device and shows it while the backend cannot be reached.
       * Only for public data: the copy stays after a session ends.
       */
      keepCopy?: boolean;
    };
    mutationMeta: {
      /** The caller shows the failure itself; without it a notification does. */
      handlesError?: boolean;
    };
  }
}

const FINAL_KINDS = ['not-found', 'forbidden', 'invalid', 'conflict', 'signed-out'];

const FINAL_CODES: readonly unknown[] = [UNREADABLE, TIMED_OUT];

/** Whether a retry would fail again, or make the user wait twice as long. */
function isFinal(error: unknown): boolean {
  return (
    error instanceof AppError &&
    (FINAL_KINDS.includes(error.kind) || FINAL_CODES.includes(error.code))
  );
}

export function createQueryClient(): QueryClient {
  followConnection();
  const client: QueryClient = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY_STALE_MS,
        retry: (failures, error) => failures < QUERY_RETRIES && !isFinal(error),
        refetchOnWindowFocus: false,
        refetchOnMount: true,
        // Without a connection a query fails visibly instead of pausing; it is fetched again on reconnect.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: queryWithStoredCopy,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onSuccess: noteReachable,
      onError: (error) => {
        noteFailure(error);
        endRefusedSession(error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: () => {
        noteReachable();
        restartFirstReads(client);
      },
      onError: (error, _variables, _context, _onMutateResult, mutation) => {
        restartFirstReads(client);
        noteFailure(error);
        endRefusedSession(error);
        const meta = typeof mutation === 'object' && 'meta' in mutation ? mutation.meta : undefined;
        if (meta?.handlesError) return;
        notify({ type: 'error', description: messageOf(error) });
      },
    }),
  });
  return client;
}

/**
 * A first read that is still under way began before the change, and the reads that the change causes would join it
 * (react-query cancels only later ones): what was just added would be missing.
 */
function restartFirstReads(client: QueryClient) {
  void client.resetQueries({
    type: 'active',
    predicate: ({ state }) => state.data === undefined && state.fetchStatus === 'fetching',
  });
}

/** The online state follows the outcome of requests, not the browser's online and offline events. */
function followConnection() {
  onlineManager.setEventListener((setOnline) =>
    subscribeToConnection(() => setOnline(getConnection() === 'online')),
  );
}

function noteFailure(error: Error) {
  if (isOfKind(error, 'offline')) noteUnreachable();
}

/** Checks the session when a request is refused as signed out; the guard then asks to sign in again. */
function endRefusedSession(error: Error) {
  if (isOfKind(error, 'signed-out')) void recheckSession();
}

/** Runs for every query; stores and shows copies only where `meta.keepCopy` is set. */
async function queryWithStoredCopy<Data, Key extends readonly unknown[]>(
  queryFn: QueryFunction<Data, Key>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<Data> {
  if (!query.meta?.keepCopy) return queryFn(context);
  // While offline, show the copy at once: the request may take long to time out.
  if (getConnection() !== 'online') void showStoredCopy(query);
  try {
    const data = await queryFn(context);
    void loadCopies().then((copies) => copies?.keepCopy(query.queryHash, data));
    return data;
  } catch (error) {
    if (isOfKind(error, 'offline')) await showStoredCopy(query);
    if (isOfKind(error, 'not-found', 'forbidden')) {
      void loadCopies().then((copies) => copies?.removeCopy(query.queryHash));
    }
    throw error;
  }
}

/**
 * Keeps the copy's own time, so that it counts as stale and the screen can show its age. A copy replaces
 * prerendered data only if it is newer.
 */
async function showStoredCopy(query: Query) {
  const copies = await loadCopies();
  const copy = await copies?.readCopy(query.queryHash);
  if (!copy || query.state.dataUpdatedAt >= copy.savedAt) return;
  query.setData(copy.data, { updatedAt: copy.savedAt, manual: true });
}

async function loadCopies() {
  try {
    return await import('@/lib/stored-copies');
  } catch {
    // The chunk cannot be downloaded without a connection.
    return undefined;
  }
}

function isOfKind(error: unknown, ...kinds: AppErrorKind[]): boolean {
  return error instanceof AppError && kinds.includes(error.kind);
}
