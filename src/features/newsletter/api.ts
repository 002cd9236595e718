import type { SubscribeInput } from '@contracts/newsletter';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';

const SENTENCE = 'That did not work';
const LINK_IS_OVER = [410, 422];

export type SubscribeReply =
  /** `message`: what the server says about it, or null where it says nothing. */
  { success: true; message: string | null } | { success: false; emailError: string };

/** Asks for the mail in which the address is confirmed. */
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

/** Does what a mailed link is for. False when the link is over, or was never ours. */
export async function followMailedLink(action: LinkAction, token: string): Promise<boolean> {
  try {
    await post(action, { token });
    return true;
  } catch (error) {
    if (error instanceof HttpError && LINK_IS_OVER.includes(error.status)) return false;
    throw explain(error);
  }
}

/** The signed note of when the form was opened; null where the server gives none. */
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

/** Without zod, which a visitor's first view does without. */
function textAt(body: unknown, ...names: string[]): string | null {
  let value = body;
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return null;
    value = Reflect.get(value, name);
  }
  return typeof value === 'string' && value !== '' ? value : null;
}
