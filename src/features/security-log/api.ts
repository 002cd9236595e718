import { z } from 'zod';
import {
  SECURITY_LATEST_COUNT,
  SECURITY_METRICS_DAYS,
  SECURITY_PER_USER_COUNT,
} from '@/lib/constants';
import { parseTimestamp } from '@/lib/dates';
import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { tableGuardSchema, type TableGuard } from './audit';
import type { EventFilters } from './filters';
import { EVENT_TYPES, ORIGINS, SEVERITIES, type EventCount, type LoggedEvent } from './model';

const FETCH_EVENTS = 'Failed to fetch security events';
const FETCH_COUNTS = 'Failed to fetch security metrics';
const FETCH_PEOPLE = 'Failed to fetch who is in the security log';
const AUDIT = 'Failed to audit security policies';
const DAY_MS = 24 * 60 * 60 * 1000;

const typeSchema = z.enum(EVENT_TYPES);
const severitySchema = z.enum(SEVERITIES);
const originSchema = z.enum(ORIGINS);

/** The latest first: of everyone 50, of one person 20, unless another number is asked for. */
export async function listSecurityEvents(
  filters: EventFilters = {},
  {
    limit = filters.user === undefined ? SECURITY_LATEST_COUNT : SECURITY_PER_USER_COUNT,
    signal,
  }: { limit?: number; signal?: AbortSignal } = {},
): Promise<LoggedEvent[]> {
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('security_events')
      .select(
        'id, event_type, severity, description, metadata, user_id, user_agent, origin, created_at',
      )
      .order('created_at', { ascending: false })
      // Events of one batch carry the same time.
      .order('id', { ascending: false })
      .limit(limit)
      .retry(false);
    if (filters.user !== undefined) request = request.eq('user_id', filters.user);
    if (filters.type !== undefined) request = request.eq('event_type', filters.type);
    if (filters.severity !== undefined) request = request.eq('severity', filters.severity);
    if (filters.origin !== undefined) request = request.eq('origin', filters.origin);
    if (filters.text !== undefined) {
      request = request.ilike('description', `%${escapeForLike(filters.text)}%`);
    }
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, FETCH_EVENTS);
    return data.map((row) => ({
      id: row.id,
      type: typeSchema.parse(row.event_type),
      severity: severitySchema.parse(row.severity),
      description: row.description,
      metadata: row.metadata,
      userId: row.user_id,
      userAgent: row.user_agent,
      origin: originSchema.parse(row.origin),
      createdAt: parseTimestamp(row.created_at).toISOString(),
    }));
  } catch (error) {
    throw toAppError(error, FETCH_EVENTS);
  }
}

/** How many events of each type and severity the last days saw. */
export async function countSecurityEvents(
  days = SECURITY_METRICS_DAYS,
  signal?: AbortSignal,
): Promise<EventCount[]> {
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .rpc('count_security_events', { since: new Date(Date.now() - days * DAY_MS).toISOString() })
      .retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, FETCH_COUNTS);
    return data.map((row) => ({
      type: typeSchema.parse(row.event_type),
      severity: severitySchema.parse(row.severity),
      events: row.events,
    }));
  } catch (error) {
    throw toAppError(error, FETCH_COUNTS);
  }
}

/** E-mail addresses by user id, for owners. Someone whose account is gone has none. */
export async function nameUsers(
  userIds: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .rpc('name_security_event_users', { user_ids: [...userIds] })
      .retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, FETCH_PEOPLE);
    return Object.fromEntries(data.map(({ user_id, email }) => [user_id, email]));
  } catch (error) {
    throw toAppError(error, FETCH_PEOPLE);
  }
}

/** RLS state, policies and grants of every exposed table. */
export async function auditSecurityPolicies(signal?: AbortSignal): Promise<TableGuard[]> {
  try {
    const supabase = await loadSupabase();
    let request = supabase.rpc('audit_security_policies').retry(false);
    if (signal) request = request.abortSignal(signal);
    const { data, error, status } = await request;
    if (error) throw toAppError({ ...error, status }, AUDIT);
    return z.array(tableGuardSchema).parse(data);
  } catch (error) {
    throw toAppError(error, AUDIT);
  }
}

function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
