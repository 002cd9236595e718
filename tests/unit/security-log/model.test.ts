import { expect, test } from 'vitest';
import { EVENT_TYPES, isSuspicious, SEVERITIES, toMetrics } from '@/features/security-log/model';

test('DATA-23, DATA-24: thirteen types and four severities', () => {
  expect(new Set(EVENT_TYPES).size).toBe(13);
  expect([...SEVERITIES].sort()).toEqual(['critical', 'high', 'low', 'medium']);
});

test('SEC-7: metrics count in total, by type, by severity and what is suspicious', () => {
  expect(
    toMetrics([
      { type: 'failed_login', severity: 'medium', events: 4 },
      { type: 'failed_login', severity: 'high', events: 2 },
      { type: 'csrf_attempt', severity: 'high', events: 1 },
      { type: 'authentication_success', severity: 'low', events: 10 },
    ]),
  ).toEqual({
    total: 17,
    suspicious: 3,
    byType: { failed_login: 6, csrf_attempt: 1, authentication_success: 10 },
    bySeverity: { medium: 4, high: 3, low: 10 },
  });
});

test('SEC-7: a week without events counts zero', () => {
  expect(toMetrics([])).toEqual({ total: 0, suspicious: 0, byType: {}, bySeverity: {} });
});

test.for([
  ['suspicious_activity', 'low', true],
  ['csrf_attempt', 'low', true],
  ['rate_limit_exceeded', 'medium', true],
  ['account_lockout', 'high', true],
  ['failed_login', 'medium', false],
  ['failed_login', 'high', true],
  ['application_error', 'critical', false],
  ['authentication_success', 'low', false],
] as const)('SEC-7: %s of severity %s is suspicious: %s', async ([type, severity, expected]) => {
  expect(isSuspicious({ type, severity })).toBe(expected);
});
