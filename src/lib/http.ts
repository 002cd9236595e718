import { noteReachable, noteUnreachable } from './connection';
import { SERVICE_BACKOFF_BASE_MS, SERVICE_RETRIES, SERVICE_TIMEOUT_MS } from './constants';

export type HttpMethod = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export type HttpQuery = Readonly<Record<string, string | number | boolean | null | undefined>>;

export type HttpRequest = {
  method?: HttpMethod;
  /** Null, undefined and empty values are left out. */
  query?: HttpQuery;
  /** Sent as JSON, or as the form that it is. */
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
  signal?: AbortSignal;
  timeoutMs?: number;
  /** For a write that can be repeated safely, such as one with an idempotency key. */
  isKeyed?: boolean;
};

/** `body` is parsed JSON if the content type says so, otherwise text; null when empty. */
export type HttpReply = { status: number; body: unknown };

/** A reply that is not OK. */
export class HttpError extends Error {
  readonly status: number;
  readonly statusText: string;
  readonly body: unknown;

  constructor(status: number, statusText: string, body: unknown) {
    super(`HTTP error! Status: ${status}`);
    this.name = 'HttpError';
    this.status = status;
    this.statusText = statusText;
    this.body = body;
  }
}

/** The server is down or not ready; other errors would come again. */
const TRANSIENT_STATUSES = [408, 502, 503, 504];

/**
 * Sends a request with fetch. Reads and keyed writes are retried up to three times when the server
 * cannot be reached. Other writes are not: the first one may have arrived.
 *
 * @throws HttpError for a reply that is not OK; TypeError when there is no connection; a
 *   DOMException named TimeoutError, or the reason of `signal`
 */
export async function http(url: string, request: HttpRequest = {}): Promise<HttpReply> {
  const { method = 'GET', isKeyed = false, signal } = request;
  const retries = method === 'GET' || isKeyed ? SERVICE_RETRIES : 0;
  for (let attempt = 0; ; attempt += 1) {
    try {
      const reply = await send(withQuery(url, request.query), method, request);
      noteReachable();
      return reply;
    } catch (error) {
      noteFailure(error);
      if (attempt >= retries || signal?.aborted || !isTransient(error)) throw error;
      await wait(SERVICE_BACKOFF_BASE_MS * 2 ** attempt, signal);
    }
  }
}

function noteFailure(error: unknown) {
  // From 500 up, the answer may come from a gateway whose origin is down.
  if (error instanceof HttpError && error.status < 500) noteReachable();
  else if (error instanceof TypeError || isTimeout(error)) noteUnreachable();
}

function isTimeout(error: unknown): boolean {
  return error instanceof DOMException && error.name === 'TimeoutError';
}

async function send(
  url: string,
  method: HttpMethod,
  { body, headers, signal, timeoutMs = SERVICE_TIMEOUT_MS }: HttpRequest,
): Promise<HttpReply> {
  signal?.throwIfAborted();
  const controller = new AbortController();
  const giveUp = () => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException('The server took too long to answer', 'TimeoutError')),
    timeoutMs,
  );
  signal?.addEventListener('abort', giveUp, { once: true });
  try {
    const isForm = body instanceof FormData;
    const text = body === undefined ? null : JSON.stringify(body);
    const response = await fetch(url, {
      method,
      headers: {
        accept: 'application/json',
        // The browser names the boundary of a form itself.
        ...(!isForm && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: isForm ? body : text,
      signal: controller.signal,
    });
    return await read(response);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

async function read(response: Response): Promise<HttpReply> {
  const text = await response.text();
  const isJson = /\bjson\b/i.test(response.headers.get('content-type') ?? '');
  const body = isJson && text !== '' ? parse(text) : text || null;
  if (!response.ok) {
    throw new HttpError(response.status, response.statusText, body === UNPARSEABLE ? text : body);
  }
  if (body === UNPARSEABLE) throw new Error('Failed to parse JSON response');
  return { status: response.status, body };
}

const UNPARSEABLE = Symbol('unparseable');

function parse(text: string): unknown {
  try {
    const parsed: unknown = JSON.parse(text);
    return parsed;
  } catch {
    return UNPARSEABLE;
  }
}

function withQuery(url: string, query: HttpQuery = {}): string {
  const given = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) {
    if (value !== null && value !== undefined && value !== '') given.set(name, String(value));
  }
  const text = given.toString();
  return text === '' ? url : `${url}?${text}`;
}

/** Not a timeout: the user has waited long enough already. */
function isTransient(error: unknown): boolean {
  if (error instanceof HttpError) return TRANSIENT_STATUSES.includes(error.status);
  return error instanceof TypeError;
}

function wait(milliseconds: number, signal: AbortSignal | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(done, milliseconds);
    signal?.addEventListener('abort', stop, { once: true });
    function done() {
      signal?.removeEventListener('abort', stop);
      resolve();
    }
    function stop() {
      clearTimeout(timer);
      reject(signal?.reason);
    }
  });
}
