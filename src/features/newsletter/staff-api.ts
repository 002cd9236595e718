import { z } from 'zod';
import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { emailSearch, writtenEmail } from '@/lib/email';
import { fetchPage, type Page } from '@/lib/paged-list';
import { unsentMailSchema } from '@/lib/outbox';
import { parseResponse, parseRows } from '@/lib/parse-response';
import { fetchTicket } from './api';
import { SUBSCRIBER_STATES, type Subscriber, type SubscriberCounts } from './subscriber';
import type { SubscriberFilters } from './subscriber-filters';

const PAGE_SIZE = 50;
/** The Data API returns at most this many rows (config.toml, max_rows). */
const EXPORT_BATCH = 1000;

const LIST = 'Failed to load the subscribers';
const COUNT = 'Failed to count the subscribers';
const countSchema = z.object({ state: z.enum(SUBSCRIBER_STATES) });
const rowSchema = countSchema.extend({ subscriber_mail: unsentMailSchema });

export function listSubscribers(
  { search, state, page }: SubscriberFilters,
  signal?: AbortSignal,
): Promise<Page<Subscriber>> {
  return fetchPage({
    sentence: LIST,
    page,
    pageSize: PAGE_SIZE,
    signal,
    request: (supabase) => {
      let request = supabase
        .from('newsletter_subscribers')
        .select(
          'id, email, state, requested_at, confirmed_at, unsubscribed_at, erase_at, subscriber_mail',
          { count: 'exact' },
        )
        .order('requested_at', { ascending: false });
      if (state) request = request.eq('state', state);
      if (search) request = request.ilike('email', `%${escapeForLike(emailSearch(search))}%`);
      return request;
    },
    toItems: (rows) =>
      parseRows(rowSchema, rows, LIST).map((row) => ({
        id: row.id,
        email: row.email === null ? null : writtenEmail(row.email),
        state: row.state,
        requestedAt: parseTimestamp(row.requested_at),
        confirmedAt: row.confirmed_at ? parseTimestamp(row.confirmed_at) : null,
        unsubscribedAt: row.unsubscribed_at ? parseTimestamp(row.unsubscribed_at) : null,
        eraseAt: row.erase_at ? parseTimestamp(row.erase_at) : null,
        mailError: row.subscriber_mail?.error ?? null,
        isMailRetried: typeof row.subscriber_mail?.due_at === 'string',
      })),
  });
}

export async function countSubscribers(signal?: AbortSignal): Promise<SubscriberCounts> {
  const { data } = await askBackend(COUNT, (supabase) =>
    supabase.rpc('count_newsletter_subscribers').abortSignal(withTimeout(signal)).retry(false),
  );
  const counts: SubscriberCounts = { confirmed: 0, pending: 0, unsubscribed: 0 };
  for (const row of data) {
    const { state } = parseResponse(countSchema, row, COUNT);
    counts[state] = row.subscribers;
  }
  return counts;
}

export type ConfirmedAddress = { email: string; confirmedAt: string };

/** The confirmed subscribers, sorted by address. */
export async function listConfirmedAddresses(): Promise<ConfirmedAddress[]> {
  const all: ConfirmedAddress[] = [];
  for (;;) {
    const { data } = await askBackend('Could not export the list', (supabase) =>
      supabase
        .from('newsletter_subscribers')
        .select('email, confirmed_at')
        .eq('state', 'confirmed')
        // By last address, not by offset: rows may be deleted between two requests.
        .gt('email', all.at(-1)?.email ?? '')
        .order('email')
        .limit(EXPORT_BATCH)
        .abortSignal(withTimeout())
        .retry(false),
    );
    for (const { email, confirmed_at } of data) {
      if (email === null || confirmed_at === null) continue;
      all.push({ email, confirmedAt: parseTimestamp(confirmed_at).toISOString() });
    }
    if (data.length < EXPORT_BATCH) return all;
  }
}

/** Makes a held-back or failed email due. The ticket request then makes the function send it. */
export async function retryMail(id: string): Promise<void> {
  await askBackend('Could not send the email', (supabase) =>
    supabase.rpc('retry_mails', { about: id }),
  );
  // If this fails, the next ticket request sends it.
  await fetchTicket().catch(() => undefined);
}

export async function deleteSubscriber(id: string): Promise<void> {
  await askBackend('Could not delete the subscriber', (supabase) =>
    supabase.from('newsletter_subscribers').delete().eq('id', id),
  );
}

function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
