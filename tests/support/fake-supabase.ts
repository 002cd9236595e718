import { onTestFinished, vi } from 'vitest';
import type { DeployState } from '@contracts/deploys';
import { SESSION_STORAGE_KEY } from '@/lib/supabase';

export type FakeRequest = {
  method: string;
  url: URL;
  headers: Headers;
  /** Parsed if the client sent JSON; otherwise the value passed to fetch; null without a body. */
  body: unknown;
};

export type FakeHandler = (request: FakeRequest) => Response | Promise<Response>;

/**
 * Answers by 'METHOD /path'. `*` stands for any rest of a path segment or more; a query in the key
 * ('POST /auth/v1/token?grant_type=password') must be contained in the request's. The longest key wins.
 */
export type FakeRoutes = Record<string, FakeHandler>;

export type FakeSupabase = {
  /** Every request so far, answered or not. */
  requests: readonly FakeRequest[];
  /** The requests of one route, with the same keys. */
  requestsTo: (key: string) => FakeRequest[];
  /** Adds answers, or replaces those of the same key, from here on. */
  on: (routes: FakeRoutes) => void;
};

/** A JSON response; `init` is the status or more. */
export function json(value: unknown, init: number | ResponseInit = 200): Response {
  const options = typeof init === 'number' ? { status: init } : init;
  return Response.json(value, options);
}

/** 204, the success response of PostgREST and GoTrue. */
export function noContent(): Response {
  return new Response(null, { status: 204 });
}

/** Rejects like fetch when the server is unreachable. */
export function networkFailure(): Promise<Response> {
  return Promise.reject(new TypeError('Failed to fetch'));
}

/** A handler that waits until the test releases it. */
export function held(answer: FakeHandler): { handler: FakeHandler; release: () => void } {
  let release: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  return {
    handler: async (request) => {
      await gate;
      return answer(request);
    },
    release: () => release(),
  };
}

/**
 * Puts itself in the place of `fetch` until the test ends. A request without a response is rejected and
 * fails the test at its end, with its name. The backend's origin in tests is the page's own.
 */
export function fakeSupabase(routes: FakeRoutes = {}): FakeSupabase {
  vi.stubEnv('VITE_SUPABASE_URL', '');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
  // Both are sent two seconds after their cause, maybe during the next test of the file.
  let answers: FakeRoutes = {
    'GET /auth/v1/health': () => json({ name: 'GoTrue' }),
    'POST /rest/v1/security_events': () => new Response(null, { status: 201 }),
    // The not-found page requests a redirect, lists and forms of studies the topics in use; staff screens request
    // the state of builds.
    'POST /rest/v1/rpc/find_redirect': () => json(null),
    'GET /rest/v1/rpc/list_case_study_topics': () => json([]),
    // The editor of a study asks before how many enquiries it was read.
    'HEAD /rest/v1/enquiries': () => new Response(null, { headers: { 'content-range': '*/0' } }),
    // A conflict asks who saved the other version.
    'GET /rest/v1/document_revisions': () => json([]),
    'GET /rest/v1/working_copies': () => json([]),
    // The staff area asks on each visit.
    'POST /rest/v1/rpc/publish_due_changes': () => json(0),
    'GET /functions/v1/deploy-hook': () => json({ data: NO_DEPLOY_HOOK }),
    'POST /functions/v1/deploy-hook': () => json({ data: NO_DEPLOY_HOOK }),
    // Staff screens ask when the live site was built.
    'GET /build.json': () => new Response(null, { status: 404 }),
    'POST /rest/v1/rpc/list_unknown_addresses': () => json([]),
    // An open editor says so, and asks who else has the document open.
    'POST /rest/v1/rpc/note_editing': () => json([]),
    'POST /rest/v1/rpc/end_editing': () => new Response(null, { status: 204 }),
    // Editors, To do and the bell request what clients were asked.
    'POST /rest/v1/rpc/list_sign_offs': () => json([]),
    'POST /rest/v1/rpc/list_sign_off_comments': () => json([]),
    'POST /rest/v1/rpc/list_notes_for_me': () => json([]),
    'GET /rest/v1/sign_off_demands': () => json([]),
    // Editor and history request the alternative texts of the library.
    'GET /rest/v1/image_records': () => json([]),
    ...routes,
  };
  const requests: FakeRequest[] = [];
  const unanswered: string[] = [];

  async function fakeFetch(input: RequestInfo | URL, init: RequestInit = {}): Promise<Response> {
    const request = toFakeRequest(input, init);
    requests.push(request);
    init.signal?.throwIfAborted();
    const key = Object.keys(answers)
      .filter((candidate) => matches(candidate, request))
      .sort((a, b) => b.length - a.length)[0];
    const handler = key === undefined ? undefined : answers[key];
    if (!handler) {
      const name = `${request.method} ${request.url.pathname}${request.url.search}`;
      unanswered.push(name);
      throw new Error(`Nothing answers ${name} in this test`);
    }
    return abortable(Promise.resolve(handler(request)), init.signal);
  }

  globalThis.fetch = fakeFetch;
  onTestFinished(() => {
    // Stays in place of the real fetch: a late request must not reach the network.
    globalThis.fetch = () => Promise.reject(new TypeError('Failed to fetch'));
    if (unanswered.length > 0) {
      throw new Error(`Requests without a fake response: ${[...new Set(unanswered)].join(', ')}`);
    }
  });

  return {
    requests,
    requestsTo: (key) => requests.filter((request) => matches(key, request)),
    on: (more) => {
      answers = { ...answers, ...more };
    },
  };
}

