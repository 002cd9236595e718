// The checks of npm run doctor. Those of a running database are the ones of the health page.
import { randomUUID } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import type { z } from 'zod';
import { tableGuardSchema, judgeTable } from '../../../src/features/security-log/audit.ts';
import { FUNCTIONS } from '../../../src/features/health/functions.ts';
import {
  FUNCTION_FAILED,
  judgeAccountMails,
  judgeBucket,
  judgeEnquiryCheck,
  judgeJobs,
  judgeMails,
  judgeOwners,
  judgeReports,
  judgeSchema,
} from '../../../src/features/health/judgements.ts';
import { siteHealthSchema, type SiteHealth } from '../../../src/features/health/site-health.ts';
import { readAuthMails } from '../local/auth-mails.ts';
import { TURNSTILE_ORIGIN } from '../../../src/features/session/captcha/origin.ts';
import { expectedHeaders } from '../build/hosting-table.ts';
import { root } from '../install.mjs';

export type Place = {
  /** Origin of the site. */
  site: string;
  /** Origin of the Supabase project. */
  backend: string;
  publishableKey: string;
  secretKey?: string;
  /** Of an account at Supabase, as the CLI takes it. */
  accessToken?: string;
};

/** `advice` is the line to run, or what to set where. */
export type Finding = { name: string; isGood: boolean; message: string; advice?: string };

const TIMEOUT_MS = 15_000;
/** Tables without rows for visitors, of which an open one would be the worst. */
const PRIVATE_TABLES = ['enquiries', 'newsletter_subscribers', 'staff_members', 'audit_events'];
/** Called by browsers of visitors or staff; the others by the scheduler, mail providers and browsers' reports. */
const FROM_BROWSERS = ['send-contact-email', 'newsletter', 'secure-file-upload', 'enquiry-replies'];

const LINES = {
  push: 'npx supabase db push',
  config: 'SITE_URL=<site> npx supabase config push',
  jobs: 'In the SQL editor: select private.schedule_jobs(); after pg_cron, pg_net and both secrets of the vault (docs/deployment.md#5-scheduled-jobs)',
  secrets: 'npx supabase secrets set SIGNING_SECRETS=$(openssl rand -hex 32)',
  mail: 'npx supabase secrets set SMTP_HOST=… SMTP_USER=… SMTP_PASS=… MAIL_FROM=… TEAM_EMAIL=… (hosted functions reach ports 465 and 2525 only)',
  build: 'npm run build, and upload dist/ with its _headers and _redirects',
};

/** For the reader to look at once. */
export const BY_HAND = [
  'Authentication → Attack Protection: leaked passwords are refused (on a paid plan)',
  'Authentication → Rate Limits: as in docs/deployment.md#3-settings-of-auth',
];
/** The same without an access token. */
export const BY_HAND_WITHOUT_TOKEN = [
  'Authentication → Emails: SMTP is set up, and the templates are those of supabase/templates',
  'Authentication → Multi-Factor: authenticator apps are on',
];

export async function examine(place: Place): Promise<Finding[]> {
  const groups = [
    examineSite(place),
    examineAuth(place),
    examineCaptcha(place),
    examineData(place),
    examineFunctions(place),
    ...(place.secretKey === undefined ? [] : [examineDatabase(place), examineMails(place)]),
    ...(place.accessToken === undefined ? [] : [examineSettings(place)]),
  ];
  return (await Promise.all(groups)).flat();
}

