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
import { AppError, messageOf, type AppErrorKind } from '@/lib/errors';
import { notify } from '@/lib/notifications';

declare module '@tanstack/react-query' {
  // The library's own way to type `meta`, which asks for an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    queryMeta: {
      /**
       * The last good answer stays on this device and is shown while the backend cannot be reached.
       * Only for what every visitor may read: the copy outlives a session.
       */
      keepCopy?: boolean;
    };
    mutationMeta: {
      /** The caller shows the failure itself; without it a notification does. */
      handlesError?: boolean;
    };
  }
}

/** An answer that a second try cannot change is not asked for twice. */
const FINAL_KINDS = ['not-found', 'forbidden', 'invalid', 'conflict', 'signed-out'];

export function createQueryClient(): QueryClient {
  followConnection();
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY_STALE_MS,
        retry: (failures, error) =>
          failures < QUERY_RETRIES &&
          !(error instanceof AppError && FINAL_KINDS.includes(error.kind)),
        refetchOnWindowFocus: false,
        refetchOnMount: true,
        // Nothing waits in silence: without a connection a read fails, says so, and is made anew when
        // the connection is back.
        networkMode: 'always',
        refetchOnReconnect: true,
        persister: withLastCopy,
      },
      mutations: { networkMode: 'always' },
    },
    queryCache: new QueryCache({
      onSuccess: noteReachable,
      onError: (error) => {
        noteFailure(error);
        askWhoThisIs(error);
      },
    }),
    mutationCache: new MutationCache({
      onSuccess: noteReachable,
      onError: (error, _variables, _context, _onMutateResult, mutation) => {
        noteFailure(error);
        askWhoThisIs(error);
        const meta = typeof mutation === 'object' && 'meta' in mutation ? mutation.meta : undefined;
        if (meta?.handlesError) return;
        notify({ type: 'error', description: messageOf(error) });
      },
    }),
  });
}

/** What requests have shown counts, not the browser's own events. */
function followConnection() {
  onlineManager.setEventListener((setOnline) =>
    subscribeToConnection(() => setOnline(getConnection() === 'online')),
  );
}

function noteFailure(error: Error) {
  if (isOfKind(error, 'offline')) noteUnreachable();
}

/** A session refused anywhere ends everywhere: the guard then asks to sign in again, in place. */
function askWhoThisIs(error: Error) {
  if (isOfKind(error, 'signed-out')) void recheckSession();
}

/** Stands between every query and its function; only what opted in by `keepCopy` has copies. */
async function withLastCopy<Data, Key extends readonly unknown[]>(
  queryFn: QueryFunction<Data, Key>,
  context: QueryFunctionContext<Key>,
  query: Query,
): Promise<Data> {
  if (!query.meta?.keepCopy) return queryFn(context);
  // A request that nobody answers may hang for long.
  if (getConnection() !== 'online') void showLastCopy(query);
  try {
    const data = await queryFn(context);
    void loadCopies().then((copies) => copies?.keepCopy(query.queryHash, data));
    return data;
  } catch (error) {
    if (isOfKind(error, 'offline')) await showLastCopy(query);
    if (isOfKind(error, 'not-found', 'forbidden')) {
      void loadCopies().then((copies) => copies?.removeCopy(query.queryHash));
    }
    throw error;
  }
}

/**
 * With its own age, so that it is stale and its screen can say from when it is. A page that was drawn by
 * a build before it gives way to it.
 */
async function showLastCopy(query: Query) {
  const copies = await loadCopies();
  const copy = await copies?.readCopy(query.queryHash);
  if (!copy || query.state.dataUpdatedAt >= copy.savedAt) return;
  query.setData(copy.data, { updatedAt: copy.savedAt, manual: true });
}

async function loadCopies() {
  try {
    return await import('@/lib/stored-copies');
  } catch {
    // The connection it would help with is needed to download it.
    return undefined;
  }
}

function isOfKind(error: unknown, ...kinds: AppErrorKind[]): boolean {
  return error instanceof AppError && kinds.includes(error.kind);
}
