import { ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { HttpError } from '@/lib/http';
import { fetchTicket } from './api';

type Ticket = { text: string | null; receivedAt: number };

let request: Promise<Ticket> | undefined;

/** Asks for the note of when the form was opened, once per page; a failure is forgotten. */
export function requestTicket(): Promise<Ticket> {
  request ??= fetchTicket()
    .then((text) => ({ text, receivedAt: performance.now() }))
    .catch((error: unknown) => {
      request = undefined;
      throw error;
    });
  return request;
}

/**
 * A ticket old enough not to look like a program's: whoever has their browser fill in the address waits
 * for the rest of the three seconds here.
 *
 * @returns '' where the server answers but gives none
 */
export async function readyTicket(): Promise<string> {
  try {
    const { text, receivedAt } = await requestTicket();
    const rest = receivedAt + ENQUIRY_MIN_FILL_MS - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    return text ?? '';
  } catch (error) {
    if (error instanceof HttpError) return '';
    throw error;
  }
}
