import { readdirSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { readAuthMails } from '../../../scripts/lib/local/auth-mails.ts';
import { examine, scheduledJobs, type Place } from '../../../scripts/lib/checks/doctor.ts';
import { expectedHeaders } from '../../../scripts/lib/build/hosting-table.ts';
import { UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';

const SITE = 'https://www.agency.test';
const BACKEND = 'https://ref.supabase.test';
const PLACE: Place = {
  site: SITE,
  backend: BACKEND,
  publishableKey: 'sb_publishable_1',
  secretKey: 'sb_secret_1',
};
const SCHEMA = readdirSync('supabase/migrations').sort().at(-1)?.split('_')[0];

const json = (body: unknown, status = 200) => Response.json(body, { status });
const TURNSTILE = 'https://challenges.cloudflare.com';
const page = (path: string, scripts = `'self' ${TURNSTILE}`) =>
  new Response('<!doctype html>', {
    headers: {
      ...expectedHeaders(path),
      'Content-Security-Policy': `script-src ${scripts}; connect-src 'self' ${BACKEND}; frame-ancestors 'none'`,
    },
  });
const health = {
  schema_version: SCHEMA,
  failed_mails: [],
  enquiry_check: { checked_at: null, problem: null },
  bucket: {
    public: true,
    file_size_limit: UPLOAD_MAX_BYTES,
    allowed_mime_types: Object.keys(UPLOAD_IMAGE_TYPES),
  },
  csp_reports: [],
  jobs: scheduledJobs().map((name) => ({
    ...{ name, schedule: '* * * * *', ran_at: new Date().toISOString() },
    ...{ problem: null, called_at: null, status: null },
  })),
  owners_without_factor: [],
};
const guard = { table_name: 'public.enquiries', rls_enabled: true, policies: [], grants: {} };
const preflight = () =>
  new Response(null, { status: 204, headers: { 'access-control-allow-origin': SITE } });

type Routes = Record<string, (request: Request) => Response>;
/** A site without a fault, by the beginning of the address; the longest counts. */
const GOOD: Routes = {
  [`GET ${SITE}/`]: () => page('/'),
  [`GET ${SITE}/admin`]: () => page('/admin'),
  [`GET ${SITE}/build.json`]: () => json({}),
  [`GET ${SITE}/no-page-`]: () => new Response('', { status: 404 }),
  [`GET ${BACKEND}/auth/v1/settings`]: () =>
    json({ mailer_autoconfirm: false, disable_signup: false }),
  [`POST ${BACKEND}/auth/v1/token?grant_type=password`]: () =>
    json({ error_code: 'captcha_failed' }, 400),
  [`GET ${BACKEND}/rest/v1/`]: () => json({ code: '42501' }, 401),
  [`GET ${BACKEND}/rest/v1/case_studies`]: () => json([]),
  [`GET ${BACKEND}/storage/v1/object/public/images/`]: () => json({}, 400),
  [`OPTIONS ${BACKEND}/functions/v1/`]: preflight,
  [`POST ${BACKEND}/rest/v1/rpc/site_health`]: () => json(health),
  [`POST ${BACKEND}/rest/v1/rpc/audit_security_policies`]: () => json([guard]),
  [`POST ${BACKEND}/functions/v1/send-contact-email/retry`]: () =>
    json({ data: { sent: 1, failed: 0 } }),
};

let asked: Request[];
function serve(routes: Routes) {
  const all = { ...GOOD, ...routes };
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    const request = new Request(url, init);
    asked.push(request);
    const [route] = Object.keys(all)
      .filter((known) => `${request.method} ${request.url}`.startsWith(known))
      .sort((one, other) => other.length - one.length);
    return route === undefined ? new Response('', { status: 404 }) : all[route]?.(request);
  });
}
beforeEach(() => {
  asked = [];
});
afterEach(() => vi.unstubAllGlobals());

const wrongOf = async (routes: Routes, place = PLACE) => {
  serve(routes);
  return (await examine(place)).filter(({ isGood }) => !isGood);
};

test('a site without a fault has no finding', async () => {
  expect(await wrongOf({})).toEqual([]);
});

test('without a secret key nothing is asked that needs one', async () => {
  const { secretKey, ...visitor } = PLACE;
  expect(await wrongOf({}, visitor)).toEqual([]);
  const posted = asked.filter(({ method }) => method === 'POST').map(({ url }) => url);
  expect(posted).toEqual([`${BACKEND}/auth/v1/token?grant_type=password`]);
  expect(asked.some(({ headers }) => headers.get('apikey') === secretKey)).toBe(false);
});

