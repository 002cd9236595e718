import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router-dom';
import { expect, test, vi } from 'vitest';
import {
  fakeSupabase,
  freshImport,
  json,
  PERSON,
  signedInAs,
  type FakeRoutes,
} from '../../support/fake-supabase';

const ENQUIRIES = 'GET /rest/v1/enquiries';
const HELD = 'GET /rest/v1/enquiries?select=id%2Cname%2Csubject%2Cmessage%2Ccreated_at';
const health = {
  ...{ schema_version: null, failed_mails: [], csp_reports: [], owners_without_factor: [] },
  bucket: null,
};
const enquiry = {
  ...{ id: 'c1', name: 'Ada', subject: 'A shop', message: 'Words', status: 'new' },
  ...{ assigned_to: null, answer_by: '2026-11-21T10:00:00+00:00' },
  created_at: '2026-11-20T10:00:00+00:00',
};

const scheduled = {
  published_at: '2027-01-05T08:00:00+00:00',
  public_from: '2027-01-05T08:00:00+00:00',
};

async function open(role: 'owner' | 'editor', routes: FakeRoutes = {}) {
  const backend = fakeSupabase({
    ...signedInAs(role),
    'GET /rest/v1/case_studies': () => json([]),
    'GET /rest/v1/blog_posts': () => json([]),
    'POST /rest/v1/rpc/site_health': () => json(health),
    'POST /rest/v1/rpc/audit_security_policies': () => json([]),
    'POST /rest/v1/rpc/list_image_usage': () => json([]),
    'POST /storage/v1/object/list*': () => json([]),
    'GET /rest/v1/image_records': () => json([]),
    'GET /build.json': () => json(null, 404),
    [HELD]: () => json([]),
    ...routes,
  });
  const { TodayPage } = await freshImport(() => import('@/pages/admin/today-page'));
  const { RequireSession } = await import('@/features/session/require-session');
  const { createQueryClient } = await import('@/app/query-client');
  render(
    <QueryClientProvider client={createQueryClient()}>
      <MemoryRouter>
        <RequireSession>
          <TodayPage />
        </RequireSession>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return backend;
}

const part = async (name: RegExp) => {
  const section = (await screen.findByRole('heading', { name, level: 2 })).closest('section');
  if (!section) throw new Error(`no part ${name}`);
  return within(section);
};

test('each sort of waiting work has its rows, its number and its empty text', async () => {
  await open('owner', {
    [ENQUIRIES]: () =>
      json([enquiry, { ...enquiry, id: 'c2', name: 'Ben', assigned_to: PERSON.email }]),
    'GET /rest/v1/blog_posts?select=id%2Ctitle%2Cpublished_at%2Cpublic_from': () =>
      json([{ id: 'p1', title: 'Winter', ...scheduled }]),
    'GET /rest/v1/staff_requests': () =>
      json([
        {
          id: 'r1',
          email: 'noor@elsewhere.example',
          note: null,
          created_at: '2026-11-19T08:00:00Z',
        },
      ]),
  });
  const enquiries = await part(/^Enquiries to answer/);
  const rows = await enquiries.findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^Ben NewA shop.*Answer was due/),
    expect.stringMatching(/^Ada NewA shop.*Answer was due/),
  ]);
  const heading = screen.getByRole('heading', { name: 'Enquiries to answer 2' });
  expect(heading.textContent).toBe('Enquiries to answer 2');
  expect(await (await part(/^Scheduled/)).findByText('Winter')).toBeVisible();
  expect(await (await part(/^Access/)).findByText('noor@elsewhere.example')).toBeVisible();
  expect(
    await (
      await part(/^Nothing waits here/)
    ).findByText('There is no draft, and no change waits to be published.'),
  ).toBeVisible();
  expect(
    await (await part(/^Failing/)).findByRole('link', { name: /^Limits of the picture store/ }),
  ).toHaveAttribute('href', '/admin/health');
  // What fails for one reason is one row.
  expect(
    (await part(/^Failing/)).getByRole('link', {
      name: /^Privacy Policy, Terms of Service, and Cookie Policy\s*A template/,
    }),
  ).toBeVisible();
});

test('what is scheduled and waits for an approval stays in the list, with the reason', async () => {
  const backend = await open('editor', {
    [ENQUIRIES]: () => json([]),
    'GET /rest/v1/case_studies?select=id%2Ctitle%2Cpublished_at%2Cpublic_from': () =>
      json([
        { id: 's1', title: 'Larder', ...scheduled, public_from: null },
        { id: 's2', title: 'Lanterns', ...scheduled },
      ]),
  });
  const rows = await (await part(/^Scheduled/)).findAllByRole('listitem');
  expect(rows.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^LarderCase study, waits for the approval of the client/),
    expect.stringMatching(/^LanternsCase studyJan/),
  ]);
  const asked = backend.requests.find(({ url }) => url.searchParams.has('or'));
  expect(asked?.url.searchParams.get('or')).toBe('(public_from.gt.now,public_from.is.null)');
  expect(asked?.url.searchParams.get('status')).toBe('eq.published');
});

