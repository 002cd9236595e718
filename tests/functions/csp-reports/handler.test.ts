import { expect, test, vi } from 'vitest';
import {
  BODY_MAX_BYTES,
  handleCspReports,
  REPORTS_MAX,
  type CspReportsDeps,
} from '../../../supabase/functions/csp-reports/handler.ts';

const SITE = 'https://www.agency.example';
const LEGACY = 'application/csp-report';
const MODERN = 'application/reports+json';

function setUp(overrides: Partial<CspReportsDeps> = {}) {
  const count = vi.fn<CspReportsDeps['count']>(async () => undefined);
  const deps = { ownOrigins: new Set([SITE]), count, logError: vi.fn(), ...overrides };
  const send = async (body: unknown, type = MODERN, init: RequestInit = {}) => {
    const request = new Request('https://functions.example/csp-reports', {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
      ...init,
      headers: { 'content-type': type, ...init.headers },
    });
    return (await handleCspReports(request, deps)).status;
  };
  const counted = () => count.mock.calls.flatMap(([reports]) => reports);
  return { send, counted, deps };
}

const modern = (body: Record<string, unknown> = {}) => ({
  type: 'csp-violation',
  age: 10,
  url: `${SITE}/about`,
  user_agent: 'A browser',
  body: {
    documentURL: `${SITE}/about?from=mail#part`,
    blockedURL: 'https://tracker.example/pixel.gif?id=42',
    effectiveDirective: 'img-src',
    originalPolicy: "default-src 'none'",
    sourceFile: `${SITE}/assets/app.js`,
    disposition: 'enforce',
    ...body,
  },
});

const KEPT = { directive: 'img-src', blocked: 'https://tracker.example', path: '/about' };

test('a report of either format is counted by directive, origin and page only', async () => {
  const { send, counted } = setUp();
  expect(await send([modern()])).toBe(204);
  // Safari sends one report without a list.
  expect(await send(modern())).toBe(204);
  const legacy = {
    'document-uri': `${SITE}/about?from=mail`,
    referrer: 'https://mail.example/inbox/7',
    'violated-directive': "img-src 'self'",
    'original-policy': "default-src 'none'",
    'blocked-uri': 'https://tracker.example/pixel.gif?id=42',
  };
  expect(await send({ 'csp-report': legacy }, LEGACY)).toBe(204);
  expect(counted()).toEqual([KEPT, KEPT, KEPT]);
});

test.for([
  ['inline', 'inline'],
  ['trusted-types-sink', 'trusted-types-sink'],
  ['data', 'data'],
  ['data:text/html,<script>secret</script>', 'data:'],
  ['', 'unknown'],
  [`${SITE}/newsletter/confirm?token=secret`, 'self'],
  ['wss://live.example/socket?key=secret', 'wss://live.example'],
  ['https://user:password@tracker.example:8443/a', 'https://tracker.example:8443'],
] as const)('the blocked URL %s is stored as %s', async ([blockedURL, blocked]) => {
  const { send, counted } = setUp();
  await send([modern({ blockedURL })]);
  expect(counted()).toEqual([{ ...KEPT, blocked }]);
});

test('ids and queries of our own URLs are left out, and long URLs cut', async () => {
  const { send, counted } = setUp();
  const id = '3f0e6f0a-6c3a-4a55-9d7e-0a1b2c3d4e5f';
  await send([
    modern({ documentURL: `${SITE}/admin/blog/edit/${id}?token=secret` }),
    modern({
      documentURL: `${SITE}/${'x'.repeat(500)}`,
      blockedURL: `https://${'y'.repeat(200)}.example/`,
    }),
  ]);
  expect(counted().map(({ path }) => path)).toEqual([
    '/admin/blog/edit/:id',
    `/${'x'.repeat(119)}`,
  ]);
  expect(counted()[1]?.blocked).toHaveLength(100);
});

test.for([
  ['a page of another site', { documentURL: 'https://evil.example/about' }],
  ['a page without an origin', { documentURL: 'about:blank' }],
  ['no page', { documentURL: undefined }],
  ['an extension that was blocked', { blockedURL: 'chrome-extension://abcdef/inject.js' }],
  ['an extension named by its scheme', { blockedURL: 'moz-extension' }],
  [
    'a script of an extension',
    { blockedURL: 'inline', sourceFile: 'safari-web-extension://a/b.js' },
  ],
  ['no directive', { effectiveDirective: '' }],
  ['a directive that is text', { effectiveDirective: 'Img <b>src</b>' }],
  ['a blocked text', { blockedURL: 'Call 555-0100 now' }],
  ['a number', { blockedURL: 7 }],
] as const)('a report about %s is dropped', async ([, body]) => {
  const { send, counted } = setUp();
  expect(await send([modern(body)])).toBe(204);
  expect(counted()).toEqual([]);
});

test('other kinds of reports are dropped, valid ones in the same list are not', async () => {
  const { send, counted } = setUp();
  await send([{ ...modern(), type: 'deprecation' }, null, 'x', modern(), { 'csp-report': 3 }]);
  expect(counted()).toEqual([KEPT]);
});

test('the first twenty reports of a long list are read', async () => {
  const { send, counted } = setUp();
  expect(await send(Array.from({ length: REPORTS_MAX + 30 }, () => modern()))).toBe(204);
  expect(counted()).toHaveLength(REPORTS_MAX);
});

test.for([
  [
    'another method',
    405,
    () => setUp().send(undefined as never, MODERN, { method: 'GET', body: null }),
  ],
  ['JSON that is no report', 415, () => setUp().send([modern()], 'application/json')],
  ['a form', 415, () => setUp().send('a=b', 'application/x-www-form-urlencoded')],
  ['a body that is too large', 413, () => setUp().send('x'.repeat(BODY_MAX_BYTES + 1))],
  ['no JSON', 400, () => setUp().send('{')],
] as const)('%s is refused with %i', async ([, status, send]) => {
  expect(await send()).toBe(status);
});

test('a body with a wrong content length is read up to the limit only', async () => {
  const { send, counted } = setUp();
  const endless = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(4096).fill(32)),
  });
  const init = { body: endless, duplex: 'half', headers: { 'content-length': '10' } };
  expect(await send('', MODERN, init as RequestInit)).toBe(413);
  expect(counted()).toEqual([]);
});

test('a database failure is logged and not returned', async () => {
  const { send, deps } = setUp({ count: () => Promise.reject(new Error('gone')) });
  expect(await send([modern()])).toBe(500);
  expect(deps.logError).toHaveBeenCalledOnce();
});
