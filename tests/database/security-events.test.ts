import { beforeAll, expect, test } from 'vitest';
import { anonymous, asService, backend, call, createAudiences, rpc } from '../support/backend';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const event = (fields: Record<string, unknown> = {}) => ({
  event_type: 'application_error',
  severity: 'low',
  description: 'Something small',
  metadata: {},
  user_id: null,
  ip_address: null,
  user_agent: 'test',
  ...fields,
});
const report = (who: Parameters<typeof call>[0], fields: Record<string, unknown> = {}) =>
  call(who, 'POST', '/rest/v1/security_events', event(fields), { prefer: 'return=minimal' });
const find = async (description: string) =>
  (
    await asService(
      'GET',
      `/rest/v1/security_events?description=eq.${encodeURIComponent(description)}`,
    )
  ).data;

const TYPES = [
  'failed_login',
  'suspicious_activity',
  'file_upload_security',
  'data_access',
  'authentication_success',
  'password_change',
  'account_lockout',
  'rate_limit_exceeded',
  'csrf_attempt',
  'application_error',
  'contact_submission_failed',
  'contact_submission_success',
  'contact_service_error',
];

test.for(TYPES)('DATA-23: %s is accepted', async (event_type) => {
  expect((await report(anonymous, { event_type })).status).toBe(201);
});

test.for(['low', 'medium', 'high', 'critical'])(
  'DATA-24: severity %s is accepted',
  async (severity) => {
    expect((await report(anonymous, { severity })).status).toBe(201);
  },
);

test.for([
  ['an unknown type', { event_type: 'party' }],
  ['an unknown severity', { severity: 'fatal' }],
  ['an empty description', { description: '' }],
  ['a description of 501 characters', { description: 'x'.repeat(501) }],
  ['metadata above 4 kB', { metadata: { text: 'x'.repeat(4100) } }],
  ['a user agent of 401 characters', { user_agent: 'x'.repeat(401) }],
  ['an address', { ip_address: '203.0.113.9' }],
] as const)('R-05, DATA-22, SEC-3: %s is refused', async ([, fields]) => {
  const before = (await asService('GET', '/rest/v1/security_events?select=id')).data.length;
  expect((await report(anonymous, fields)).status).toBeGreaterThanOrEqual(400);
  expect((await asService('GET', '/rest/v1/security_events?select=id')).data).toHaveLength(before);
});

test('R-05: user, time and origin are set by the database', async () => {
  await report(people.nonMember, { description: 'Forged', user_id: people.owner.userId });
  expect(await find('Forged')).toMatchObject([
    { user_id: people.nonMember.userId, origin: 'browser', ip_address: null },
  ]);
  await report(anonymous, { description: 'Nobody', user_id: people.owner.userId });
  expect(await find('Nobody')).toMatchObject([{ user_id: null, origin: 'browser' }]);
});

test.for(['anonymous', 'nonMember', 'owner'] as const)(
  'R-05: %s cannot claim the origin or the time',
  async (who) => {
    expect((await report(people[who], { origin: 'server' })).data).toMatchObject({ code: '42501' });
    expect((await report(people[who], { created_at: '2001-01-01' })).data).toMatchObject({
      code: '42501',
    });
  },
);

test('R-05: functions write as the server', async () => {
  await asService('POST', '/rest/v1/security_events', event({ description: 'From a function' }));
  expect(await find('From a function')).toMatchObject([{ origin: 'server' }]);
});

test('a failed sign-in that Auth has reported is not listed a second time for the browser', async () => {
  const failed = (description: string) => ({
    event_type: 'failed_login',
    severity: 'medium',
    description,
  });
  // The test of another file may have reported one for Auth a moment ago.
  await backend.sql.exec(`delete from public.security_events where event_type = 'failed_login'`);
  await report(anonymous, failed('Without the hook of Auth'));
  expect(await find('Without the hook of Auth')).toHaveLength(1);
  await asService('POST', '/rest/v1/security_events', event(failed('By Auth')));
  expect((await report(anonymous, failed('By the browser'))).status).toBe(201);
  expect(await find('By the browser')).toEqual([]);
  // A wrong code of the second factor, which Auth does not report: the account is known.
  await report(people.editor, failed('A wrong code'));
  expect(await find('A wrong code')).toHaveLength(1);
});

test('PERM-17, R-46, R-55: owners read all events, editors their own', async () => {
  for (const who of ['owner', 'editor', 'nonMember', 'anonymous'] as const) {
    await report(people[who], { description: 'Whose?' });
  }
  const read = (who: Parameters<typeof call>[0]) =>
    call(who, 'GET', '/rest/v1/security_events?select=user_id&description=eq.Whose?');
  expect((await read(people.owner)).data).toHaveLength(4);
  expect((await read(people.editor)).data).toEqual([{ user_id: people.editor.userId }]);
  expect((await read(people.nonMember)).data).toEqual([]);
  expect((await read(anonymous)).data).toMatchObject({ code: '42501' });
});