test('an editor has no access requests, and one failing list leaves the others', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const backend = await open('editor', {
    [ENQUIRIES]: () => json({ message: 'no' }, 403),
    'GET /rest/v1/case_studies': () =>
      json([
        {
          ...{ id: 's1', title: 'Larder', updated_by: PERSON.id },
          updated_at: '2026-11-20T10:00:00+00:00',
        },
      ]),
  });
  expect(await (await part(/^Enquiries to answer/)).findByRole('alert')).toHaveTextContent(
    'Failed to load the enquiries to answer',
  );
  expect(
    await (await part(/^Not published/)).findByRole('link', { name: /^Larder/ }),
  ).toHaveAttribute('href', '/admin/case-studies/edit/s1');
  expect(screen.queryByRole('heading', { name: /^Access/ })).toBeNull();
  expect(backend.requestsTo('GET /rest/v1/staff_requests')).toEqual([]);
});

test('changes with a time are scheduled, and those that could not be published come first', async () => {
  const saved = { saved_by: null, saved_at: '2026-11-01T10:00:00+00:00' };
  await open('editor', {
    [ENQUIRIES]: () => json([]),
    'GET /rest/v1/case_studies?select=id%2Ctitle%2Cupdated_by%2Cupdated_at': () =>
      json([{ id: 's1', title: 'Draft', updated_by: null, updated_at: '2026-11-20T10:00:00Z' }]),
    'GET /rest/v1/working_copies': ({ url }) =>
      json(
        url.searchParams.get('publish_at') === 'is.null'
          ? [
              {
                ...{ document_id: 's2', kind: 'case-study', title: 'Refused', ...saved },
                publish_failure: 'Another page has its address by now',
              },
              {
                ...{ document_id: 't1', kind: 'page-texts', title: 'not-found', ...saved },
                publish_failure: null,
              },
            ]
          : [
              {
                ...{ document_id: 'p1', kind: 'post', title: 'Embargo' },
                publish_at: '2098-12-03T08:00:00+00:00',
              },
            ],
      ),
  });
  const unpublished = await (await part(/^Not published yet/)).findAllByRole('listitem');
  expect(unpublished.map((row) => row.textContent)).toEqual([
    expect.stringMatching(
      /^RefusedCould not be published: Another page has its address by nowChanges of a published case study/,
    ),
    expect.stringMatching(/^DraftDraft of a case study/),
    expect.stringMatching(/^Page not foundChanges of a published page/),
  ]);
  expect(screen.getByRole('link', { name: /^Page not found/ })).toHaveAttribute(
    'href',
    '/admin/site/edit/t1',
  );
  const scheduled = await (await part(/^Scheduled/)).findAllByRole('listitem');
  expect(scheduled.map((row) => row.textContent)).toEqual([
    expect.stringMatching(/^EmbargoChanges of a published postDec 3, \d\d:00$/),
  ]);
});

const heldBack = { ...enquiry, id: 'h1', name: 'Goran' };

test('an enquiry whose hidden field was filled in is held back here, and one press takes it', async () => {
  let rows = [heldBack];
  const backend = await open('editor', {
    [ENQUIRIES]: () => json([]),
    [HELD]: () => json(rows),
    'PATCH /rest/v1/enquiries': () => {
      rows = [];
      return json([{ id: 'h1' }]);
    },
    'POST /rest/v1/rpc/retry_mails': () => json(null, 204),
    'GET /functions/v1/send-contact-email/ticket': () => json({ data: { ticket: 't' } }),
  });
  const held = await part(/^Enquiries held back/);
  expect(await held.findByRole('listitem')).toHaveTextContent(/Goran Held back/);
  await userEvent.click(held.getByRole('button', { name: 'Take it' }));
  expect(await screen.findByText('No enquiry is held back.')).toBeVisible();
  await waitFor(() =>
    expect(backend.requestsTo('POST /rest/v1/rpc/retry_mails')[0]?.body).toEqual({ about: 'h1' }),
  );
  expect(backend.requestsTo('PATCH /rest/v1/enquiries').map(({ body }) => body)).toEqual([
    { is_quarantined: false },
  ]);
  // Without a ticket of the form, it was a program.
  const asked = backend.requestsTo(HELD)[0]?.url.searchParams;
  expect(asked?.getAll('quarantine_reasons')).toEqual([
    'cs.{honeypot}',
    'cd.{honeypot,expired-ticket,over-limit}',
  ]);
});

test('one press deletes an enquiry held back, and a refusal is shown beside it', async () => {
  let status = 403;
  const backend = await open('editor', {
    [ENQUIRIES]: () => json([]),
    [HELD]: () => json(status === 403 ? [heldBack] : []),
    'PATCH /rest/v1/enquiries': () =>
      status === 403 ? json({ message: 'no' }, 403) : json([{ id: 'h1' }]),
  });
  const held = await part(/^Enquiries held back/);
  await userEvent.click(await held.findByRole('button', { name: 'Delete' }));
  expect(await held.findByRole('alert')).toHaveTextContent('Failed to delete this enquiry');
  status = 200;
  await userEvent.click(held.getByRole('button', { name: 'Delete' }));
  expect(await screen.findByText('No enquiry is held back.')).toBeVisible();
  expect(backend.requestsTo('PATCH /rest/v1/enquiries').at(-1)?.body).toEqual({
    deleted_at: expect.any(String),
  });
});
