import { format } from 'date-fns';
import type { Json } from '@/lib/database.types';
import type { SecurityEventType, SecuritySeverity } from '@/lib/security-log';

export const EVENT_TYPES = [
  'failed_login',
  'suspicious_activity',
  'file_upload_security',
  'data_access',
  'authentication_success',
  'password_change',
  'account_lockout',
  'rate_limit_exceeded',
  'csrf_attempt',
  'application_error',
  'contact_submission_failed',
  'contact_submission_success',
  'contact_service_error',
] as const satisfies readonly SecurityEventType[];

/** The most severe first, as on the screen. */
export const SEVERITIES = [
  'critical',
  'high',
  'medium',
  'low',
] as const satisfies readonly SecuritySeverity[];

export const ORIGINS = ['browser', 'server'] as const;
export type EventOrigin = (typeof ORIGINS)[number];

export const TYPE_LABELS: Record<SecurityEventType, string> = {
  failed_login: 'Failed sign-in',
  suspicious_activity: 'Suspicious activity',
  file_upload_security: 'File upload',
  data_access: 'Data access',
  authentication_success: 'Sign-in',
  password_change: 'Password change',
  account_lockout: 'Account locked',
  rate_limit_exceeded: 'Rate limit exceeded',
  csrf_attempt: 'Forged request',
  application_error: 'Application error',
  contact_submission_failed: 'Enquiry failed',
  contact_submission_success: 'Enquiry sent',
  contact_service_error: 'Enquiry service error',
};

export const SEVERITY_LABELS: Record<SecuritySeverity, string> = {
  critical: 'Critical',
  high: 'High',
  medium: 'Medium',
  low: 'Low',
};

export const ORIGIN_LABELS: Record<EventOrigin, string> = {
  browser: 'Browser, unverified',
  server: 'Server',
};

export type LoggedEvent = {
  id: number;
  type: SecurityEventType;
  severity: SecuritySeverity;
  description: string;
  metadata: Json;
  userId: string | null;
  userAgent: string | null;
  origin: EventOrigin;
  /** ISO 8601 in UTC. */
  createdAt: string;
};

/** Whom a sign-in to an unknown account tried: the hash of the typed address, which is the same each time. */
export function triedAddress({ metadata }: Pick<LoggedEvent, 'metadata'>): string | null {
  const hash =
    typeof metadata === 'object' && metadata !== null && 'address_hash' in metadata
      ? metadata.address_hash
      : null;
  return typeof hash === 'string' ? `Unknown address #${hash.slice(0, 8)}` : null;
}

/** Events that differ in nothing but id and time, newest first. */
export type RepeatedEvent = readonly [LoggedEvent, ...LoggedEvent[]];

export type EventDay = {
  /** yyyy-MM-dd, in the device's time zone. */
  date: string;
  rows: RepeatedEvent[];
};

/**
 * @param events newest first
 * @returns their days, the latest first; equal events of a day are one row, at the place of the newest
 */
export function groupByDay(events: readonly LoggedEvent[]): EventDay[] {
  const days = new Map<string, Map<string, [LoggedEvent, ...LoggedEvent[]]>>();
  for (const event of events) {
    const date = format(event.createdAt, 'yyyy-MM-dd');
    const day = days.get(date) ?? new Map<string, [LoggedEvent, ...LoggedEvent[]]>();
    days.set(date, day);
    const key = JSON.stringify({ ...event, id: null, createdAt: null });
    const equal = day.get(key);
    if (equal) equal.push(event);
    else day.set(key, [event]);
  }
  return [...days].map(([date, day]) => ({ date, rows: [...day.values()] }));
}

export type EventCount = { type: SecurityEventType; severity: SecuritySeverity; events: number };

export type SecurityMetrics = {
  total: number;
  suspicious: number;
  /** Types and severities that occurred. */
  byType: Partial<Record<SecurityEventType, number>>;
  bySeverity: Partial<Record<SecuritySeverity, number>>;
};

export const SUSPICIOUS_TYPES: readonly SecurityEventType[] = [
  'suspicious_activity',
  'csrf_attempt',
  'rate_limit_exceeded',
  'account_lockout',
];

/** Of these severities a failed sign-in is suspicious: it is a repeated one. */
export const SUSPICIOUS_SIGN_IN: readonly SecuritySeverity[] = ['high', 'critical'];

/** The specification does not define the word. */
export function isSuspicious({ type, severity }: Pick<EventCount, 'type' | 'severity'>): boolean {
  if (SUSPICIOUS_TYPES.includes(type)) return true;
  return type === 'failed_login' && SUSPICIOUS_SIGN_IN.includes(severity);
}

export function toMetrics(counts: readonly EventCount[]): SecurityMetrics {
  const metrics: SecurityMetrics = { total: 0, suspicious: 0, byType: {}, bySeverity: {} };
  for (const count of counts) {
    const { type, severity, events } = count;
    metrics.total += events;
    if (isSuspicious(count)) metrics.suspicious += events;
    metrics.byType[type] = (metrics.byType[type] ?? 0) + events;
    metrics.bySeverity[severity] = (metrics.bySeverity[severity] ?? 0) + events;
  }
  return metrics;
}

/** An entry of the audit trail. */
export type AuditEvent = {
  id: number;
  /** ISO 8601 in UTC. */
  happenedAt: string;
  /** Null without an account: a script, the console, a scheduled job. */
  actor: string | null;
  /** The name at that time; null for who had none. */
  actorName: string | null;
  action: string;
  subject: string;
  /** Of the member whose address the subject is. */
  subjectName: string | null;
};

/** 'role_changed' becomes 'Role changed'. */
export function actionLabel(action: string): string {
  const words = action.replaceAll(/[._-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}
