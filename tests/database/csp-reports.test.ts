import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { asService, call, createAudiences, rpc } from '../support/backend';
import { askCspReports } from '../support/csp-report-questions';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

type Report = { directive: string; blocked: string; path: string };
const report = (fields: Partial<Report> = {}): Report => ({
  directive: 'img-src',
  blocked: 'https://tracker.example',
  path: '/about',
  ...fields,
});
const count = (reports: unknown[], sender: string = randomUUID()) =>
  asService('POST', '/rest/v1/rpc/count_csp_reports', { reports, sender_hash: sender });
const times = (amount: number, fields: Partial<Report>) =>
  Array.from({ length: amount }, () => report(fields));
const frequent = async (): Promise<(Report & { reports: number })[]> =>
  (await rpc(people.editor, 'site_health')).data.csp_reports;
const reportsOf = async (blocked: string) =>
  (await frequent()).find((kind) => kind.blocked === blocked);

test('reports are counted by kind, with the most frequent page', async () => {
  const blocked = `https://${randomUUID()}.example`;
  expect(await count(times(20, { blocked }))).toMatchObject({ status: 200, data: true });
  await count([...times(15, { blocked }), ...times(3, { blocked, path: '/contact' })]);
  expect(await reportsOf(blocked)).toEqual({
    ...report({ blocked }),
    reports: 38,
  });
});

test('one sender can add twenty reports a day', async () => {
  const blocked = `https://${randomUUID()}.example`;
  const sender = randomUUID();
  await count(times(12, { blocked }), sender);
  await count(times(12, { blocked }), sender);
  expect((await reportsOf(blocked))?.reports).toBe(20);
  expect((await count(times(12, { blocked }), sender)).data).toBe(false);
  expect((await reportsOf(blocked))?.reports).toBe(20);
});

test('a list longer than the request limit counts no further either', async () => {
  const blocked = `https://${randomUUID()}.example`;
  await count(times(500, { blocked }));
  expect((await reportsOf(blocked))?.reports).toBe(20);
});

test.for([
  ['a directive that is text', { directive: 'img src' }],
  ['a long origin', { blocked: 'x'.repeat(101) }],
  ['an empty path', { path: '' }],
  ['a long path', { path: `/${'x'.repeat(120)}` }],
] as const)('%s is refused', async ([, fields]) => {
  expect((await count([report(fields)])).status).toBeGreaterThanOrEqual(400);
});

test('the function needs no session and drops reports about other pages', async () => {
  const blocked = `https://${randomUUID()}.example`;
  const send = (documentURL: string) =>
    call(
      people.anonymous,
      'POST',
      '/functions/v1/csp-reports',
      new TextEncoder().encode(
        JSON.stringify(
          Array.from({ length: 20 }, () => ({
            type: 'csp-violation',
            body: { documentURL, blockedURL: `${blocked}/a?b`, effectiveDirective: 'img-src' },
          })),
        ),
      ),
      {
        'content-type': 'application/reports+json',
        'x-forwarded-for': `2001:db8:${Math.floor(Math.random() * 65_535).toString(16)}::1`,
      },
    );
  expect((await send('https://evil.example/about')).status).toBe(204);
  expect(await reportsOf(blocked)).toBeUndefined();
  expect((await send('http://localhost:5173/about?token=secret')).status).toBe(204);
  expect(await reportsOf(blocked)).toEqual({ ...report({ blocked }), reports: 20 });
}, 60_000);

let answers: Awaited<ReturnType<typeof askCspReports>>;
beforeAll(async () => {
  answers = await askCspReports();
}, 60_000);

test('a flood exhausts neither kinds nor senders of a day, and known kinds still count', () => {
  expect(answers.flood).toEqual({
    '300 kinds of 15 senders': 200,
    'a new kind after them': 0,
    'a known kind after them': 25,
    senders: 1001,
    'one more sender': false,
    'a sender who came before': true,
    'senders afterwards': 1001,
  });
});

test('reports are shown for 7 days and kept for 30, senders are deleted the next day', () => {
  expect(answers.time).toEqual({
    'shown on the day': true,
    'the same sender tomorrow': true,
    'senders tomorrow': 1,
    'shown on the seventh day': true,
    'shown on the eighth': false,
    'kinds on the thirtieth day': 201,
    'kinds a day later': 2,
  });
});
