import { SERVICE_TIMEOUT_MS } from './constants';
import { toAppError } from './errors';
import { loadSupabase, type Supabase } from './supabase';

/** `code` of PostgREST's answer to a request for a page after the last one. */
export const NO_SUCH_PAGE = 'PGRST103';

type Reply = { error: object | null; status: number };

/**
 * One request to the Data API.
 *
 * @param sentence what failed, as the specification words it
 * @returns the reply, without an error
 * @throws AppError
 */
export async function askBackend<Answer extends Reply>(
  sentence: string,
  ask: (supabase: Supabase) => PromiseLike<Answer>,
): Promise<Extract<Answer, { error: null }>> {
  try {
    const reply = await ask(await loadSupabase());
    if (isAnswer(reply)) return reply;
    throw toAppError({ ...reply.error, status: reply.status }, sentence);
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

function isAnswer<Answer extends Reply>(reply: Answer): reply is Extract<Answer, { error: null }> {
  return reply.error === null;
}

/** Adds the request timeout to a signal: a backend that accepts a request and never answers counts as unreachable. */
export function withTimeout(signal?: AbortSignal): AbortSignal {
  const timeout = AbortSignal.timeout(SERVICE_TIMEOUT_MS);
  return signal ? AbortSignal.any([signal, timeout]) : timeout;
}
