import type { SubscribeInput } from '@contracts/newsletter';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';

const SENTENCE = 'That did not work';
const LINK_INVALID_STATUSES = [410, 422];

export type SubscribeReply =
  /** `message`: the server's text, or null if it sent none. */
  { success: true; message: string | null } | { success: false; emailError: string };

/** Requests the confirmation email. */
export async function subscribe(fields: SubscribeInput): Promise<SubscribeReply> {
  try {
    return { success: true, message: textAt(await post('subscribe', fields), 'data', 'message') };
  } catch (error) {
    const emailError =
      error instanceof HttpError ? textAt(error.body, 'error', 'fields', 'email') : null;
    if (emailError !== null) return { success: false, emailError };
    throw explain(error);
  }
}

export type LinkAction = 'confirm' | 'unsubscribe';

/** Confirms or unsubscribes. False when the link is expired or invalid. */
export async function followMailedLink(action: LinkAction, token: string): Promise<boolean> {
  try {
    await post(action, { token });
    return true;
  } catch (error) {
    if (error instanceof HttpError && LINK_INVALID_STATUSES.includes(error.status)) return false;
    throw explain(error);
  }
}

/** The ticket of the form; null if the server sends none. */
export async function fetchTicket(): Promise<string | null> {
  const { body } = await http(addressOf('ticket'), { headers: visitorHeaders() });
  return textAt(body, 'data', 'ticket');
}

async function post(action: string, body: unknown): Promise<unknown> {
  const reply = await http(addressOf(action), { method: 'POST', headers: visitorHeaders(), body });
  return reply.body;
}

const addressOf = (action: string) => `${getEnv().supabaseUrl}/functions/v1/newsletter/${action}`;

function explain(error: unknown) {
  if (!(error instanceof HttpError)) return toAppError(error, SENTENCE);
  const { status, body } = error;
  return toAppError({ status, message: textAt(body, 'error', 'message') ?? '' }, SENTENCE);
}

/** Without zod, which is not part of a visitor's first download. */
function textAt(body: unknown, ...names: string[]): string | null {
  let value = body;
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, name);
  }
  return typeof value === 'string' && value !== '' ? value : null;
}
