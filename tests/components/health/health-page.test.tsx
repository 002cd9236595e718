import 'fake-indexeddb/auto';
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { DeployState } from '@contracts/deploys';
import { UPLOAD_IMAGE_TYPES, UPLOAD_MAX_BYTES } from '@contracts/upload';
import { cookiePolicy } from '@/content/legal-cookie';
import { privacyPolicy } from '@/content/legal-privacy';
import { termsOfService } from '@/content/legal-terms';
import {
  fakeSupabase,
  freshImport,
  held,
  json,
  networkFailure,
  noContent,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const POSTS = 'GET /functions/v1/blog/posts';
const PROJECTS = 'GET /functions/v1/projects';
const TEST_MAIL = 'POST /functions/v1/send-contact-email/test';

const legalReviews = Object.entries({
  privacy: privacyPolicy,
  terms: termsOfService,
  cookie: cookiePolicy,
}).map(([document, { updated }]) => ({ document, updated }));

const healthy: FakeRoutes = {
  'GET /rest/v1/case_studies': () => json([]),
  'GET /storage/v1/object/public/images/health-check': () => json({ error: 'not_found' }, 400),
  'OPTIONS /functions/v1/*': noContent,
  [POSTS]: () => json({ data: [] }),
  [PROJECTS]: () => json({ data: [] }),
  'POST /rest/v1/rpc/audit_security_policies': () =>
    json([{ table_name: 'public.case_studies', rls_enabled: true, policies: [], grants: {} }]),
  'POST /rest/v1/rpc/site_health': () =>
    json({
      schema_version: __BUILD__.schema,
      failed_mails: [],
      bucket: {
        public: true,
        file_size_limit: UPLOAD_MAX_BYTES,
        allowed_mime_types: Object.keys(UPLOAD_IMAGE_TYPES),
      },
      csp_reports: [],
      owners_without_factor: [],
      legal_reviews: legalReviews,
    }),
  'POST /storage/v1/object/list*': () => json([]),
  'GET /rest/v1/image_records': () => json([]),
  'GET /build.json': () => json({ builtAt: '2026-11-23T10:00:00.000Z', count: 0, leftOut: [] }),
  'POST /rest/v1/rpc/list_image_usage': () => json([]),
};

async function openPage(role: 'owner' | 'editor', routes: FakeRoutes = {}) {
  const backend = fakeSupabase({ ...signedInAs(role), ...healthy, ...routes });
  const { HealthPage, loadSession } = await freshImport(async () => ({
    ...(await import('@/pages/admin/health-page')),
    loadSession: (await import('@/features/session/session-store')).recheckSession,
  }));
  const { createQueryClient } = await import('@/app/query-client');
  await loadSession();
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter initialEntries={['/admin/health']}>
        <HealthPage />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { backend, user: userEvent.setup() };
}

async function line(group: string, name: string) {
  const list = await screen.findByRole('list', { name: group });
  const heading = within(list).getByRole('heading', { name });
  const item = heading.closest('li');
  if (!item) throw new Error(`${name} stands in no line`);
  return item;
}

const { leftToDo } = vi.hoisted(() => ({
  leftToDo: [] as { name: string; message: string; advice: string }[],
}));
vi.mock('@brand/left-to-do', () => ({ leftToDo }));

test('what npm run adopt has left to do is listed until its entry is deleted', async () => {
  onTestFinished(() => void leftToDo.splice(0));
  leftToDo.push({ name: 'Portraits', message: 'Heads are drawn', advice: 'Replace them.' });
  await openPage('editor');
  const portraits = await line('Your own site', 'Portraits');
  await within(portraits).findByText('Needs attention');
  expect(portraits).toHaveTextContent(
    /Heads are drawn.*Replace them. Then delete its entry in brand\/left-to-do.ts./,
  );
});

test('every part shows a text that it works', async () => {
  await openPage('editor');
  expect(await screen.findByText(/^All \d+ checks are good\.$/)).toBeInTheDocument();
  const items = screen.getAllByRole('listitem');
  for (const item of items) expect(item).toHaveTextContent(/Good$/);
  expect(await line('Version', 'Database')).toHaveTextContent(__BUILD__.schema);
  expect(await line('Version', 'Builds after publishing')).toHaveTextContent('built by hand');
});

test('a part that hangs does not delay the others', async () => {
  const { handler, release } = held(noContent);
  await openPage('editor', { 'OPTIONS /functions/v1/newsletter': handler });
  await within(await line('Backend', 'REST interface of posts')).findByText('Good');
  expect(await line('Backend', 'Newsletter subscriptions')).toHaveTextContent('Checking');
  expect(screen.getByText(/^Checking \d+ things/)).toBeInTheDocument();
  release();
  await within(await line('Backend', 'Newsletter subscriptions')).findByText('Good');
});

test('with a dead backend the page is shown, each line with what to do', async () => {
  await openPage('editor', {
    ...Object.fromEntries(Object.keys(healthy).map((key) => [key, networkFailure])),
    'GET /auth/v1/health': networkFailure,
  });
  const signIn = await line('Backend', 'Sign-in');
  await within(signIn).findByText('Needs attention');
  expect(signIn).toHaveTextContent(/Out of reach.*Check your connection/);
  const policies = await line('Safety', 'Permissions');
  expect(await within(policies).findByText(/Could not be checked/)).toBeInTheDocument();
  expect(await line('This browser', 'Errors in this tab')).toHaveTextContent('Good');
});

test('a problem is named, with a link to it, and can be checked again', async () => {
  const { backend, user } = await openPage('editor', {
    'POST /rest/v1/rpc/site_health': () =>
      json({
        schema_version: '20200101000000',
        failed_mails: [{ kind: 'enquiry-arrived', error: 'Refused', mails: 2 }],
        bucket: null,
        csp_reports: [],
        legal_reviews: legalReviews,
      }),
    [POSTS]: () => new Response(null, { status: 503 }),
  });
  const mails = await line('Content and mail', 'Emails');
  await within(mails).findByText('2 emails have failed. 2 × enquiry arrived: Refused');
  expect(await line('Version', 'Database')).toHaveTextContent('npx supabase db push');
  const blog = await line('Backend', 'REST interface of posts');
  await within(blog).findByText('Needs attention');
  const asked = backend.requestsTo(POSTS).length;
  backend.on({ [POSTS]: noContent });
  await user.click(
    within(blog).getByRole('button', { name: 'Check again REST interface of posts' }),
  );
  await within(blog).findByText('Good');
  expect(backend.requestsTo(POSTS)).toHaveLength(asked + 1);
  expect(
    await screen.findByText(/^4 of \d+ need attention\.$|^3 of \d+ need attention\.$/),
  ).toBeInTheDocument();
});

test('R-60, PROJAPI-9: a refusing interface shows its own message, otherwise its status', async () => {
  await openPage('editor', {
    [PROJECTS]: () => json({ error: { code: 'busy', message: 'Too many requests' } }, 429),
    [POSTS]: () => new Response('gone', { status: 502, statusText: 'Bad Gateway' }),
  });
  const projects = await line('Backend', 'REST interface of studies');
  expect(await within(projects).findByText(/^Too many requests, after/)).toBeVisible();
  const posts = await line('Backend', 'REST interface of posts');
  expect(await within(posts).findByText(/^API Error: 502 Bad Gateway, after/)).toBeVisible();
});

test('staff have failed emails sent again', async () => {
  const answer = { schema_version: __BUILD__.schema, bucket: null, csp_reports: [] };
  const failed = [{ kind: 'security-notice', error: 'Refused', mails: 1 }];
  const { backend, user } = await openPage('editor', {
    'POST /rest/v1/rpc/site_health': () => json({ ...answer, failed_mails: failed }),
    'POST /rest/v1/rpc/retry_mails': () => {
      failed.pop();
      return noContent();
    },
    'GET /functions/v1/send-contact-email/ticket': () => json({}),
  });
  const mails = await line('Content and mail', 'Emails');
  await within(mails).findByText('1 email has failed. 1 × security notice: Refused');
  await user.click(within(mails).getByRole('button', { name: /^Try again/ }));
  await within(mails).findByText('Every email that was due is sent');
  expect(backend.requestsTo('POST /rest/v1/rpc/retry_mails').map(({ body }) => body)).toEqual([{}]);
  expect(backend.requestsTo('GET /functions/v1/send-contact-email/ticket')).toHaveLength(1);
});

test('staff see frequent policy reports and what to do', async () => {
  await openPage('editor', {
    'POST /rest/v1/rpc/site_health': () =>
      json({
        schema_version: __BUILD__.schema,
        failed_mails: [],
        bucket: null,
        csp_reports: [
          { directive: 'script-src-elem', blocked: 'inline', path: '/contact', reports: 31 },
        ],
      }),
  });
  const blocked = await line('Safety', 'Blocked content');
  await within(blocked).findByText('Needs attention');
  expect(blocked).toHaveTextContent('inline (script-src-elem) on /contact, 31 times');
  expect(blocked).toHaveTextContent('Reports can be invented');
});

test('owners see which owners have no second factor; editors do not', async () => {
  const answer = {
    schema_version: __BUILD__.schema,
    failed_mails: [],
    bucket: null,
    csp_reports: [],
    owners_without_factor: ['bea@example.com'],
  };
  await openPage('owner', { 'POST /rest/v1/rpc/site_health': () => json(answer) });
  const owners = await line('Safety', 'Second factor');
  await within(owners).findByText('bea@example.com: no second factor yet');
  expect(within(owners).getByRole('link', { name: 'Open People' })).toHaveAttribute(
    'href',
    '/admin/people',
  );
  cleanup();
  await openPage('editor', {
    'POST /rest/v1/rpc/site_health': () => json({ ...answer, owners_without_factor: null }),
  });
  await line('Safety', 'Limits of the picture store');
  expect(screen.queryByRole('heading', { name: 'Second factor' })).toBeNull();
});

test('an owner confirms that counsel has reviewed a text; editors cannot', async () => {
  const answer = {
    schema_version: __BUILD__.schema,
    failed_mails: [],
    bucket: null,
    csp_reports: [],
    owners_without_factor: [],
    // Of the terms an older version.
    legal_reviews: legalReviews.map(({ document, updated }) =>
      document === 'terms' ? { document, updated: '2020-01-01' } : { document, updated },
    ),
  };
  await openPage('editor', { 'POST /rest/v1/rpc/site_health': () => json(answer) });
  const seen = await line('Legal texts', 'Terms of Service');
  await within(seen).findByText('A template, to be reviewed by counsel');
  expect(within(seen).queryByRole('button', { name: /reviewed/ })).toBeNull();
  expect(await line('Legal texts', 'Cookie Policy')).toHaveTextContent('reviewed by counsel');
  cleanup();

  const { backend, user } = await openPage('owner', {
    'POST /rest/v1/rpc/site_health': () => json(answer),
    'POST /rest/v1/rpc/confirm_legal_review': noContent,
  });
  const terms = await line('Legal texts', 'Terms of Service');
  const button = await within(terms).findByRole('button', {
    name: 'Mark as reviewed Terms of Service',
  });
  backend.on({
    'POST /rest/v1/rpc/site_health': () => json({ ...answer, legal_reviews: legalReviews }),
  });
  // Groups with a failing check come first, and so does the check in its group.
  const groups = screen.getAllByRole('heading', { level: 2 }).map((group) => group.textContent);
  expect(groups.slice(0, 3)).toEqual(['Safety', 'Legal texts', 'Backend']);
  const names = within(screen.getByRole('list', { name: 'Legal texts' }))
    .getAllByRole('heading')
    .map(({ textContent }) => textContent);
  expect(names[0]).toBe('Terms of Service');
  await user.click(button);
  expect(await within(terms).findByText('Good')).toBeVisible();
  await vi.waitFor(() => expect(terms).toHaveFocus());
  expect(
    backend.requestsTo('POST /rest/v1/rpc/confirm_legal_review').map(({ body }) => body),
  ).toEqual([{ document: 'terms', updated: termsOfService.updated }]);
});

test('owners can send a test mail to themselves', async () => {
  const { user } = await openPage('owner', {
    [TEST_MAIL]: () => json({ data: { address: 'ada@example.com' }, error: null }),
  });
  await user.click(await screen.findByRole('button', { name: 'Send me a test email' }));
  expect(await screen.findByText(/accepted an email to ada@example\.com/)).toBeInTheDocument();
});

test('a failed test mail shows the reason', async () => {
  const { user } = await openPage('owner', {
    [TEST_MAIL]: () =>
      json(
        { data: null, error: { code: 'not_sent', message: 'The mail server refused (EAUTH)' } },
        502,
      ),
  });
  await user.click(await screen.findByRole('button', { name: 'Send me a test email' }));
  expect(await screen.findByText('The mail server refused (EAUTH)')).toBeInTheDocument();
});

test('an editor sees no test mail', async () => {
  await openPage('editor');
  await screen.findByText(/checks are good/);
  expect(screen.queryByRole('button', { name: 'Send me a test email' })).not.toBeInTheDocument();
});

test('documents left out by the build are listed with the reason', async () => {
  await openPage('editor', {
    'GET /build.json': () =>
      json({
        builtAt: '2026-11-23T10:00:00.000Z',
        count: 4,
        leftOut: [
          { what: '/blog/one', why: 'the page could not be rendered: no answer' },
          { what: '/feed.xml', why: 'the redirect is left out: the site has a file' },
          { what: '/social/a.jpg', why: 'the card is rendered without its picture' },
          { what: '/blog/four', why: 'the post is not in the feeds' },
        ],
      }),
  });
  const content = await line('Version', 'Content of the build');
  await within(content).findByText('Needs attention');
  expect(content).toHaveTextContent(
    /4 items were left out\. \/blog\/one: the page could not be rendered: no answer; .*And 1 more/,
  );
  expect(content).toHaveTextContent(/save it again/);
});

test('without a build nothing is listed as left out', async () => {
  await openPage('editor', {
    'GET /build.json': () =>
      new Response('<!doctype html>', { headers: { 'content-type': 'text/html' } }),
  });
  const content = await line('Version', 'Content of the build');
  await within(content).findByText('This site has no prerendered pages');
  expect(content).toHaveTextContent(/Good$/);
});

const DEPLOYS = 'GET /functions/v1/deploy-hook';
const withBuilder = (builder: DeployState['builder']): FakeRoutes => ({
  [DEPLOYS]: () =>
    json({
      data: {
        ...{ isConfigured: true, problem: null, minutes: 2, pending: 0, changedAt: null },
        ...{ lastCall: null, builder },
      },
    }),
});

test('the last builds of the builder are listed with what came of them', async () => {
  await openPage(
    'editor',
    withBuilder({
      builds: [
        {
          ...{ startedAt: '2026-11-24T10:05:00.000Z', endedAt: '2026-11-24T10:05:04.000Z' },
          ...{ outcome: 'failed', reason: 'No space left', changed: null },
        },
        {
          ...{ startedAt: '2026-11-24T10:00:00.000Z', endedAt: '2026-11-24T10:00:12.000Z' },
          ...{ outcome: 'published', reason: null, changed: 1 },
        },
      ],
    }),
  );
  const list = await screen.findByRole('list', { name: 'Last builds' });
  const [failed, published] = within(list).getAllByRole('listitem');
  expect(failed).toHaveTextContent(/4 s: No space left.*Failed/);
  expect(published).toHaveTextContent(/12 s, 1 file changed.*Published/);
});

test.for([
  ['The builder does not answer', null],
  [
    /A build has been running for \d+ minutes/,
    [
      {
        ...{ startedAt: '2026-11-24T10:00:00.000Z', endedAt: null, outcome: 'running' as const },
        ...{ reason: null, changed: null },
      },
    ],
  ],
] as const)('a builder in trouble is told: %s', async ([message, builds]) => {
  await openPage('editor', withBuilder({ builds: builds && [...builds] }));
  const checked = await line('Version', 'Builds after publishing');
  await within(checked).findByText(message);
  expect(checked).toHaveTextContent('whether npm run builder runs');
});