test('keys travel in apikey only, and none to the site', async () => {
  await wrongOf({});
  for (const { url, headers } of asked) {
    expect(headers.get('authorization')).toBeNull();
    if (url.startsWith(SITE)) expect(headers.get('apikey')).toBeNull();
  }
});

const withoutHeader = (path: string, name: string) => () => {
  const answer = page(path);
  answer.headers.delete(name);
  return answer;
};
const judged = (change: object) => () => json({ ...health, ...change });
const HEALTH = `POST ${BACKEND}/rest/v1/rpc/site_health`;
const AUDIT = `POST ${BACKEND}/rest/v1/rpc/audit_security_policies`;
const SETTINGS = `GET ${BACKEND}/auth/v1/settings`;
const TOKEN = `POST ${BACKEND}/auth/v1/token?grant_type=password`;
const RETRY = `POST ${BACKEND}/functions/v1/send-contact-email/retry`;

test.for<[string, Routes, name: string, advice: RegExp]>([
  [
    'a site that is down',
    { [`GET ${SITE}/`]: () => Response.error() },
    'The site',
    /npm run build/,
  ],
  [
    'a missing header',
    { [`GET ${SITE}/`]: withoutHeader('/', 'X-Frame-Options') },
    'Headers of /',
    /_headers/,
  ],
  [
    'a missing header of the staff area',
    { [`GET ${SITE}/admin`]: withoutHeader('/admin', 'Cross-Origin-Opener-Policy') },
    'Headers of /admin',
    /_headers/,
  ],
  [
    'a policy for another project',
    {
      [`GET ${SITE}/`]: () => {
        const answer = page('/');
        answer.headers.set(
          'Content-Security-Policy',
          "script-src 'self'; connect-src 'self'; frame-ancestors 'none'",
        );
        return answer;
      },
    },
    'Headers of /',
    /_headers/,
  ],
  [
    'a page for every address',
    { [`GET ${SITE}/no-page-`]: () => page('/') },
    'Unknown addresses',
    /404/,
  ],
  [
    'sign-up without confirmation',
    { [SETTINGS]: () => json({ mailer_autoconfirm: true, disable_signup: false }) },
    'Confirmation of addresses',
    /config push/,
  ],
  [
    'closed sign-up',
    { [SETTINGS]: () => json({ mailer_autoconfirm: false, disable_signup: true }) },
    'Sign-up',
    /config push/,
  ],
  [
    'a captcha that the forms do not send',
    { [`GET ${SITE}/admin`]: () => page('/admin', "'self'") },
    'Captcha',
    /VITE_TURNSTILE_SITE_KEY/,
  ],
  [
    'a captcha that Auth does not ask for',
    { [TOKEN]: () => json({ error_code: 'invalid_credentials' }, 400) },
    'Captcha',
    /Attack Protection/,
  ],
  [
    'no captcha at all',
    {
      [`GET ${SITE}/admin`]: () => page('/admin', "'self'"),
      [TOKEN]: () => json({ error_code: 'invalid_credentials' }, 400),
    },
    'Captcha',
    /Attack Protection/,
  ],
  ['a wrong publishable key', { [SETTINGS]: () => json({}, 401) }, 'Sign-in', /publishable key/],
  [
    'a table that visitors may read',
    { [`GET ${BACKEND}/rest/v1/enquiries`]: () => json([]) },
    'Table enquiries',
    /db push/,
  ],
  [
    'a missing function',
    { [`OPTIONS ${BACKEND}/functions/v1/blog`]: () => json({}, 404) },
    'Function blog',
    /functions deploy blog/,
  ],
  [
    'a function without its secret',
    { [`OPTIONS ${BACKEND}/functions/v1/newsletter`]: () => json({}, 503) },
    'Function newsletter',
    /SIGNING_SECRETS/,
  ],
  [
    'a function that refuses this site',
    {
      [`OPTIONS ${BACKEND}/functions/v1/send-contact-email`]: () =>
        new Response(null, { status: 204 }),
    },
    'Function send-contact-email',
    /ALLOWED_ORIGINS=https:\/\/www.agency.test/,
  ],
  [
    'old migrations',
    { [HEALTH]: judged({ schema_version: '20200101000000' }) },
    'Migrations',
    /db push/,
  ],
  ['no scheduler', { [HEALTH]: judged({ jobs: null }) }, 'Scheduled jobs', /schedule_jobs/],
  [
    'a job that is refused',
    { [HEALTH]: judged({ jobs: health.jobs.map((job) => ({ ...job, status: 401 })) }) },
    'Scheduled jobs',
    /schedule_jobs/,
  ],
  [
    'a job whose function fails',
    { [HEALTH]: judged({ jobs: health.jobs.map((job) => ({ ...job, status: 500 })) }) },
    'Scheduled jobs',
    /log/,
  ],
  [
    'a job that was never scheduled',
    { [HEALTH]: judged({ jobs: health.jobs.filter(({ name }) => name !== 'send-due-mails') }) },
    'Scheduled jobs',
    /schedule_jobs/,
  ],
  [
    'failed mails',
    {
      [HEALTH]: judged({ failed_mails: [{ kind: 'enquiry-arrived', error: 'Refused', mails: 2 }] }),
    },
    'Emails',
    /SMTP_HOST/,
  ],
  [
    'an owner without a second factor',
    { [HEALTH]: judged({ owners_without_factor: ['a@agency.test'] }) },
    'Second factor of owners',
    /authenticator app/,
  ],
  [
    'a table without policies',
    { [AUDIT]: () => json([{ ...guard, rls_enabled: false }]) },
    'Policies',
    /db push/,
  ],
  [
    'a mail server that takes nothing',
    { [RETRY]: () => json({ data: { sent: 0, failed: 3 } }) },
    'Sending mails',
    /SMTP_HOST/,
  ],
  [
    'a secret key of another project',
    { [RETRY]: () => json({}, 401) },
    'Sending mails',
    /schedule_jobs/,
  ],
])('%s is found, with the line to run', async ([, routes, name, advice]) => {
  const wrong = await wrongOf(routes);
  expect(wrong.map((finding) => finding.name)).toEqual([name]);
  expect(wrong[0]?.advice).toMatch(advice);
});

