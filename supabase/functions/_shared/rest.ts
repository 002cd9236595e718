// Shared code of the REST functions: routes, bodies, caching, and errors as `{ error: { code, message } }`.
import type { z } from 'zod';
import type { ApiError } from './contracts/blog.ts';
import { NOT_APPROVED } from './contracts/sign-off.ts';
import { hasJsonType, jsonReply, parseJson, readBodyWithin } from './http.ts';

export const REST_METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS';
export const REST_BODY_MAX_BYTES = 256 * 1024;
const BODY_DEADLINE_MS = 10_000;
/** Browsers revalidate each time, so that unpublished content disappears; shared caches absorb bursts. */
const PUBLIC_CACHE = 'public, max-age=0, s-maxage=10, must-revalidate';

const CODES = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_ALLOWED',
  408: 'REQUEST_TIMEOUT',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
} as const;
type RefusalStatus = keyof typeof CODES;

/** An error whose message the caller may read. Other errors are logged and answered with 500. */
export class RestError extends Error {
  override name = 'RestError';
  constructor(
    readonly status: RefusalStatus,
    message: string,
    readonly details: { fields?: Record<string, string>; version?: number; code?: string } = {},
    readonly headers: Record<string, string> = {},
  ) {
    super(message);
  }
}

/** An error of the Data API, with its status. */
export class DatabaseError extends Error {
  override name = 'DatabaseError';
  constructor(
    readonly code: string,
    message: string,
    readonly status: number,
  ) {
    super(message);
  }
}

export type Caller = {
  hasToken: boolean;
  /** Requested once. Throws when the token has no session. */
  isStaff: () => Promise<boolean>;
};

export type RestContext = { request: Request; url: URL; param: string };
export type RestAnswer = { status?: number; body: unknown; headers?: Record<string, string> };
export type Route = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** May contain one `*` for a single segment, which is passed as `param`. */
  path: string;
  answer: (context: RestContext) => Promise<RestAnswer>;
};

/** Responses without a token (`caller.hasToken`) are cached, because they are the same for all callers. */
export async function serveRest(
  request: Request,
  routes: readonly Route[],
  caller: Caller,
  logError: (error: unknown) => void,
): Promise<Response> {
  const reply = await answerRest(request, routes, caller).catch((error: unknown) =>
    refusal(error, caller, logError),
  );
  reply.headers.append('vary', 'Authorization');
  if (request.method !== 'HEAD') return reply;
  const { byteLength } = await reply.arrayBuffer();
  if (reply.status !== 304) reply.headers.set('content-length', String(byteLength));
  return new Response(null, { status: reply.status, headers: reply.headers });
}

async function answerRest(request: Request, routes: readonly Route[], caller: Caller) {
  const url = new URL(request.url);
  const found = routes.flatMap((route) => {
    const param = match(route.path, url.pathname);
    return param === null ? [] : [{ ...route, param }];
  });
  if (found.length === 0) throw new RestError(404, 'There is nothing at this address');
  const wanted = request.method === 'HEAD' ? 'GET' : request.method;
  const exact = found.filter(({ path }) => !path.includes('*'));
  const candidates = exact.length > 0 ? exact : found;
  const route = candidates.find(({ method }) => method === wanted);
  if (!route) {
    const allow = candidates.flatMap(({ method }) => (method === 'GET' ? ['GET', 'HEAD'] : method));
    throw new RestError(405, 'Method not allowed', {}, { allow: [...allow, 'OPTIONS'].join(', ') });
  }
  // Not every backend refuses an invalid token: some treat the caller as a visitor.
  if (caller.hasToken) await caller.isStaff();
  const {
    status = 200,
    body,
    headers = {},
  } = await route.answer({
    request,
    url,
    param: route.param,
  });
  const isPublic = wanted === 'GET' && !caller.hasToken;
  const reply = jsonReply(status, body, headers);
  return isPublic ? cacheable(request, reply) : reply;
}

/** The segment that matches `*`, '' for a pattern without one, null when the path does not match. */
function match(pattern: string, pathname: string): string | null {
  const wanted = pattern.split('/');
  const given = pathname.replace(/\/$/, '').split('/');
  if (wanted.length !== given.length) return null;
  let param = '';
  for (const [place, segment] of wanted.entries()) {
    const actual = given[place] ?? '';
    if (segment !== '*') {
      if (segment !== actual) return null;
      continue;
    }
    try {
      param = decodeURIComponent(actual);
    } catch {
      return null;
    }
    // Postgres refuses NUL, so no row can match.
    if (param === '' || param.includes('\0')) return null;
  }
  return param;
}

