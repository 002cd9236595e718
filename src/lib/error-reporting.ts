import {
  CRITICAL_REPORT_INTERVAL_MS,
  ERROR_HISTORY_LIMIT,
  ERROR_RATE_THRESHOLD,
  ERROR_RATE_WINDOW_MS,
  LONG_TASK_MS,
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
  /** Where it was caught. */
  context: string | null;
};

export type ReportOptions = {
  severity?: ErrorSeverity;
  category?: ErrorCategory;
  context?: string;
};

/** Errors that follow each other faster than this are one burst and are told once. */
const BURST_PAUSE_MS = 10_000;

let history: readonly ErrorEntry[] = [];
let lastId = 0;
let lastCriticalAt = -Infinity;
let suppressedCount = 0;
let lastToldAt = -Infinity;

/**
 * Remembers an error; a critical one goes to the security log as well. Severity and category are
 * those of an AppError unless given. Never throws.
 */
export function reportError(error: unknown, options: ReportOptions = {}): void {
  const known = error instanceof AppError ? error : undefined;
  lastId += 1;
  const entry: ErrorEntry = {
    id: `error-${lastId}`,
    at: Date.now(),
    message: wordsOf(error),
    severity: options.severity ?? known?.severity ?? 'medium',
    category: options.category ?? known?.category ?? (isConnectionError(error) ? 'network' : 'ui'),
    context: options.context ?? null,
  };
  history = [...history, entry].slice(-ERROR_HISTORY_LIMIT);
  if (entry.severity === 'critical') void logCritical(entry);
}

/** The last errors, oldest first. */
export function getErrorHistory(): readonly ErrorEntry[] {
  return history;
}

/** How many errors the last minute saw. */
export function errorRate(): number {
  const since = Date.now() - ERROR_RATE_WINDOW_MS;
  return history.filter(({ at }) => at > since).length;
}

/** What to tell somebody whose screen fails again and again; null while that is not the case. */
export function recommendation(): string | null {
  if (errorRate() <= ERROR_RATE_THRESHOLD) return null;
  return 'High error rate: a lot went wrong here within a minute. Reload the page; if that does not help, close it and come back later.';
}

/** The first of half a minute is sent at once and says how many were held back before it. */
async function logCritical({ at, message, category, context }: ErrorEntry) {
  if (at - lastCriticalAt < CRITICAL_REPORT_INTERVAL_MS) {
    suppressedCount += 1;
    return;
  }
  lastCriticalAt = at;
  const suppressed_count = suppressedCount;
  suppressedCount = 0;
  const { pathname: path } = window.location;
  try {
    // The reload that a missing chunk may cause (app/stale-build.ts) takes nothing from anybody here:
    // what was on screen is gone.
    const { logSecurityEvent } = await import('./security-log');
    logSecurityEvent({
      type: 'application_error',
      severity: 'critical',
      description: message,
      metadata: { category, context, path, suppressed_count },
    });
  } catch {
    lastCriticalAt = -Infinity;
    suppressedCount += suppressed_count + 1;
  }
}

function wordsOf(error: unknown): string {
  if (typeof error === 'string' && error !== '') return error;
  const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
  return messageOf(hasMessage ? new Error(String(error.message)) : error);
}

/** What goes wrong in a page without being the page's fault, or without anybody being able to help it. */
const NOISE: readonly RegExp[] = [
  /\b(?:chrome|moz|safari|safari-web)-extension:/i,
  /google-?analytics|googletagmanager|\bgtag\b|\/analytics\b|analytics\.js|plausible|matomo|hotjar|clarity\.ms|fbevents/i,
  /content[- ]security[- ]policy/i,
  // All a browser tells about a script of another origin.
  /^script error/i,
  /favicon/i,
  // Observers that resize what they observe skip a frame, which harms nobody.
  /^resizeobserver loop/i,
];

function isNoise(text: string, error: unknown): boolean {
  const isCancelled = error instanceof Error && error.name === 'AbortError';
  return isCancelled || isConnectionError(error) || NOISE.some((pattern) => pattern.test(text));
}

/** A refused refresh token of a session that has ended anyway. */
function isEndedSession(error: unknown): boolean {
  const status = typeof error === 'object' && error !== null && 'status' in error && error.status;
  const text = `${status} ${wordsOf(error)}`;
  return /\b422\b/.test(text) && /token/i.test(text);
}

function handleScriptError({ error, message, filename }: ErrorEvent) {
  const thrown: unknown = error ?? message;
  handleUncaught(thrown, isNoise(`${message} ${filename || originOf(error)}`, thrown));
}

function handleRejection({ reason }: PromiseRejectionEvent) {
  const text = `${wordsOf(reason)} ${originOf(reason)}`;
  handleUncaught(reason, isNoise(text, reason) || isEndedSession(reason));
}

/** The file at the top of the stack. Further down anybody may stand who wraps what we call. */
function originOf(error: unknown): string {
  const stack = error instanceof Error ? (error.stack ?? '') : '';
  return /[a-z-]{1,40}:\/\/\S+/i.exec(stack)?.[0] ?? '';
}

function handleUncaught(error: unknown, isHarmless: boolean) {
  reportError(error, { severity: isHarmless ? 'low' : 'high', context: 'uncaught' });
  if (isHarmless) return;
  const now = Date.now();
  const isBurst = now - lastToldAt < BURST_PAUSE_MS;
  lastToldAt = now;
  if (isBurst) return;
  notify({
    type: 'error',
    title: 'Something went wrong',
    description: recommendation() ?? 'Part of this page may not work. Reloading it often helps.',
  });
}

function watchLongTasks(): () => void {
  if (!PerformanceObserver.supportedEntryTypes.includes('longtask')) return () => {};
  const observer = new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) {
      if (duration <= LONG_TASK_MS) continue;
      const message = `The page did not answer for ${Math.round(duration)} ms`;
      reportError(message, { severity: 'low', category: 'ui', context: 'long task' });
    }
  });
  observer.observe({ type: 'longtask' });
  return () => observer.disconnect();
}

/** Takes care of what nobody caught. Returns what undoes it. */
export function installGlobalErrorHandlers(): () => void {
  // Not in the capturing phase: a picture that does not load is no script error.
  window.addEventListener('error', handleScriptError);
  window.addEventListener('unhandledrejection', handleRejection);
  const stopWatching = watchLongTasks();
  return () => {
    window.removeEventListener('error', handleScriptError);
    window.removeEventListener('unhandledrejection', handleRejection);
    stopWatching();
  };
}
