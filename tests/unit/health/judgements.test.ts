import { readdirSync } from 'node:fs';
import { expect, test } from 'vitest';
import { UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';
import type { SiteHealth } from '@/features/health/site-health';
import {
  judgeAccountMails,
  judgeBucket,
  judgeEnquiryCheck,
  judgeJobs,
  judgeLinks,
  judgeUnknownAddresses,
  judgeMails,
  judgeReports,
  judgeOwners,
  judgeSchema,
} from '@/features/health/judgements';
import { FUNCTIONS } from '@/features/health/functions';
import { readBuildInfo } from '../../../scripts/lib/build/build-info.ts';

const bucket = {
  public: true,
  file_size_limit: UPLOAD_MAX_BYTES,
  allowed_mime_types: Object.keys(UPLOAD_IMAGE_TYPES),
};
const health = (fields: Partial<SiteHealth> = {}): SiteHealth => ({
  schema_version: '20261121150300',
  failed_mails: [],
  bucket,
  csp_reports: [],
  ...fields,
});

test.for<[string, SiteHealth['bucket'], RegExp | null]>([
  ['as the upload checks', bucket, null],
  [
    'in another order',
    { ...bucket, allowed_mime_types: [...bucket.allowed_mime_types].reverse() },
    null,
  ],
  ['missing', null, /no bucket/],
  ['private', { ...bucket, public: false }, /visitors cannot fetch/],
  ['without a limit', { ...bucket, file_size_limit: null }, /another size/],
  ['with a larger limit', { ...bucket, file_size_limit: UPLOAD_MAX_BYTES + 1 }, /another size/],
  [
    'for SVG as well',
    { ...bucket, allowed_mime_types: [...bucket.allowed_mime_types, 'image/svg+xml'] },
    /other types/,
  ],
  ['for anything', { ...bucket, allowed_mime_types: null }, /other types/],
])('a bucket %s', ([, given, words]) => {
  const verdict = judgeBucket(health({ bucket: given }));
  expect(verdict.isGood).toBe(words === null);
  if (words) expect(verdict.message).toMatch(words);
  expect(verdict.advice !== undefined).toBe(words !== null);
});

test.for<[string | null, boolean, RegExp]>([
  ['20261121150300', true, /which this version was built for/],
  ['20261121150000', false, /but this version was built for/],
  ['20261201000000', false, /newer/],
  [null, false, /no list of applied migrations/],
])('a database at %s', ([found, isGood, words]) => {
  const verdict = judgeSchema(health({ schema_version: found }), '20261121150300');
  expect(verdict).toMatchObject({ isGood, message: expect.stringMatching(words) });
});

const REFUSED = { kind: 'staff-added', error: 'Refused' };
test.for<[SiteHealth['failed_mails'], boolean, string]>([
  [undefined, true, 'Every email that was due is sent'],
  [[{ ...REFUSED, mails: 1 }], false, '1 email has failed. 1 × staff added: Refused'],
  [
    [1, 2].map((mails) => ({ ...REFUSED, mails })),
    false,
    '3 emails have failed. 1 × staff added: Refused; 2 × staff added: Refused',
  ],
])('mails that have failed: %j', ([failed, isGood, message]) => {
  const verdict = judgeMails(health({ failed_mails: failed }), async () => undefined);
  expect(verdict).toMatchObject({ isGood, message });
});

test.for<[number | undefined, boolean, RegExp]>([
  [undefined, true, /^0 in the last hour/],
  [29, true, /^29 in the last hour/],
  [30, false, /^30 or more in the last hour/],
])('mails of accounts: %s', ([mails, isGood, words]) => {
  const verdict = judgeAccountMails(health({ account_mails: mails }));
  expect(verdict).toMatchObject({ isGood, message: expect.stringMatching(words) });
});

test('every edge function has its line', () => {
  const functions = readdirSync('supabase/functions', { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name !== '_shared')
    .map(({ name }) => name);
  expect(Object.keys(FUNCTIONS).sort()).toEqual(functions.sort());
});

test('a build knows the newest migration it was made with', () => {
  const newest = readdirSync('supabase/migrations').sort().at(-1);
  expect(newest?.startsWith(readBuildInfo().schema)).toBe(true);
  expect(readBuildInfo().version).toMatch(/^\d+\.\d+\.\d+/);
});

test('single policy reports raise no warning, frequent ones are listed with page and count', () => {
  const kind = { directive: 'img-src', blocked: 'https://a.example', path: '/about', reports: 9 };
  expect(judgeReports(health()).message).toMatch(/nothing/);
  expect(judgeReports(health({ csp_reports: [kind] }))).toMatchObject({
    isGood: true,
    message: expect.stringMatching(/Single reports/),
  });
  const rare = { ...kind, blocked: 'https://rare.example' };
  const verdict = judgeReports(health({ csp_reports: [{ ...kind, reports: 1200 }, rare] }));
  expect(verdict.isGood).toBe(false);
  expect(verdict.message).toContain('https://a.example (img-src) on /about, 1,200 times');
  expect(verdict.message).not.toContain('rare.example');
  expect(verdict.advice).toMatch(/Open that page/);
});

test('jobs are judged by their last run and the answer to their last call', () => {
  const now = Date.parse('2026-11-21T10:00:00Z');
  const job = {
    ...{ name: 'send-due-mails', schedule: '* * * * *', ran_at: '2026-11-21 09:59:00+00' },
    ...{ problem: null, called_at: '2026-11-21 09:30:00+00', status: 200 },
  };
  const nightly = { ...job, schedule: '17 3 * * *', ran_at: null, called_at: null };
  const judge = (jobs: SiteHealth['jobs']) => judgeJobs(health({ jobs }), now);
  expect(judge(null)).toMatchObject({
    isGood: true,
    message: expect.stringMatching(/no scheduler/),
  });
  expect(judge([job, nightly])).toMatchObject({
    isGood: true,
    message: expect.stringMatching(/^2 jobs run; .*send-due-mails was last needed at .*answer 200/),
  });
  expect([
    judge([]),
    judge([{ ...job, status: 401 }]),
    judge([{ ...job, problem: 'no such function' }]),
    judge([{ ...job, ran_at: '2026-11-21 09:40:00+00' }]),
    judge([{ ...job, ran_at: null }]),
  ]).toMatchObject(
    [
      /^No job/,
      /^send-due-mails was answered with 401$/,
      /failed: no such function/,
      /has not run for 20 minutes/,
      /has not run for a day/,
    ].map((message) => ({ isGood: false, message: expect.stringMatching(message) })),
  );
});

test('owners without a second factor are listed, with a link to the staff list', () => {
  const judge = (owners_without_factor: SiteHealth['owners_without_factor']) =>
    judgeOwners(health({ owners_without_factor }), '/admin/people');
  expect(judge([])).toEqual({
    isGood: true,
    message: 'Every owner who can have a second factor has one',
  });
  expect(judge(['ada@example.com'])).toMatchObject({
    isGood: false,
    message: 'ada@example.com: no second factor yet',
    link: { to: '/admin/people' },
  });
  expect(judge(['ada@example.com', 'bea@example.com']).message).toBe(
    'ada@example.com, bea@example.com: no second factor yet',
  );
  for (const missing of [null, undefined]) {
    expect(judge(missing)).toMatchObject({
      isGood: false,
      advice: expect.stringContaining('migrations'),
    });
  }
});

const NOON = Date.parse('2026-11-20T12:00:00Z');

test.for<[string, Partial<SiteHealth>, boolean, RegExp]>([
  [
    'before the first one',
    { enquiry_check: { checked_at: null, problem: null } },
    true,
    /Not checked yet/,
  ],
  ['in an older database', {}, true, /Not checked yet/],
  [
    'that was taken',
    { enquiry_check: { checked_at: '2026-11-20T11:10:00Z', problem: null }, jobs: [] },
    ...([true, /was taken/] as const),
  ],
  [
    'that failed',
    { enquiry_check: { checked_at: '2026-11-20T11:10:00Z', problem: 'no such column' } },
    ...([false, /failed: no such column/] as const),
  ],
  [
    'that the scheduler no longer makes',
    { enquiry_check: { checked_at: '2026-11-20T09:30:00Z', problem: null }, jobs: [] },
    ...([false, /Not checked since/] as const),
  ],
])('a check of enquiries %s', ([, fields, isGood, words]) => {
  const verdict = judgeEnquiryCheck(health(fields), NOON);
  expect(verdict).toMatchObject({ isGood, message: expect.stringMatching(words) });
  expect(verdict.advice !== undefined).toBe(!isGood);
});

test('dead links are named with the page that mends them', () => {
  expect(judgeLinks(health())).toMatchObject({
    isGood: true,
    message: expect.stringMatching(/asked for yet/),
  });
  expect(judgeLinks(health({ links_checked_at: '2026-11-20T10:00:00+00:00' }))).toMatchObject({
    isGood: true,
    message: expect.stringMatching(/asked for at 20 Nov/),
  });
  const dead = {
    ...{ what: 'https://gone.example/', problem: 'answers with 404' },
    ...{ kind: 'post' as const, id: 'p1', title: 'A post' },
  };
  expect(judgeLinks(health({ dead_links: [dead] }))).toMatchObject({
    isGood: false,
    message: '1 link or picture is dead',
    places: [
      {
        ...{ text: 'A post: https://gone.example/ answers with 404', label: 'Edit here' },
        to: '/admin/blog/edit/p1',
      },
    ],
  });
});

test('unknown addresses need attention while there are some of several days', () => {
  expect(judgeUnknownAddresses(health({ unknown_addresses: 0 }), '/redirects').isGood).toBe(true);
  expect(judgeUnknownAddresses(health({ unknown_addresses: 1 }), '/redirects')).toMatchObject({
    isGood: false,
    message: 'Visitors asked for 1 address without a page on three days or more',
    link: { label: 'Open Redirects', to: '/redirects' },
  });
});
