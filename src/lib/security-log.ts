import { FAILED_LOGIN_HIGH_ABOVE, SERVICE_TIMEOUT_MS } from './constants';
import type { Json } from './database.types';
import { getEnv } from './env';
import { SESSION_STORAGE_KEY } from './supabase';

// One module on purpose: a chunk that fails to load reloads the page (app/stale-build.ts), and logging
// must never cause that.

export type SecurityEventType =
  | 'failed_login'
  | 'suspicious_activity'
  | 'file_upload_security'
  | 'data_access'
  | 'authentication_success'
  | 'password_change'
  | 'account_lockout'
  | 'rate_limit_exceeded'
  | 'csrf_attempt'
  | 'application_error'
  | 'contact_submission_failed'
  | 'contact_submission_success'
  | 'contact_service_error';

export type SecuritySeverity = 'low' | 'medium' | 'high' | 'critical';

export type SecurityEvent = {
  type: SecurityEventType;
  severity: SecuritySeverity;
  description: string;
  metadata?: Record<string, Json>;
};

/** The database refuses longer ones (migrations/*_security_log.sql). */
export const DESCRIPTION_MAX = 500;
export const USER_AGENT_MAX = 400;
export const METADATA_MAX_BYTES = 4096;
/** Reserved for the entries that the log itself adds. */
const OWN_METADATA_BYTES = 128;
const METADATA_TEXT_MAX = 1000;

export const BATCH_EVENTS = 20;
export const BATCH_PAUSE_MS = 2000;
/** Browsers send at most 64 kB with `keepalive` while a page closes. */
const BATCH_BYTES = 48_000;
export const BUFFER_EVENTS = 50;
const LONGEST_PAUSE_MS = 60_000;
/** An event sent later than this carries its own time; the database only stamps the arrival. */
const LATE_MS = 10_000;

type Row = {
  event_type: SecurityEventType;
  severity: SecuritySeverity;
  description: string;
  metadata: Record<string, Json>;
  user_agent: string;
};
/** `sender`: the user id of the session when it happened, null for a visitor. */
type WaitingEvent = { row: Row; sender: string | null; raisedAt: number };
type StoredSession = { userId: string; accessToken: string };

const waiting: WaitingEvent[] = [];
/** Events dropped since the last batch that arrived. */
let dropped = 0;
let failures = 0;
let timer: ReturnType<typeof setTimeout> | undefined;
let isFlushing = false;
let hasListener = false;
let knownUser: { sender: string; userId: string } | undefined;

/**
 * Queues an event for the security log. Never throws, never blocks, and does nothing outside a
 * browser.
 *
 * `description` and `metadata` may hold codes, counts and names from the code: no password, token or
 * address, and nothing a user has typed.
 */
export function logSecurityEvent(event: SecurityEvent): void {
  if (typeof window === 'undefined') return;
  try {
    waiting.push({
      row: {
        event_type: event.type,
        severity: event.severity,
        description: cut(event.description, DESCRIPTION_MAX) || event.type,
        metadata: bounded(event.metadata ?? {}),
        user_agent: cut(navigator.userAgent, USER_AGENT_MAX),
      },
      sender: readSession()?.userId ?? null,
      raisedAt: Date.now(),
    });
    keepNewest();
    if (!hasListener) {
      hasListener = true;
      window.addEventListener('pagehide', sendWhileLeaving);
    }
    const isFull = waiting.length >= BATCH_EVENTS && failures === 0;
    schedule(isFull ? 0 : pause());
  } catch {
    dropped += 1;
  }
}

/**
 * @param attempts for this address lately, this one included
 * @param reason the Auth service's code for the refusal
 * @param description of what was wrong, if it was not the password
 */
export function logFailedLogin(attempts: number, reason: string, description?: string): void {
  const counted =
    attempts > 1 ? `Sign-in failed ${attempts} times for one address` : 'Sign-in failed';
  logSecurityEvent({
    type: 'failed_login',
    severity: attempts > FAILED_LOGIN_HIGH_ABOVE ? 'high' : 'medium',
    description: description ?? counted,
    metadata: { attempts, reason },
  });
}

function keepNewest() {
  const excess = waiting.length - BUFFER_EVENTS;
  if (excess <= 0) return;
  waiting.splice(0, excess);
  dropped += excess;
}

function pause(): number {
  return Math.min(BATCH_PAUSE_MS * 2 ** failures, LONGEST_PAUSE_MS);
}

/** A full batch does not wait for the rest of the pause. */
function schedule(milliseconds: number) {
  if (isFlushing || (timer !== undefined && milliseconds > 0)) return;
  clearTimeout(timer);
  timer = setTimeout(() => void flush(), milliseconds);
}

async function flush() {
  timer = undefined;
  if (isFlushing) return;
  isFlushing = true;
  try {
    await fetchCurrentUser(readSession());
    const batch = takeBatch();
    if (batch.length > 0) await deliver(batch);
  } catch {
    dropped += 1;
  } finally {
    isFlushing = false;
    if (waiting.length > 0) schedule(pause());
  }
}

function sendWhileLeaving() {
  for (let batch = takeBatch(); batch.length > 0; batch = takeBatch()) void deliver(batch);
}

/** The oldest events, as long as they have the same sender. */
function takeBatch(): WaitingEvent[] {
  const sender = waiting[0]?.sender;
  let bytes = 0;
  const other = waiting.findIndex((event, place) => {
    bytes += byteLength(JSON.stringify(event.row));
    return place > 0 && (event.sender !== sender || place === BATCH_EVENTS || bytes > BATCH_BYTES);
  });
  return waiting.splice(0, other === -1 ? waiting.length : other);
}