async function examineSite({ site, backend }: Place): Promise<Finding[]> {
  const home = await ask('The site', `${site}/`);
  if ('finding' in home) return [home.finding];
  const up = verdict('The site', home.status === 200, `/ answers with ${home.status}`, LINES.build);
  if (!up.isGood) return [up];
  const isLocal = isLocalAddress(site);
  const unknown = await ask('Unknown addresses', `${site}/no-page-${randomUUID()}`);
  const staff = await ask('The staff area', `${site}/admin`);
  const report = await ask('The build', `${site}/build.json`);
  return [
    up,
    verdict(
      'Encryption',
      site.startsWith('https:') || isLocal,
      site.startsWith('https:') ? 'Served by https' : 'Served by http',
      'Turn on https at the host, and redirect http to it',
    ),
    ...['/', '/admin'].map((path) =>
      judgeHeaders(path, path === '/' ? home : staff, site === backend ? null : backend),
    ),
    'finding' in unknown
      ? unknown.finding
      : verdict(
          'Unknown addresses',
          unknown.status === 404,
          `An unknown address answers with ${unknown.status}`,
          'The host must serve 404.html with status 404, and no page for every address',
        ),
    'finding' in report
      ? report.finding
      : verdict(
          'The build',
          report.status === 200,
          `/build.json answers with ${report.status}`,
          LINES.build,
        ),
  ];
}

function isLocalAddress(address: string) {
  return ['localhost', '127.0.0.1'].includes(new URL(address).hostname);
}

function judgeHeaders(path: string, answer: Answer, backend: string | null): Finding {
  const name = `Headers of ${path}`;
  if ('finding' in answer) return { ...answer.finding, name };
  const problems: string[] = [];
  for (const [header, value] of Object.entries(expectedHeaders(path))) {
    const found = answer.headers.get(header);
    if (found === null) problems.push(`${header} is missing`);
    else if (header === 'Content-Security-Policy') problems.push(...policyProblems(found, backend));
    else if (found !== value) problems.push(`${header} is '${found}' instead of '${value}'`);
  }
  return verdict(
    name,
    problems.length === 0,
    problems.length === 0 ? 'As the build wrote them' : problems.join('; '),
    'Serve the headers of dist/_headers (nginx, Caddy: translate them)',
  );
}

function policyProblems(policy: string, backend: string | null): string[] {
  const directive = (name: string) =>
    policy.split(';').find((part) => part.trim().startsWith(`${name} `)) ?? '';
  return [
    /'unsafe-inline'|'unsafe-eval'|\*/.test(directive('script-src')) &&
      'the policy allows foreign scripts',
    !directive('script-src') && 'the policy does not limit scripts',
    !policy.includes("frame-ancestors 'none'") && 'the policy allows frames',
    backend !== null &&
      !directive('connect-src').includes(backend) &&
      `the policy does not allow calls to ${backend}`,
  ].filter((problem) => problem !== false);
}

async function examineAuth({ backend, publishableKey }: Place): Promise<Finding[]> {
  const answer = await ask('Sign-in', `${backend}/auth/v1/settings`, { key: publishableKey });
  if ('finding' in answer) return [answer.finding];
  if (answer.status !== 200) {
    return [
      verdict(
        'Sign-in',
        false,
        `Auth answers with ${answer.status}`,
        answer.status === 401
          ? 'Take the publishable key of Project settings → API keys'
          : 'See in the dashboard whether the project is paused',
      ),
    ];
  }
  const settings = asObject(answer.body);
  return [
    verdict(
      'Keys',
      publishableKey.startsWith('sb_publishable_'),
      publishableKey.startsWith('sb_publishable_') ? 'A publishable key' : 'A legacy key',
      'Create publishable and secret keys under Project settings → API keys; legacy keys end in 2026',
    ),
    verdict(
      'Confirmation of addresses',
      settings.mailer_autoconfirm === false,
      settings.mailer_autoconfirm === false
        ? 'A sign-up must open a mailed link'
        : 'Who signs up with the address of a member is a member',
      LINES.config,
    ),
    verdict(
      'Sign-up',
      settings.disable_signup === false,
      settings.disable_signup === false ? 'Open, as staff need it' : 'Members cannot sign up',
      LINES.config,
    ),
  ];
}