async function cacheable(request: Request, reply: Response): Promise<Response> {
  const text = await reply.text();
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text));
  const hex = Array.from(new Uint8Array(digest).slice(0, 12), (byte) =>
    byte.toString(16).padStart(2, '0'),
  );
  const etag = `"${hex.join('')}"`;
  const headers = new Headers(reply.headers);
  headers.set('etag', etag);
  headers.set('cache-control', PUBLIC_CACHE);
  const known = (request.headers.get('if-none-match') ?? '')
    .split(',')
    .map((entry) => entry.trim());
  // Proxies that compress mark the tag as weak; the content is the same.
  if (known.some((entry) => entry === '*' || entry.replace(/^W\//, '') === etag)) {
    headers.delete('content-type');
    return new Response(null, { status: 304, headers });
  }
  return new Response(text, { status: reply.status, headers });
}

function refusal(error: unknown, caller: Caller, logError: (error: unknown) => void): Response {
  const known = error instanceof DatabaseError ? fromDatabase(error, caller) : error;
  if (known instanceof RestError) {
    const { code = CODES[known.status], ...details } = known.details;
    const body: ApiError = { error: { code, message: known.message, ...details } };
    return jsonReply(known.status, body, {
      ...(known.status === 401 && { 'www-authenticate': 'Bearer' }),
      ...known.headers,
    });
  }
  logError(error);
  const body: ApiError = {
    error: { code: 'INTERNAL_ERROR', message: 'Something went wrong on our side' },
  };
  return jsonReply(500, body);
}

function fromDatabase(error: DatabaseError, caller: Caller): DatabaseError | RestError {
  if (error.status === 401 || (error.code === '42501' && !caller.hasToken)) return signInFirst();
  if (error.code === '42501' || error.status === 403) return notAllowed();
  return error;
}

const signInFirst = () => new RestError(401, 'Sign in to do this');
const notAllowed = () => new RestError(403, 'Your account is not approved to do this');

/** Refuses early, with a clear message; the policies would refuse the request too. */
export async function requireStaff(caller: Caller): Promise<void> {
  if (!caller.hasToken) throw signInFirst();
  if (!(await caller.isStaff())) throw notAllowed();
}

/** Parses the JSON body; throws an error that names every invalid field. */
export async function readJsonBody<Schema extends z.ZodType>(
  request: Request,
  schema: Schema,
): Promise<z.output<Schema>> {
  if (!hasJsonType(request)) throw new RestError(415, 'Send the body as application/json');
  const tooLarge = new RestError(413, 'The body must be 256 kB at most');
  if (Number(request.headers.get('content-length')) > REST_BODY_MAX_BYTES) throw tooLarge;
  const body = await readBodyWithin(request, {
    maxBytes: REST_BODY_MAX_BYTES,
    deadlineMs: BODY_DEADLINE_MS,
  });
  if (!body.ok) {
    if (body.reason === 'too-large') throw tooLarge;
    if (body.reason === 'too-slow') throw new RestError(408, 'The body took too long');
    throw new RestError(400, 'The body broke off');
  }
  const value = parseJson(body.bytes);
  if (value === undefined) throw new RestError(400, 'The body is not valid JSON');
  return validated(schema, value, 'The body is not valid');
}

/** Parses the query; an empty parameter counts as absent. */
export function readQuery<Schema extends z.ZodType>(url: URL, schema: Schema): z.output<Schema> {
  const values: Record<string, string> = {};
  for (const [name, value] of url.searchParams) {
    if (Object.hasOwn(values, name)) {
      throw invalid('The query is not valid', { [name]: 'Give this parameter once' });
    }
    if (value.includes('\0')) {
      throw invalid('The query is not valid', { [name]: 'This holds a broken character' });
    }
    if (value !== '') values[name] = value;
  }
  return validated(schema, values, 'The query is not valid');
}

function validated<Schema extends z.ZodType>(
  schema: Schema,
  value: unknown,
  message: string,
): z.output<Schema> {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const fields: Record<string, string> = {};
  for (const issue of result.error.issues) {
    const names =
      issue.code === 'unrecognized_keys' ? issue.keys : [issue.path.join('.') || 'body'];
    for (const name of names) {
      fields[name] ??=
        issue.code === 'unrecognized_keys' ? 'This is not known here' : issue.message;
    }
  }
  throw invalid(message, fields);
}

export const invalid = (message: string, fields: Record<string, string>) =>
  new RestError(400, message, { code: 'VALIDATION_ERROR', fields });

/** The version that the editor started from: in the body, in `If-Match: "3"`, or the same in both. */
export function expectedVersion(request: Request, inBody: number | undefined): number | undefined {
  const header = request.headers.get('if-match');
  if (header === null) return inBody;
  const digits = /^\s*(?:W\/)?"?([1-9]\d{0,8})"?\s*$/.exec(header)?.[1];
  if (digits === undefined || (inBody !== undefined && inBody !== Number(digits))) {
    throw invalid('The version is not clear', {
      version: 'If-Match must name one version, the same as the body',
    });
  }
  return Number(digits);
}

export function requireVersion(version: number | undefined): number {
  if (version !== undefined) return version;
  throw invalid('The version is missing', {
    version: 'Name the version you started from, here or as If-Match',
  });
}

export function conflict(version: number | undefined): RestError {
  return new RestError(409, 'This has changed since you opened it', { version });
}

/** For a PT409 of the database; `version` is what visitors read. */
export function refusedSave({ message }: DatabaseError, version: number | undefined): RestError {
  if (message === NOT_APPROVED) return new RestError(409, message, { version });
  return message === 'Changes of it wait to be published'
    ? new RestError(409, `${message}: publish or discard them first`, { version })
    : conflict(version);
}

/** The given fields by their columns; an empty text is stored as null in the columns `orNull`. */
export function toColumns(
  fieldOfColumn: Readonly<Record<string, string>>,
  input: object,
  orNull: readonly string[],
) {
  const given = new Map(Object.entries(input));
  return Object.fromEntries(
    Object.entries(fieldOfColumn).flatMap(([column, field]) => {
      const value = given.get(field);
      if (value === undefined) return [];
      return [[column, value === '' && orNull.includes(column) ? null : value]];
    }),
  );
}

/** The field whose column a constraint names (`<table>_<column>_…`). */
export function brokenField(
  error: DatabaseError,
  table: string,
  fieldOfColumn: Readonly<Record<string, string>>,
): string | undefined {
  const name = new RegExp(`"${table}_(\\w+)"`).exec(error.message)?.[1] ?? '';
  const missing = /column "(\w+)"/.exec(error.message)?.[1];
  const columns = Object.keys(fieldOfColumn).filter((column) => name.startsWith(`${column}_`));
  return fieldOfColumn[columns.at(-1) ?? missing ?? ''];
}

export function pagination(total: number, page: number, limit: number) {
  return { total, page, limit, totalPages: Math.ceil(total / limit) };
}