/** Sends a batch; puts it back if the backend cannot be reached, counts it as dropped if it is refused. */
async function deliver(batch: WaitingEvent[]) {
  const reported = dropped;
  dropped = 0;
  const answer = await post(batch, reported);
  if (answer === 'stored') {
    failures = 0;
    return;
  }
  dropped += reported;
  if (answer === 'refused') {
    dropped += batch.length;
    return;
  }
  failures += 1;
  waiting.unshift(...batch);
  keepNewest();
  schedule(pause());
}

const TRY_AGAIN = [408, 429, 502, 503, 504];

async function post(
  batch: WaitingEvent[],
  lostBefore: number,
): Promise<'stored' | 'refused' | 'away'> {
  const sender = batch[0]?.sender;
  const session = readSession();
  // Events of a session that has ended are sent without a user, not with the user of the current session.
  const token = session && session.userId === sender ? session.accessToken : null;
  const userId =
    token !== null && knownUser && knownUser.sender === sender ? knownUser.userId : null;
  try {
    const response = await fetch(`${getEnv().supabaseUrl}/rest/v1/security_events`, {
      method: 'POST',
      headers: {
        ...authHeaders(token),
        'content-type': 'application/json',
        prefer: 'return=minimal',
      },
      body: JSON.stringify(
        batch.map(({ row, raisedAt }, place) => ({
          ...row,
          metadata: {
            ...row.metadata,
            ...(Date.now() - raisedAt > LATE_MS && {
              raised_at: new Date(raisedAt).toISOString(),
            }),
            ...(place === 0 && lostBefore > 0 && { events_lost: lostBefore }),
          },
          user_id: userId,
          ip_address: null,
        })),
      ),
      // The request continues after the page is closed.
      keepalive: true,
      signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS),
    });
    if (response.ok) return 'stored';
    // An expired token is renewed by supabase-js, not here.
    const isAway =
      TRY_AGAIN.includes(response.status) || (response.status === 401 && token !== null);
    return isAway ? 'away' : 'refused';
  } catch {
    return 'away';
  }
}

/** Once per session. The database sets the user of an event itself. */
async function fetchCurrentUser(session: StoredSession | null) {
  if (!session || knownUser?.sender === session.userId) return;
  try {
    const response = await fetch(`${getEnv().supabaseUrl}/auth/v1/user`, {
      headers: authHeaders(session.accessToken),
      signal: AbortSignal.timeout(SERVICE_TIMEOUT_MS),
    });
    const user: unknown = response.ok ? await response.json() : null;
    const userId = textAt(user, 'id');
    if (userId !== null) knownUser = { sender: session.userId, userId };
  } catch {
    // Requested again with the next batch.
  }
}

function authHeaders(token: string | null): Record<string, string> {
  const apikey = getEnv().supabaseAnonKey;
  return token === null ? { apikey } : { apikey, authorization: `Bearer ${token}` };
}

/** Reads storage directly, so that logging does not download supabase-js. */
function readSession(): StoredSession | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(SESSION_STORAGE_KEY) ?? 'null');
    const accessToken = textAt(stored, 'access_token');
    const userId = textAt(propertyOf(stored, 'user'), 'id');
    return accessToken === null || userId === null ? null : { accessToken, userId };
  } catch {
    return null;
  }
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function textAt(value: unknown, name: string): string | null {
  const found = propertyOf(value, name);
  return typeof found === 'string' ? found : null;
}

const SECRET_NAME = /password|secret|token|authorization|cookie|apikey/i;

/** Metadata without secrets, cut entry by entry to the size the database accepts. */
function bounded(metadata: Record<string, Json>): Record<string, Json> {
  const kept: Record<string, Json> = {};
  let bytes = 2;
  for (const [name, value] of Object.entries(metadata)) {
    if (value === undefined) continue;
    const tidied = tidy(name, value);
    bytes += jsonbLength({ [name]: tidied });
    if (bytes > METADATA_MAX_BYTES - OWN_METADATA_BYTES) return { ...kept, is_cut: true };
    kept[name] = tidied;
  }
  return kept;
}

function tidy(name: string, value: Json): Json {
  if (SECRET_NAME.test(name)) return '[removed]';
  const text = JSON.stringify(value, (key, part: unknown) => {
    if (SECRET_NAME.test(key)) return '[removed]';
    return typeof part === 'string' ? cut(part, METADATA_TEXT_MAX) : part;
  });
  const tidied: Json = JSON.parse(text);
  return tidied;
}

/** An upper bound of the length in Postgres, which writes a space after every colon and comma. */
function jsonbLength(value: Json): number {
  const text = JSON.stringify(value);
  return byteLength(text) + (text.match(/[:,]/g)?.length ?? 0) + 2;
}

function byteLength(text: string): number {
  return new TextEncoder().encode(text).length;
}

/** Counts characters as Postgres does, and replaces what it refuses: NUL and half surrogate pairs. */
function cut(text: string, max: number): string {
  const characters = Array.from(text.slice(0, max * 2 + 2).replace(/\0|\p{Surrogate}/gu, '\uFFFD'));
  return characters.length > max
    ? `${characters.slice(0, max - 1).join('')}…`
    : characters.join('');
}