/** Auth must ask for a captcha exactly where the forms of the site send one; asked by a sign-in without it. */
async function examineCaptcha({ site, backend, publishableKey }: Place): Promise<Finding[]> {
  const name = 'Captcha';
  const [page, signIn] = await Promise.all([
    ask(name, `${site}/admin`),
    ask(name, `${backend}/auth/v1/token?grant_type=password`, {
      method: 'POST',
      key: publishableKey,
      body: { email: `doctor-${randomUUID()}@example.invalid`, password: 'x' },
    }),
  ]);
  if ('finding' in page) return [page.finding];
  if ('finding' in signIn) return [signIn.finding];
  const isAsked = asObject(signIn.body).error_code === 'captcha_failed';
  const policy = page.headers.get('Content-Security-Policy') ?? '';
  const isSent = policy.includes(TURNSTILE_ORIGIN);
  if (isAsked && isSent) {
    return [verdict(name, true, 'Auth asks for it, and the forms send it')];
  }
  if (isAsked) {
    const message = 'Auth refuses every sign-in, because the forms send no captcha token';
    const advice = `VITE_TURNSTILE_SITE_KEY=… ${LINES.build} (docs/deployment.md#7-captcha)`;
    return [verdict(name, false, message, advice)];
  }
  const isLocal = isLocalAddress(site);
  return [
    verdict(
      name,
      isLocal && !isSent,
      isSent ? 'The forms send a token that Auth does not check' : 'Auth does not ask for one',
      'Authentication → Attack Protection: Turnstile (docs/deployment.md#7-captcha)',
    ),
  ];
}

/** The settings of Auth that only an account of the project may read, by Supabase's Management API. */
async function examineSettings({ site, backend, accessToken }: Place): Promise<Finding[]> {
  const ref = new URL(backend).hostname.split('.')[0];
  const url = `https://api.supabase.com/v1/projects/${ref}/config/auth`;
  const answer = await ask('Settings of Auth', url, {
    headers: { authorization: `Bearer ${accessToken}` },
  });
  if ('finding' in answer) return [answer.finding];
  if (answer.status !== 200) {
    const message = `The Management API answers with ${answer.status}`;
    const advice = 'Take a token of https://supabase.com/dashboard/account/tokens';
    return [verdict('Settings of Auth', false, message, advice)];
  }
  const settings = asObject(answer.body);
  const isOn = (name: string) => settings[name] === true;
  const unlike = readAuthMails().filter(
    ({ key, subject, html, kind }) =>
      settings[`mailer_subjects_${key}`] !== subject ||
      String(settings[`mailer_templates_${key}_content`]).trim() !== html.trim() ||
      (kind.startsWith('notification.') &&
        !isOn(`mailer_notifications_${kind.split('.')[1]}_enabled`)),
  );
  const rules: [name: string, isGood: boolean, wrong: string, advice: string][] = [
    [
      'Mail server of Auth',
      Boolean(settings.smtp_host),
      'Auth mails members of your organization only, a few an hour',
      'Authentication → Emails → SMTP settings (docs/deployment.md#2-mail-server-of-auth)',
    ],
    [
      'Mails of Auth',
      unlike.length === 0,
      `Not those of supabase/templates: ${unlike.map(({ kind }) => kind).join(', ')}`,
      LINES.config,
    ],
    [
      'Address of the site',
      String(settings.site_url).replace(/\/$/, '') === site,
      `Links in mails lead to ${String(settings.site_url)}`,
      LINES.config,
    ],
    [
      'Change of address',
      isOn('mailer_secure_email_change_enabled'),
      'One link is enough',
      LINES.config,
    ],
    [
      'Change of password',
      isOn('security_update_password_require_reauthentication'),
      'A session older than a day sets a new password without a mailed code',
      LINES.config,
    ],
    [
      'Current password',
      isOn('security_update_password_require_current_password'),
      'A session alone sets a new password',
      // `config push` leaves it out without a word.
      'Authentication → Sign In / Providers → Email: require the current password when updating',
    ],
    [
      'Authenticator apps',
      isOn('mfa_totp_enroll_enabled') && isOn('mfa_totp_verify_enabled'),
      'Owners cannot set one up, and can do nothing without',
      LINES.config,
    ],
  ];
  return rules.map(([name, isGood, wrong, advice]) =>
    verdict(name, isGood, isGood ? 'As config.toml says' : wrong, advice),
  );
}

