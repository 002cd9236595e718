// What staff did: rows that the database writes and nobody changes or deletes.
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';

export const TRAIL_PAGE_SIZE = 50;
/** The Data API answers with at most this many rows (config.toml, max_rows). */
const ACTIONS_FROM_LATEST = 1000;
const FETCH_TRAIL = 'Failed to fetch what staff did';
/** PostgREST's answer to a page behind the last one. */
const NO_SUCH_PAGE = 'PGRST103';

const rowSchema = z.object({
  id: z.number(),
  happened_at: z.string(),
  actor_id: z.string().nullable(),
  actor_email: z.string().nullable(),
  action: z.string(),
  subject: z.string(),
});

export type AuditEvent = {
  id: number;
  /** ISO 8601 in UTC. */
  happenedAt: string;
  /** Null where no account stands behind it: a script, the console, a scheduled job. */
  actor: string | null;
  action: string;
  subject: string;
};

export type AuditPage = { events: AuditEvent[]; page: number; totalPages: number };

const filtersSchema = z.object({
  action: z.string().min(1).max(100).optional().catch(undefined),
  page: z.coerce.number().int().positive().catch(1),
});

export type AuditFilters = z.infer<typeof filtersSchema>;

export function readAuditFilters(search: URLSearchParams): AuditFilters {
  return filtersSchema.parse(Object.fromEntries(search));
}

/** The search part of the address that shows a page of the trail. */
export function trailSearch({ action, page }: AuditFilters): string {
  const search = new URLSearchParams({ view: 'trail' });
  if (action !== undefined) search.set('action', action);
  if (page > 1) search.set('page', String(page));
  return search.toString();
}

/** "role_changed" in words: "Role changed". */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** A page of the trail, newest first; the first page where the one asked for does not exist. */
export async function listAuditEvents(
  filters: AuditFilters,
  signal?: AbortSignal,
): Promise<AuditPage> {
  const { action, page } = filters;
  const first = (page - 1) * TRAIL_PAGE_SIZE;
  try {
    const supabase = await loadUntyped();
    let request = supabase
      .from('audit_events')
      .select('id, happened_at, actor_id, actor_email, action, subject', { count: 'exact' })
      .order('happened_at', { ascending: false })
      .order('id', { ascending: false })
      .range(first, first + TRAIL_PAGE_SIZE - 1)
      .retry(false);
    if (action !== undefined) request = request.eq('action', action);
    if (signal) request = request.abortSignal(signal);
    const { data, error, count, status } = await request;
    const isBehind = error ? error.code === NO_SUCH_PAGE : data.length === 0;
    if (isBehind && page > 1) return await listAuditEvents({ ...filters, page: 1 }, signal);
    if (error) throw toAppError({ ...error, status }, FETCH_TRAIL);
    const rows = z.array(rowSchema).parse(data);
    return {
      events: rows.map((row) => ({
        id: row.id,
        happenedAt: parseTimestamp(row.happened_at).toISOString(),
        actor: row.actor_email ?? (row.actor_id && `Account ${row.actor_id.slice(0, 8)}`),
        action: row.action,
        subject: row.subject,
      })),
      page,
      totalPages: Math.ceil((count ?? rows.length) / TRAIL_PAGE_SIZE),
    };
  } catch (error) {
    throw toAppError(error, FETCH_TRAIL);
  }
}

/** The actions that occur among the latest rows, for the filter. */
export async function listAuditActions(signal?: AbortSignal): Promise<string[]> {
  try {
    const supabase = await loadUntyped();
    let request = supabase
      .from('audit_events')
      .select('action')
      .order('happened_at', { ascending: false })
      .limit(ACTIONS_FROM_LATEST)
      .retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, FETCH_TRAIL);
    const rows = z.array(rowSchema.pick({ action: true })).parse(data);
    return [...new Set(rows.map(({ action }) => action))].sort();
  } catch (error) {
    throw toAppError(error, FETCH_TRAIL);
  }
}

/** Rows are checked by schema: the generated types know the tables of an earlier migration. */
async function loadUntyped(): Promise<Pick<SupabaseClient, 'from'>> {
  return loadSupabase();
}
