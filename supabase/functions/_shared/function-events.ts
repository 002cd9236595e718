// Security events of public functions.
import type { DatabaseCall } from './clients.ts';
import { createQueue } from './queue.ts';

export type FunctionEvent = {
  eventType: string;
  severity: 'low' | 'medium' | 'high';
  description: string;
  metadata: Record<string, string | string[]>;
  userAgent: string | null;
};

const USER_AGENT_MAX = 400;

/** The caller's user agent, cut to the limit of the log. */
export function readUserAgent(request: Request): string | null {
  const userAgent = request.headers.get('user-agent');
  return userAgent ? printable(userAgent, USER_AGENT_MAX) : null;
}

/** Postgres refuses NUL and half surrogate pairs in jsonb: without them, every text can be logged. */
export function printable(text: string, maxLength: number): string {
  return Array.from(text.replace(/\p{C}/gu, '?')).slice(0, maxLength).join('');
}

/** Writes at most two events at a time, so that logging does not occupy the database. */
export function createEventLog(call: DatabaseCall) {
  const enqueue = createQueue(2);
  return async (event: FunctionEvent): Promise<void> => {
    const args = {
      event_type: event.eventType,
      severity: event.severity,
      description: event.description,
      metadata: event.metadata,
      user_agent: event.userAgent,
    };
    await enqueue(() => call('log_function_event', args));
  };
}
