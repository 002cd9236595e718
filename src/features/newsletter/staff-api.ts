import { z } from 'zod';
import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { fetchTicket } from './api';
import { SUBSCRIBER_STATES, type Subscriber, type SubscriberCounts } from './subscriber';
import type { SubscriberFilters } from './subscriber-filters';

export const PAGE_SIZE = 50;
/** The Data API answers with at most this many rows (config.toml, max_rows). */
const EXPORT_BATCH = 1000;

const FETCH_LIST = 'Failed to load the subscribers';
const FETCH_COUNTS = 'Failed to count the subscribers';
const EXPORT = 'Could not export the list';
const DELETE = 'Could not delete the subscriber';
const SEND = 'Could not have the mail sent';
/** PostgREST's answer to a page behind the last one. */
const NO_SUCH_PAGE = 'PGRST103';

const stateSchema = z.enum(SUBSCRIBER_STATES);

export type SubscriberPage = {
  subscribers: Subscriber[];
  total: number;
  /** Which page this is: the first where the one asked for does not exist (any more). */
  page: number;
  totalPages: number;
};

export async function listSubscribers(
  filters: SubscriberFilters,
  signal?: AbortSignal,
): Promise<SubscriberPage> {
  const { search, state, page } = filters;
  const first = (page - 1) * PAGE_SIZE;
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('newsletter_subscribers')
      .select(
        'id, email, state, requested_at, confirmed_at, unsubscribed_at, erase_at, mail_error, next_attempt_at',
        { count: 'exact' },
      )
      .order('requested_at', { ascending: false })
      .order('id')
      .range(first, first + PAGE_SIZE - 1)
      .retry(false);
    if (state) request = request.eq('state', state);
    if (search) request = request.ilike('email', `%${escapeForLike(search)}%`);
    if (signal) request = request.abortSignal(signal);
    const { data, error, count, status } = await request;
    const isBehind = error ? error.code === NO_SUCH_PAGE : data.length === 0;
    if (isBehind && page > 1) return await listSubscribers({ ...filters, page: 1 }, signal);
    if (error) throw toAppError({ ...error, status }, FETCH_LIST);
    const total = count ?? data.length;
    return {
      subscribers: data.map((row) => ({
        id: row.id,
        email: row.email,
        state: stateSchema.parse(row.state),
        requestedAt: parseTimestamp(row.requested_at),
        confirmedAt: row.confirmed_at ? parseTimestamp(row.confirmed_at) : null,
        unsubscribedAt: row.unsubscribed_at ? parseTimestamp(row.unsubscribed_at) : null,
        eraseAt: row.erase_at ? parseTimestamp(row.erase_at) : null,
        mailError: row.mail_error,
        isMailRetried: row.next_attempt_at !== null,
      })),
      total,
      page,
      totalPages: Math.ceil(total / PAGE_SIZE),
    };
  } catch (error) {
    throw toAppError(error, FETCH_LIST);
  }
}

export async function countSubscribers(signal?: AbortSignal): Promise<SubscriberCounts> {
  try {
    const supabase = await loadSupabase();
    let request = supabase.rpc('count_newsletter_subscribers').retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, FETCH_COUNTS);
    const counts: SubscriberCounts = { confirmed: 0, pending: 0, unsubscribed: 0 };
    for (const row of data) counts[stateSchema.parse(row.state)] = row.subscribers;
    return counts;
  } catch (error) {
    throw toAppError(error, FETCH_COUNTS);
  }
}

export type ConfirmedAddress = { email: string; confirmedAt: string };

/** Everyone who confirmed, by address. */
export async function listConfirmedAddresses(): Promise<ConfirmedAddress[]> {
  const all: ConfirmedAddress[] = [];
  try {
    const supabase = await loadSupabase();
    for (;;) {
      const { data, error, status } = await supabase
        .from('newsletter_subscribers')
        .select('email, confirmed_at')
        .eq('state', 'confirmed')
        // Onward from the last address, not by page: somebody may leave meanwhile.
        .gt('email', all.at(-1)?.email ?? '')
        .order('email')
        .limit(EXPORT_BATCH)
        .retry(false);
      if (error) throw toAppError({ ...error, status }, EXPORT);
      for (const { email, confirmed_at } of data) {
        if (email === null || confirmed_at === null) continue;
        all.push({ email, confirmedAt: parseTimestamp(confirmed_at).toISOString() });
      }
      if (data.length < EXPORT_BATCH) return all;
    }
  } catch (error) {
    throw toAppError(error, EXPORT);
  }
}

/** Has a mail sent that was held back, or given up. The function sends what is due when a ticket is asked for. */
export async function retryMail(id: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('retry_newsletter_mail', { subscriber_id: id });
    if (error) throw toAppError({ ...error, status }, SEND);
  } catch (error) {
    throw toAppError(error, SEND);
  }
  // Otherwise it goes out with the next visit to the form.
  await fetchTicket().catch(() => undefined);
}

/** Deletes the row with everything in it. */
export async function deleteSubscriber(id: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.from('newsletter_subscribers').delete().eq('id', id);
    if (error) throw toAppError({ ...error, status }, DELETE);
  } catch (error) {
    throw toAppError(error, DELETE);
  }
}

function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
