import { z } from 'zod';
import { enquiryTicketReplySchema } from '@contracts/enquiry';
import { ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { visitorHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { http, HttpError } from '@/lib/http';

type Ticket = { text: string; receivedAt: number };

let request: Promise<Ticket> | undefined;

/** Fetches the signed note of when the form was opened, once per page; a failure is forgotten. */
export function requestTicket(): Promise<Ticket> {
  request ??= fetchTicket().catch((error: unknown) => {
    request = undefined;
    throw error;
  });
  return request;
}

/**
 * A ticket old enough not to look like a program's. Whoever sends text that was filled in for them
 * waits for the rest of the three seconds here, instead of landing in quarantine.
 *
 * @returns '' where the backend answers but gives none
 * @throws when the backend cannot be reached
 */
export async function readyTicket(): Promise<string> {
  try {
    const { text, receivedAt } = await requestTicket();
    const rest = receivedAt + ENQUIRY_MIN_FILL_MS - performance.now();
    if (rest > 0) await new Promise((resolve) => setTimeout(resolve, rest));
    return text;
  } catch (error) {
    if (error instanceof HttpError || error instanceof z.ZodError) return '';
    throw error;
  }
}

async function fetchTicket(): Promise<Ticket> {
  const { body } = await http(`${getEnv().supabaseUrl}/functions/v1/send-contact-email/ticket`, {
    headers: visitorHeaders(),
  });
  const { data } = enquiryTicketReplySchema.parse(body);
  return { text: data.ticket, receivedAt: performance.now() };
}
