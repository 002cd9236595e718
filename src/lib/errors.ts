/** What a screen can do about an error. Components switch on this, never on codes. */
export type AppErrorKind =
  | 'offline'
  | 'signed-out'
  | 'forbidden'
  | 'not-found'
  | 'conflict'
  | 'invalid'
  | 'unexpected';

export type ErrorSeverity = 'low' | 'medium' | 'high' | 'critical';
export type ErrorCategory =
  | 'data'
  | 'network'
  | 'auth'
  | 'ui'
  | 'validation'
  | 'image'
  | 'permission';

type Classification = { severity: ErrorSeverity; category: ErrorCategory };

const DEFAULTS_BY_KIND: Record<AppErrorKind, Classification> = {
  offline: { severity: 'medium', category: 'network' },
  'signed-out': { severity: 'medium', category: 'auth' },
  forbidden: { severity: 'medium', category: 'permission' },
  'not-found': { severity: 'low', category: 'data' },
  conflict: { severity: 'low', category: 'data' },
  invalid: { severity: 'low', category: 'validation' },
  unexpected: { severity: 'high', category: 'data' },
};

type AppErrorOptions = { cause?: unknown; code?: string } & Partial<Classification>;

/** The error class of the app. `message` can be shown to users; `cause` holds the original error. */
export class AppError extends Error {
  readonly kind: AppErrorKind;
  /** Severity and category follow from the kind unless they are given. */
  readonly severity: ErrorSeverity;
  readonly category: ErrorCategory;
  /** Code of the backend where it sent one: SQLSTATE, PGRST…, or an HTTP status as text. */
  readonly code: string | null;

  constructor(kind: AppErrorKind, message: string, options: AppErrorOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'AppError';
    this.kind = kind;
    this.severity = options.severity ?? DEFAULTS_BY_KIND[kind].severity;
    this.category = options.category ?? DEFAULTS_BY_KIND[kind].category;
    this.code = options.code ?? null;
  }
}

/** `code` for an answer of another shape than expected (parse-response.ts). */
export const UNREADABLE = 'unreadable_answer';
/** `code` for a request that got no answer in time. */
export const TIMED_OUT = 'timed_out';
/** Follows the sentence of such a request. */
export const UNREADABLE_REASON = 'the answer could not be read';

type Failure = {
  message?: unknown;
  code?: unknown;
  details?: unknown;
  status?: unknown;
  name?: unknown;
};

/**
 * Turns what supabase-js, fetch or a function threw into an AppError.
 *
 * @param sentence what failed, as the specification words it ('Failed to fetch case study'); the
 *   backend's own message follows it where it helps the reader
 */
export function toAppError(error: unknown, sentence: string): AppError {
  if (error instanceof AppError) return error;
  const failure: Failure = typeof error === 'object' && error !== null ? error : {};
  const code = typeof failure.code === 'string' && failure.code !== '' ? failure.code : undefined;
  const kind = kindOf(failure, code);
  const shownCode = code ?? (isTimeout(failure) ? TIMED_OUT : undefined);
  const reason = reasonOf(failure, kind);
  return new AppError(kind, reason ? `${sentence}: ${reason}` : sentence, {
    cause: error,
    ...(shownCode ? { code: shownCode } : {}),
  });
}

const KIND_BY_CODE: Record<string, AppErrorKind> = {
  PGRST116: 'not-found',
  PT404: 'not-found',
  PT409: 'conflict',
  PT422: 'invalid',
  '22P02': 'not-found',
  '42501': 'forbidden',
  PGRST301: 'signed-out',
  PGRST302: 'signed-out',
  PGRST303: 'signed-out',
  '23514': 'invalid',
  '23502': 'invalid',
  '22001': 'invalid',
};

function kindOf(failure: Failure, code: string | undefined): AppErrorKind {
  const known = code && Object.hasOwn(KIND_BY_CODE, code) ? KIND_BY_CODE[code] : undefined;
  if (known) return known;
  if (isConnectionFailure(failure)) return 'offline';
  switch (Number(failure.status)) {
    case 401:
      return 'signed-out';
    case 403:
      return 'forbidden';
    case 404:
      return 'not-found';
    case 409:
      return 'conflict';
    case 400:
    case 413:
    case 415:
    case 422:
      return 'invalid';
    default:
      return 'unexpected';
  }
}

/** Each browser words a refused connection differently; supabase-js passes that text on as `message`. */
function isConnectionFailure({ message, name, status }: Failure): boolean {
  if (isTimeout({ message, name }) || name === 'AuthRetryableFetchError') return true;
  if (isFromGateway(Number(status))) return true;
  return (
    typeof message === 'string' &&
    /failed to fetch|load failed|networkerror|network request failed|fetch failed|timed? ?out/i.test(
      message,
    )
  );
}

/** An aborted `AbortSignal.timeout`; supabase-js puts its name before the message. */
function isTimeout({ message, name }: Failure): boolean {
  return (
    name === 'TimeoutError' || (typeof message === 'string' && /^TimeoutError\b/.test(message))
  );
}

/** A gateway reports that the origin is down: 502 to 504, Cloudflare's 520 to 530, Supabase's 540 for a paused project. */
function isFromGateway(status: number): boolean {
  return (status >= 502 && status <= 504) || (status >= 520 && status <= 530) || status === 540;
}

function reasonOf(failure: Failure, kind: AppErrorKind): string {
  if (kind === 'offline') return 'the server cannot be reached right now';
  if (isSchemaError(failure)) return UNREADABLE_REASON;
  return typeof failure.message === 'string' ? failure.message : '';
}

/** Whether the server could not be reached. */
export function isConnectionError(error: unknown): boolean {
  return toAppError(typeof error === 'string' ? { message: error } : error, '').kind === 'offline';
}

/** Of zod: its message is a list of issues as JSON, which no screen shows. */
function isSchemaError(error: object): boolean {
  return 'issues' in error && Array.isArray(error.issues);
}

/** The text to show for anything that was thrown. */
export function messageOf(error: unknown, fallback = 'An unexpected error occurred'): string {
  if (error instanceof Error && isSchemaError(error)) return fallback;
  return error instanceof Error && error.message ? error.message : fallback;
}
