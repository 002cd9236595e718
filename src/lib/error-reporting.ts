import {
  CRITICAL_REPORT_INTERVAL_MS,
  ERROR_HISTORY_LIMIT,
  ERROR_RATE_THRESHOLD,
  ERROR_RATE_WINDOW_MS,
} from './constants';
import {
  AppError,
  isConnectionError,
  messageOf,
  type ErrorCategory,
  type ErrorSeverity,
} from './errors';
import { notify } from './notifications';

export type ErrorEntry = {
  id: string;
  /** Milliseconds since the epoch. */
  at: number;
  message: string;
  severity: ErrorSeverity;
  category: ErrorCategory;
  /** The part of the app that caught it. */
  context: string | null;
};

export type ReportOptions = {
  severity?: ErrorSeverity;
  category?: ErrorCategory;
  context?: string;
  /** Sends it to the security log although it is not critical. */
  isLogged?: boolean;
};

/** Errors closer together than this are one burst with one notification. */
const BURST_PAUSE_MS = 10_000;

let history: readonly ErrorEntry[] = [];
let lastId = 0;
let lastLoggedAt = -Infinity;
let suppressedCount = 0;
let lastNotifiedAt = -Infinity;

/**
 * Adds an error to the history; a critical one, or one that says so, goes to the security log as well. Severity and
 * category default to those of an AppError. Never throws.
 */
export function reportError(error: unknown, options: ReportOptions = {}): void {
  const known = error instanceof AppError ? error : undefined;
  lastId += 1;
  const entry: ErrorEntry = {
    id: `error-${lastId}`,
    at: Date.now(),
    message: messageTextOf(error),
    severity: options.severity ?? known?.severity ?? 'medium',
    category: options.category ?? known?.category ?? (isConnectionError(error) ? 'network' : 'ui'),
    context: options.context ?? null,
  };
  history = [...history, entry].slice(-ERROR_HISTORY_LIMIT);
  if (entry.severity === 'critical' || options.isLogged) void logEntry(entry);
}

/** The last errors, oldest first. */
export function getErrorHistory(): readonly ErrorEntry[] {
  return history;
}

/** Number of errors in the last minute. */
export function errorRate(): number {
  const since = Date.now() - ERROR_RATE_WINDOW_MS;
  return history.filter(({ at }) => at > since).length;
}

/** Advice for a user whose screen fails repeatedly; null below the threshold. */
export function recommendation(): string | null {
  if (errorRate() <= ERROR_RATE_THRESHOLD) return null;
  return 'High error rate: a lot went wrong here within a minute. Reload the page; if that does not help, close it and come back later.';
}

/** Sends at most one event in 30 seconds; it counts the events suppressed before it. */
async function logEntry({ at, message, severity, category, context }: ErrorEntry) {
  if (at - lastLoggedAt < CRITICAL_REPORT_INTERVAL_MS) {
    suppressedCount += 1;
    return;
  }
  lastLoggedAt = at;
  const suppressed_count = suppressedCount;
  suppressedCount = 0;
  const { pathname: path } = window.location;
  try {
    // If this chunk is missing, app/stale-build.ts may reload the page. That loses nothing: after a
    // critical error the screen is gone already, and staff screens keep what is typed in the journal.
    const { logSecurityEvent } = await import('./security-log');
    logSecurityEvent({
      type: 'application_error',
      severity,
      description: message,
      metadata: { category, context, path, suppressed_count },
    });
  } catch {
    lastLoggedAt = -Infinity;
    suppressedCount += suppressed_count + 1;
  }
}

function messageTextOf(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error;
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return messageOf(hasMessage ? new Error(String(error.message)) : error);
}

/** Errors the site did not cause or cannot fix: recorded with low severity, not shown. */
const NOISE: readonly RegExp[] = [
  /\b(?:chrome|moz|safari|safari-web)-extension:/i,
  /google-?analytics|googletagmanager|\bgtag\b|\/analytics\b|analytics\.js|plausible|matomo|hotjar|clarity\.ms|fbevents/i,
  /content[- ]security[- ]policy/i,
  // Browsers hide the details of errors in scripts of another origin.
  /^script error/i,
  /favicon/i,
  // A ResizeObserver that resizes what it observes skips a frame: harmless.
  /^resizeobserver loop/i,
];

function isNoise(text: string, error: unknown): boolean {
  const isCancelled = error instanceof Error && error.name === 'AbortError';
  return isCancelled || isConnectionError(error) || NOISE.some((pattern) => pattern.test(text));
}

/** A refused refresh token of a session that has ended anyway. */
function isEndedSession(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error && error.status;
  const text = `${status} ${messageTextOf(error)}`;
  return /\b422\b/.test(text) && /token/i.test(text);
}

function handleScriptError({ error, message, filename }: ErrorEvent) {
  const thrown: unknown = error ?? message;
  handleUncaught(thrown, isNoise(`${message} ${filename || originOf(error)}`, thrown));
}

function handleRejection({ reason }: PromiseRejectionEvent) {
  const text = `${messageTextOf(reason)} ${originOf(reason)}`;
  handleUncaught(reason, isNoise(text, reason) || isEndedSession(reason));
}

/** The file at the top of the stack only: further down, an extension may have wrapped our calls. */
function originOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return /[a-z-]{1,40}:\/\/\S+/i.exec(stack)?.[0] ?? '';
}

function handleUncaught(error: unknown, isHarmless: boolean) {
  reportError(error, { severity: isHarmless ? 'low' : 'high', context: 'uncaught' });
  if (isHarmless) return;
  const now = Date.now();
  const isBurst = now - lastNotifiedAt < BURST_PAUSE_MS;
  lastNotifiedAt = now;
  if (isBurst) return;
  notify({
    type: 'error',
    title: 'Something went wrong',
    description: recommendation() ?? 'Part of this page may not work. Reloading it often helps.',
  });
}

/** Reports uncaught errors and rejections. Returns a function that removes the handlers. */
export function installGlobalErrorHandlers(): () => void {
  // Not in the capturing phase, which would also report pictures that fail to load.
  window.addEventListener('error', handleScriptError);
  window.addEventListener('unhandledrejection', handleRejection);
  return () => {
    window.removeEventListener('error', handleScriptError);
    window.removeEventListener('unhandledrejection', handleRejection);
  };
}
