import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { recheckSession } from '@/features/session/session-store';
import { QUERY_RETRIES, QUERY_STALE_MS } from '@/lib/constants';
import { AppError, messageOf } from '@/lib/errors';
import { notify } from '@/lib/notifications';

declare module '@tanstack/react-query' {
  // The library's own way to type `meta`, which asks for an interface.
  // eslint-disable-next-line @typescript-eslint/consistent-type-definitions
  interface Register {
    mutationMeta: {
      /** The caller shows the failure itself; without it a notification does. */
      handlesError?: boolean;
    };
  }
}

/** An answer that a second try cannot change is not asked for twice. */
const FINAL_KINDS = ['not-found', 'forbidden', 'invalid', 'conflict', 'signed-out'];

export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: QUERY_STALE_MS,
        retry: (failures, error) =>
          failures < QUERY_RETRIES &&
          !(error instanceof AppError && FINAL_KINDS.includes(error.kind)),
        refetchOnWindowFocus: false,
        refetchOnMount: true,
      },
    },
    queryCache: new QueryCache({ onError: askWhoThisIs }),
    mutationCache: new MutationCache({
      onError: (error, _variables, _context, _onMutateResult, mutation) => {
        askWhoThisIs(error);
        const meta = typeof mutation === 'object' && 'meta' in mutation ? mutation.meta : undefined;
        if (meta?.handlesError) return;
        notify({ type: 'error', description: messageOf(error) });
      },
    }),
  });
}

/** A session refused anywhere ends everywhere: the guard then asks to sign in again, in place. */
function askWhoThisIs(error: Error) {
  if (error instanceof AppError && error.kind === 'signed-out') void recheckSession();
}
