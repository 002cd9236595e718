import { z } from 'zod';
import { askBackend, withTimeout } from '@/lib/backend';
import {
  SECURITY_LATEST_COUNT,
  SECURITY_METRICS_DAYS,
  SECURITY_PER_USER_COUNT,
} from '@/lib/constants';
import { parseTimestamp } from '@/lib/dates';
import { fetchPage, type Page } from '@/lib/paged-list';
import { parseResponse, parseRows } from '@/lib/parse-response';
import { tableGuardSchema, type TableGuard } from './audit';
import type { EventFilters, TrailFilters } from './filters';
import {
  EVENT_TYPES,
  ORIGINS,
  SEVERITIES,
  SUSPICIOUS_SIGN_IN,
  SUSPICIOUS_TYPES,
  type AuditEvent,
  type EventCount,
  type LoggedEvent,
} from './model';

const TRAIL_PAGE_SIZE = 50;
/** The Data API returns at most this many rows (config.toml, max_rows). */
const ACTIONS_FROM_LATEST = 1000;
const FETCH_TRAIL = 'Failed to fetch what staff did';
const DAY_MS = 24 * 60 * 60 * 1000;

const SUSPICIOUS = `event_type.in.(${SUSPICIOUS_TYPES.join()}),and(event_type.eq.failed_login,severity.in.(${SUSPICIOUS_SIGN_IN.join()}))`;

const FETCH_EVENTS = 'Failed to fetch security events';
const FETCH_METRICS = 'Failed to fetch security metrics';
const AUDIT = 'Failed to audit security policies';
const countSchema = z.object({ event_type: z.enum(EVENT_TYPES), severity: z.enum(SEVERITIES) });
const eventSchema = countSchema.extend({ origin: z.enum(ORIGINS) });

/** The latest events: by default 50, or 20 for a single user. */
export async function listSecurityEvents(
  filters: Partial<EventFilters> = {},
  {
    limit = filters.user === undefined ? SECURITY_LATEST_COUNT : SECURITY_PER_USER_COUNT,
    signal,
  }: { limit?: number; signal?: AbortSignal } = {},
): Promise<LoggedEvent[]> {
  const { data } = await askBackend(FETCH_EVENTS, (supabase) => {
    let request = supabase
      .from('security_events')
      .select(
        'id, event_type, severity, description, metadata, user_id, user_agent, origin, created_at',
      )
      .order('created_at', { ascending: false })
      // Events of one batch have the same time.
      .order('id', { ascending: false })
      .limit(limit)
      .abortSignal(withTimeout(signal))
      .retry(false);
    if (filters.user) request = request.eq('user_id', filters.user);
    if (filters.only === 'suspicious') request = request.or(SUSPICIOUS);
    if (filters.type) request = request.eq('event_type', filters.type);
    if (filters.severity) request = request.eq('severity', filters.severity);
    if (filters.origin) request = request.eq('origin', filters.origin);
    if (filters.text) request = request.ilike('description', `%${escapeForLike(filters.text)}%`);
    return request;
  });
  return parseRows(eventSchema, data, FETCH_EVENTS).map((row) => ({
    id: row.id,
    type: row.event_type,
    severity: row.severity,
    description: row.description,
    metadata: row.metadata,
    userId: row.user_id,
    userAgent: row.user_agent,
    origin: row.origin,
    createdAt: parseTimestamp(row.created_at).toISOString(),
  }));
}

/** Counts the events of the last days by type and severity. */
export async function countSecurityEvents(
  days = SECURITY_METRICS_DAYS,
  signal?: AbortSignal,
): Promise<EventCount[]> {
  const since = new Date(Date.now() - days * DAY_MS).toISOString();
  const { data } = await askBackend(FETCH_METRICS, (supabase) =>
    supabase.rpc('count_security_events', { since }).abortSignal(withTimeout(signal)).retry(false),
  );
  return parseRows(countSchema, data, FETCH_METRICS).map((row) => ({
    type: row.event_type,
    severity: row.severity,
    events: row.events,
  }));
}

/** Email addresses by user id, for owners. Deleted accounts have none. */
export async function nameUsers(
  userIds: readonly string[],
  signal?: AbortSignal,
): Promise<Record<string, string>> {
  const { data } = await askBackend('Failed to fetch the users of the security log', (supabase) =>
    supabase
      .rpc('name_security_event_users', { user_ids: [...userIds] })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return Object.fromEntries(data.map(({ user_id, email }) => [user_id, email]));
}

/** RLS state, policies and grants of every exposed table. */
export async function auditSecurityPolicies(signal?: AbortSignal): Promise<TableGuard[]> {
  const { data } = await askBackend(AUDIT, (supabase) =>
    supabase.rpc('audit_security_policies').abortSignal(withTimeout(signal)).retry(false),
  );
  return parseResponse(z.array(tableGuardSchema), data, AUDIT);
}

/** A page of what staff did, newest first. */
export function listAuditEvents(
  { action, page }: Omit<TrailFilters, 'view'>,
  signal?: AbortSignal,
): Promise<Page<AuditEvent>> {
  return fetchPage({
    sentence: FETCH_TRAIL,
    page,
    pageSize: TRAIL_PAGE_SIZE,
    signal,
    request: (supabase) => {
      const request = supabase
        .from('audit_events')
        .select(
          'id, happened_at, actor_id, actor_email, actor_name, action, subject, subject_name',
          { count: 'exact' },
        )
        .order('happened_at', { ascending: false });
      return action === undefined ? request : request.eq('action', action);
    },
    isIdAscending: false,
    toItems: (rows) =>
      rows.map((row) => ({
        id: row.id,
        happenedAt: parseTimestamp(row.happened_at).toISOString(),
        actor: row.actor_email ?? (row.actor_id && `Account ${row.actor_id.slice(0, 8)}`),
        actorName: row.actor_name,
        action: row.action,
        subject: row.subject,
        subjectName: row.subject_name,
      })),
  });
}

/** The actions among the latest rows, for the filter. */
export async function listAuditActions(signal?: AbortSignal): Promise<string[]> {
  const { data } = await askBackend(FETCH_TRAIL, (supabase) =>
    supabase
      .from('audit_events')
      .select('action')
      .order('happened_at', { ascending: false })
      .limit(ACTIONS_FROM_LATEST)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return [...new Set(data.map(({ action }) => action))].sort();
}

function escapeForLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&');
}