/** The deploy state of a site without a deploy hook. */
const NO_DEPLOY_HOOK: DeployState = {
  isConfigured: false,
  problem: null,
  minutes: 2,
  pending: 0,
  changedAt: null,
  lastCall: null,
  builder: null,
};

export type FakePerson = { id: string; email: string };

export const PERSON: FakePerson = {
  id: '5b0c1a5e-7d0f-4d52-9d6a-2f1f0c6f8a11',
  email: 'ada@example.com',
};

export type StaffRole = 'owner' | 'editor';

/** The user object as the Auth service sends it. */
export function fakeUser({ id, email }: FakePerson = PERSON) {
  return {
    id,
    aud: 'authenticated',
    role: 'authenticated',
    email,
    email_confirmed_at: '2026-01-05T09:00:00Z',
    app_metadata: { provider: 'email', providers: ['email'] },
    user_metadata: {},
    identities: [],
    factors: [],
    created_at: '2026-01-05T09:00:00Z',
    updated_at: '2026-01-05T09:00:00Z',
  };
}

/** A session as the Auth service sends it: the token is well-formed, unsigned, unexpired by default. */
export function fakeSession(person: FakePerson = PERSON, { expiresIn = 3600 } = {}) {
  const now = Math.floor(Date.now() / 1000);
  const claims = {
    sub: person.id,
    email: person.email,
    aud: 'authenticated',
    role: 'authenticated',
    aal: 'aal1',
    session_id: '0f4c1f0e-1111-4c4c-8a8a-000000000001',
    iat: now,
    exp: now + expiresIn,
  };
  return {
    access_token: fakeJwt(claims),
    refresh_token: `refresh-${person.id.slice(0, 8)}`,
    token_type: 'bearer',
    expires_in: expiresIn,
    expires_at: now + expiresIn,
    user: fakeUser(person),
  };
}

export function fakeJwt(claims: Record<string, unknown>): string {
  return `${base64Url({ alg: 'HS256', typ: 'JWT' })}.${base64Url(claims)}.c2lnbmF0dXJl`;
}

/**
 * Stores a session in this browser and returns the answers that belong to it, to be spread into
 * fakeSupabase. `null`: signed in, not approved. Modules that have read the session already keep
 * their state: import the screen with `freshImport` when a file has several such tests.
 */