test('R-05: a flood stores at most the limit of a minute, without errors', async () => {
  // The limit counts calendar minutes: the flood is in two at most.
  const replies = await Promise.all(
    Array.from({ length: 500 }, () => report(anonymous, { description: 'Flood' })),
  );
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  const kept = (await find('Flood')).length;
  expect(kept).toBeGreaterThan(0);
  expect(kept).toBeLessThanOrEqual(480);
  // Other events are still stored.
  await report(people.editor, { description: 'Heard all the same' });
  expect(await find('Heard all the same')).toHaveLength(1);
});

test('one request stores at most 20 events: it cannot use up the limit of all visitors', async () => {
  const list = Array.from({ length: 260 }, () =>
    event({ severity: 'medium', description: 'One list' }),
  );
  const reply = await call(anonymous, 'POST', '/rest/v1/security_events', list, {
    prefer: 'return=minimal',
  });
  expect(reply.status).toBe(201);
  expect((await find('One list')).length).toBeLessThanOrEqual(20);
  await report(anonymous, { severity: 'medium', description: 'From another visitor' });
  expect(await find('From another visitor')).toHaveLength(1);
});

test('the limit of visitors for one severity does not affect other severities, accounts or functions', async () => {
  await Promise.all(
    Array.from({ length: 150 }, () => report(anonymous, { description: 'Noise of visitors' })),
  );
  await report(anonymous, { severity: 'high', description: 'Grave, from a visitor' });
  await report(people.nonMember, { description: 'Small, from an account' });
  await asService('POST', '/rest/v1/security_events', event({ description: 'From the server' }));
  for (const kept of ['Grave, from a visitor', 'Small, from an account', 'From the server']) {
    expect(await find(kept), kept).toHaveLength(1);
  }
});

test.for([
  ['anonymous', 'high', { unverified: true }],
  ['nonMember', 'high', { unverified: true }],
  ['editor', 'critical', {}],
  ['owner', 'critical', {}],
] as const)(
  'R-54, DATA-24: a critical event of a browser is kept as such from members only: %s',
  async ([who, severity, metadata]) => {
    const description = `Critical, says ${who}`;
    expect((await report(people[who], { severity: 'critical', description })).status).toBe(201);
    const [kept] = await find(description);
    expect(kept).toMatchObject({ severity, origin: 'browser' });
    expect(kept?.metadata).toEqual(metadata);
  },
);

test('R-05: one caller cannot make functions log without limit', async () => {
  const replies = await Promise.all(
    Array.from({ length: 80 }, () =>
      asService(
        'POST',
        '/rest/v1/security_events',
        event({ description: 'Refused again', user_id: people.nonMember.userId }),
      ),
    ),
  );
  expect(new Set(replies.map((reply) => reply.status))).toEqual(new Set([201]));
  expect((await find('Refused again')).length).toBeLessThanOrEqual(60);
});

test('SEC-8: audit_security_policies lists every table with its protection, for staff only', async () => {
  const rows = (await rpc(people.editor, 'audit_security_policies')).data;
  expect(rows.map((row: { table_name: string }) => row.table_name)).toEqual([
    'public.audit_events',
    'public.blog_authors',
    'public.blog_categories',
    'public.blog_post_tags',
    'public.blog_posts',
    'public.blog_tags',
    'public.case_studies',
    'public.case_study_gallery',
    'public.case_study_metrics',
    'public.deleted_documents',
    'public.document_revisions',
    'public.enquiries',
    'public.enquiry_files',
    'public.enquiry_messages',
    'public.enquiry_notes',
    'public.image_records',
    'public.newsletter_subscribers',
    'public.page_texts',
    'public.public_addresses',
    'public.redirects',
    'public.security_events',
    'public.services',
    'public.sign_off_approvals',
    'public.sign_off_comments',
    'public.sign_off_demands',
    'public.sign_off_requests',
    'public.staff_members',
    'public.staff_profiles',
    'public.staff_requests',
    'public.working_copies',
    'storage.objects',
  ]);
  for (const row of rows) {
    expect(row.rls_enabled, row.table_name).toBe(true);
    expect(row.policies.length, row.table_name).toBeGreaterThan(0);
  }
  const events = rows.find(
    (row: { table_name: string }) => row.table_name === 'public.security_events',
  );
  expect(events.grants).toMatchObject({ anon: ['INSERT'], authenticated: ['INSERT', 'SELECT'] });
  const studies = rows.find(
    (row: { table_name: string }) => row.table_name === 'public.case_studies',
  );
  expect(studies.grants.anon).toEqual(['SELECT']);
  expect(studies.policies.map((policy: { command: string }) => policy.command).sort()).toEqual([
    'delete',
    'insert',
    'select',
    'select',
    'update',
  ]);
  for (const who of ['anonymous', 'nonMember'] as const) {
    expect((await rpc(people[who], 'audit_security_policies')).data).toMatchObject({
      code: '42501',
    });
  }
});
