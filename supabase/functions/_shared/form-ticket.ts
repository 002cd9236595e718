// A ticket is the signed time at which a form was opened. It is not secret. It prevents sending without
// opening the form, or faster than a person types. The database accepts each ticket once.
import { ENQUIRY_MIN_FILL_MS } from './contracts/enquiry-fields.ts';
import { isKeyedHash, keyedHash, type HashKeys } from './keyed-hash.ts';

export const TICKET_LIFETIME_MS = 24 * 60 * 60 * 1000;

export type TicketProblem = 'missing-ticket' | 'forged-ticket' | 'too-fast' | 'expired-ticket';

/** `<opened at>.<random>.<signature>` */
export async function issueTicket(keys: HashKeys, now: number): Promise<string> {
  const content = `${now}.${crypto.randomUUID()}`;
  return `${content}.${await keyedHash(keys, content)}`;
}

export async function findTicketProblem(
  keys: HashKeys,
  ticket: string,
  now: number,
): Promise<TicketProblem | null> {
  if (ticket === '') return 'missing-ticket';
  const [, content, openedAt, signature] =
    /^((\d{1,15})\.[0-9a-f-]{36})\.([0-9a-f]{64})$/.exec(ticket) ?? [];
  if (!content || !signature || !(await isKeyedHash(keys, signature, content))) {
    return 'forged-ticket';
  }
  const age = now - Number(openedAt);
  if (age < ENQUIRY_MIN_FILL_MS) return 'too-fast';
  return age > TICKET_LIFETIME_MS ? 'expired-ticket' : null;
}