export function signedInAs(role: StaffRole | null, person: FakePerson = PERSON): FakeRoutes {
  localStorage.setItem(SESSION_STORAGE_KEY, JSON.stringify(fakeSession(person)));
  onTestFinished(() => localStorage.removeItem(SESSION_STORAGE_KEY));
  return sessionRoutes(role, person);
}

/** The responses of the Auth service for a session, without storing it. */
export function sessionRoutes(role: StaffRole | null, person: FakePerson = PERSON): FakeRoutes {
  return {
    'GET /auth/v1/user': () => json(fakeUser(person)),
    'POST /auth/v1/token': () => json(fakeSession(person)),
    'POST /auth/v1/logout': noContent,
    'POST /rest/v1/rpc/current_staff_role': () => json(role),
    // The rail of an owner counts requests, the waiting screen reads its own.
    'GET /rest/v1/staff_requests': () => json([]),
    'POST /rest/v1/rpc/list_staff_names': () => json([]),
    // The bell reads enquiries to answer.
    'GET /rest/v1/enquiries': () => json([]),
    // The rail counts unread enquiries.
    'HEAD /rest/v1/enquiries': () => new Response(null, { headers: { 'content-range': '*/0' } }),
  };
}

/**
 * Imports a module of the app anew, with everything it imports from src: a second page load, so to
 * say. `const { AccessPage } = await freshImport(() => import('@/pages/auth/access-page'));`
 * Call it after fakeSupabase; what else the test imports from src must come by it or later.
 */
export async function freshImport<Module>(load: () => Promise<Module>): Promise<Module> {
  vi.resetModules();
  // supabase-js counts its clients per process and warns from the second one on.
  const warn = vi.spyOn(console, 'warn');
  const said = warn.getMockImplementation();
  warn.mockImplementation((...parts: unknown[]) => {
    if (!String(parts[0]).includes('Multiple GoTrueClient instances')) said?.(...parts);
  });
  const module = await load();
  const { loadSupabase } = await import('@/lib/supabase');
  onTestFinished(async () => {
    // Otherwise its timers and its BroadcastChannel would affect the next test.
    await (await loadSupabase()).auth.dispose();
  });
  return module;
}

function toFakeRequest(input: RequestInfo | URL, init: RequestInit): FakeRequest {
  const isRequest = input instanceof Request;
  const origin = typeof location === 'undefined' ? 'http://localhost:3000' : location.origin;
  return {
    method: (init.method ?? (isRequest ? input.method : 'GET')).toUpperCase(),
    url: new URL(isRequest ? input.url : input, origin),
    headers: new Headers(init.headers ?? (isRequest ? input.headers : undefined)),
    body: parseBody(init.body),
  };
}

function parseBody(body: RequestInit['body']): unknown {
  if (typeof body !== 'string') return body ?? null;
  try {
    const parsed: unknown = JSON.parse(body);
    return parsed;
  } catch {
    return body;
  }
}

function matches(key: string, { method, url }: FakeRequest): boolean {
  const [keyMethod, rest = ''] = key.split(' ');
  const [path = '', query = ''] = rest.split('?');
  if (keyMethod !== method) return false;
  const pattern = path.split('*').map(escapeForRegExp).join('.*');
  if (!new RegExp(`^${pattern}$`).test(url.pathname)) return false;
  return [...new URLSearchParams(query)].every(([name, value]) =>
    url.searchParams.getAll(name).includes(value),
  );
}

function escapeForRegExp(text: string): string {
  return text.replace(/[.+?^${}()|[\]\\]/g, '\\$&');
}

function abortable(
  answer: Promise<Response>,
  signal: AbortSignal | null | undefined,
): Promise<Response> {
  if (!signal) return answer;
  return new Promise((resolve, reject) => {
    signal.addEventListener('abort', () => reject(signal.reason));
    answer.then(resolve, reject);
  });
}

function base64Url(value: unknown): string {
  const bytes = new TextEncoder().encode(JSON.stringify(value));
  return btoa(String.fromCharCode(...bytes))
    .replace(/\+/g, '-')
    .replace(/\//g, '_')
    .replace(/=+$/, '');
}