async function examineData({ backend, publishableKey }: Place): Promise<Finding[]> {
  const read = (table: string) =>
    ask(`Table ${table}`, `${backend}/rest/v1/${table}?select=*&limit=1`, { key: publishableKey });
  const published = await read('case_studies');
  const findings = [
    'finding' in published
      ? published.finding
      : verdict(
          'What visitors read',
          published.status === 200,
          `case_studies answers with ${published.status}`,
          LINES.push,
        ),
  ];
  for (const table of PRIVATE_TABLES) {
    const answer = await read(table);
    if ('finding' in answer) findings.push(answer.finding);
    else {
      const isRefused = [401, 403].includes(answer.status);
      const message = isRefused ? 'Refused to visitors' : `Answers visitors with ${answer.status}`;
      findings.push(verdict(`Table ${table}`, isRefused, message, LINES.push));
    }
  }
  const picture = await ask(
    'Pictures',
    `${backend}/storage/v1/object/public/images/no-picture-${randomUUID()}`,
  );
  findings.push(
    'finding' in picture
      ? picture.finding
      : verdict(
          'Pictures',
          [400, 404].includes(picture.status),
          `A picture that does not exist answers with ${picture.status}`,
          LINES.push,
        ),
  );
  return findings;
}

async function examineFunctions({ site, backend, publishableKey }: Place): Promise<Finding[]> {
  return Promise.all(
    Object.keys(FUNCTIONS).map(async (name) => {
      const title = `Function ${name}`;
      const answer = await ask(title, `${backend}/functions/v1/${name}`, {
        method: 'OPTIONS',
        key: publishableKey,
        headers: { origin: site, 'access-control-request-method': 'POST' },
      });
      if ('finding' in answer) return answer.finding;
      if (answer.status >= 300) {
        return verdict(
          title,
          false,
          `Answers with ${answer.status}`,
          answer.status === 503 || answer.status === 500
            ? LINES.secrets
            : `npx supabase functions deploy ${name}`,
        );
      }
      const isMissed =
        site !== backend &&
        FROM_BROWSERS.includes(name) &&
        answer.headers.get('access-control-allow-origin') !== site;
      return verdict(
        title,
        !isMissed,
        isMissed ? `Refuses browsers of ${site}` : 'Runs',
        `npx supabase secrets set ALLOWED_ORIGINS=${site}`,
      );
    }),
  );
}

async function examineDatabase(place: Place): Promise<Finding[]> {
  const findings: Finding[] = [];
  const health = await callDatabase(place, 'site_health', siteHealthSchema);
  if ('finding' in health) return [health.finding];
  const { value } = health;
  const schema = readdirSync(`${root}supabase/migrations`).sort().at(-1)?.split('_')[0] ?? '';
  const add = (name: string, { isGood, message, advice }: Omit<Finding, 'name'>, line?: string) =>
    findings.push(verdict(name, isGood, message, line ?? advice));
  add('Migrations', judgeSchema(value, schema));
  add('Bucket of pictures', judgeBucket(value), LINES.push);
  const scheduler = judgeScheduler(value);
  add(
    'Scheduled jobs',
    scheduler,
    scheduler.advice === FUNCTION_FAILED ? FUNCTION_FAILED : LINES.jobs,
  );
  add(
    'Emails',
    judgeMails(value, async () => undefined),
    LINES.mail,
  );
  add('Emails of accounts', judgeAccountMails(value));
  add('An enquiry of the hourly check', judgeEnquiryCheck(value));
  add('Second factor of owners', judgeOwners(value, ''));
  add('Blocked content', judgeReports(value));
  const audit = await callDatabase(place, 'audit_security_policies', tableGuardSchema.array());
  if ('finding' in audit) return [...findings, audit.finding];
  const problems = audit.value.flatMap((guard) =>
    judgeTable(guard).problems.map((problem) => `${guard.table_name}: ${problem}`),
  );
  add('Policies', {
    isGood: problems.length === 0,
    message: problems.join(' ') || `All ${audit.value.length} tables are protected`,
    advice: LINES.push,
  });
  return findings;
}

