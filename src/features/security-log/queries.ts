import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { SECURITY_METRICS_DAYS } from '@/lib/constants';
import {
  auditSecurityPolicies,
  countSecurityEvents,
  listAuditActions,
  listAuditEvents,
  listSecurityEvents,
  nameUsers,
} from './api';
import type { EventFilters, TrailFilters } from './filters';
import { toMetrics } from './model';

/** Short, because a log has to show recent events. */
const STALE_MS = 15_000;

export const securityQueries = {
  all: ['security-log'] as const,
  events: (filters: EventFilters) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'events', filters] as const,
      queryFn: ({ signal }) => listSecurityEvents(filters, { signal }),
      staleTime: STALE_MS,
      placeholderData: keepPreviousData,
    }),
  metrics: () =>
    queryOptions({
      queryKey: [...securityQueries.all, 'metrics'] as const,
      queryFn: async ({ signal }) =>
        toMetrics(await countSecurityEvents(SECURITY_METRICS_DAYS, signal)),
      staleTime: STALE_MS,
    }),
  people: (userIds: readonly string[]) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'people', userIds] as const,
      queryFn: ({ signal }) => nameUsers(userIds, signal),
      enabled: userIds.length > 0,
      placeholderData: keepPreviousData,
    }),
  trail: ({ action, page }: TrailFilters) =>
    queryOptions({
      queryKey: [...securityQueries.all, 'trail', { action, page }] as const,
      queryFn: ({ signal }) => listAuditEvents({ action, page }, signal),
      staleTime: STALE_MS,
      placeholderData: keepPreviousData,
    }),
  trailActions: () =>
    queryOptions({
      queryKey: [...securityQueries.all, 'trail-actions'] as const,
      queryFn: ({ signal }) => listAuditActions(signal),
      staleTime: STALE_MS,
    }),
  audit: () =>
    queryOptions({
      queryKey: [...securityQueries.all, 'audit'] as const,
      queryFn: ({ signal }) => auditSecurityPolicies(signal),
      staleTime: STALE_MS,
    }),
};