test('a project that does not answer is named, and the site is asked all the same', async () => {
  serve({});
  const served = fetch;
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    if (url.startsWith(BACKEND)) throw new TypeError('fetch failed');
    return served(url, init);
  });
  const findings = await examine(PLACE);
  expect(findings.find(({ name }) => name === 'Headers of /')?.isGood).toBe(true);
  expect(findings.find(({ name }) => name === 'Sign-in')?.message).toContain('does not answer');
});

const API = 'GET https://api.supabase.com/v1/projects/ref/config/auth';
/** As `supabase config push` leaves them. */
const authSettings: Record<string, unknown> = {
  ...{ smtp_host: 'smtp.agency.test', site_url: SITE, mailer_secure_email_change_enabled: true },
  security_update_password_require_current_password: true,
  security_update_password_require_reauthentication: true,
  ...{ mfa_totp_enroll_enabled: true, mfa_totp_verify_enabled: true },
  ...Object.fromEntries(
    readAuthMails().flatMap(({ key, kind, subject, html }) => [
      [`mailer_subjects_${key}`, subject],
      [`mailer_templates_${key}_content`, html],
      [`mailer_notifications_${kind.split('.')[1]}_enabled`, true],
    ]),
  ),
};
const withToken = { ...PLACE, accessToken: 'sbp_1' };
const answered = (change: object) => ({ [API]: () => json({ ...authSettings, ...change }) });

test('with an access token the settings of Auth are asked, and the token goes to Supabase only', async () => {
  expect(await wrongOf(answered({}), withToken)).toEqual([]);
  const bearers = asked.filter(({ headers }) => headers.has('authorization'));
  expect(bearers.map(({ method, url }) => `${method} ${url}`)).toEqual([API]);
});

test.for<[change: object, name: string, advice: RegExp]>([
  [{ smtp_host: null }, 'Mail server of Auth', /SMTP settings/],
  [{ mailer_templates_recovery_content: 'Auth’s own' }, 'Mails of Auth', /config push/],
  [{ mailer_subjects_invite: 'Hello' }, 'Mails of Auth', /config push/],
  [{ mailer_notifications_email_changed_enabled: false }, 'Mails of Auth', /config push/],
  [{ site_url: 'http://localhost:3000' }, 'Address of the site', /config push/],
  [{ mailer_secure_email_change_enabled: false }, 'Change of address', /config push/],
  [
    { security_update_password_require_reauthentication: false },
    'Change of password',
    /config push/,
  ],
  [
    { security_update_password_require_current_password: false },
    'Current password',
    /^Authentication → Sign In/,
  ],
  [{ mfa_totp_verify_enabled: false }, 'Authenticator apps', /config push/],
])('the setting %o of Auth is found, with the line to run', async ([change, name, advice]) => {
  const wrong = await wrongOf(answered(change), withToken);
  expect(wrong.map((finding) => finding.name)).toEqual([name]);
  expect(wrong[0]?.advice).toMatch(advice);
});

test('a token that is refused is a finding', async () => {
  const [wrong] = await wrongOf({ [API]: () => json({}, 401) }, withToken);
  expect(wrong?.advice).toMatch(/account\/tokens/);
});