function judgeScheduler(health: SiteHealth): Omit<Finding, 'name'> {
  if (!health.jobs) return { isGood: false, message: 'There is no scheduler (pg_cron)' };
  const known = health.jobs.map(({ name }) => name);
  // Those that call functions are missing where pg_net or the vault was enabled after the others.
  const missing = scheduledJobs().filter((name) => !known.includes(name));
  if (missing.length === 0) return judgeJobs(health);
  return { isGood: false, message: `Not scheduled: ${missing.join(', ')}` };
}

/** The names of the jobs that private.schedule_jobs creates. */
export function scheduledJobs(): string[] {
  const folder = `${root}supabase/migrations`;
  const statements = readdirSync(folder).map((file) => readFileSync(`${folder}/${file}`, 'utf8'));
  const names = statements.join('\n').matchAll(/cron\.schedule\(\s*'([a-z-]+)'/g);
  return [...new Set([...names].map(([, name = '']) => name))];
}

async function callDatabase<Value>(
  { backend, secretKey = '' }: Place,
  name: string,
  schema: z.ZodType<Value>,
): Promise<{ value: Value } | { finding: Finding }> {
  const title = `Database function ${name}`;
  const answer = await ask(title, `${backend}/rest/v1/rpc/${name}`, {
    method: 'POST',
    key: secretKey,
  });
  if ('finding' in answer) return answer;
  const parsed = schema.safeParse(answer.body);
  if (answer.status === 200 && parsed.success) return { value: parsed.data };
  const advice =
    answer.status === 401 ? 'Take the secret key of Project settings → API keys' : LINES.push;
  return { finding: verdict(title, false, `Answers with ${answer.status}`, advice) };
}

/** Sends what is due, as the scheduler does every minute. */
async function examineMails({ backend, secretKey = '' }: Place): Promise<Finding[]> {
  const name = 'Sending mails';
  const answer = await ask(name, `${backend}/functions/v1/send-contact-email/retry`, {
    method: 'POST',
    key: secretKey,
  });
  if ('finding' in answer) return [answer.finding];
  if (answer.status !== 200) {
    const message = `The function of mails answers the secret key with ${answer.status}`;
    const advice = answer.status === 401 ? LINES.jobs : LINES.secrets;
    return [verdict(name, false, message, advice)];
  }
  const { sent, failed } = asObject(asObject(answer.body).data);
  const message = `${String(sent)} mails were due and sent, ${String(failed)} failed`;
  return [verdict(name, failed === 0, message, LINES.mail)];
}

type Answer = { status: number; headers: Headers; body: unknown } | { finding: Finding };

/** @param key travels in `apikey` only: as a bearer token it would have to be a session */
async function ask(
  name: string,
  url: string,
  {
    method = 'GET',
    key,
    headers = {},
    body = {},
  }: { method?: string; key?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  try {
    const response = await fetch(url, {
      method,
      headers: {
        ...headers,
        ...(key !== undefined && { apikey: key }),
        ...(method === 'POST' && { 'content-type': 'application/json' }),
      },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const text = await response.text();
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    return {
      status: response.status,
      headers: response.headers,
      body: isJson ? JSON.parse(text) : text,
    };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const advice = 'Check the address, and in the dashboard whether the project is paused';
    return { finding: verdict(name, false, `${url} does not answer: ${reason}`, advice) };
  }
}

/** @param advice is kept only where something is wrong */
function verdict(name: string, isGood: boolean, message: string, advice?: string): Finding {
  return { name, isGood, message, ...(!isGood && advice !== undefined && { advice }) };
}

function asObject(value: unknown): Record<string, unknown> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
