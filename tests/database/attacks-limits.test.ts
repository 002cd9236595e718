import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { asService, call, createAudiences, rpc, signUp, type Caller } from '../support/backend';
import { mailboxOf } from '../../supabase/functions/_shared/recipient.ts';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const submit = (email: string) =>
  asService('POST', '/rest/v1/rpc/submit_enquiry', {
    sender: { hash: randomUUID() },
    ticket: randomUUID(),
    recipient: { mailbox: mailboxOf(email), domain: null },
    enquiry: {
      submission_id: randomUUID(),
      name: 'Ada Lovelace',
      email,
      message: `We would like a new website, ${randomUUID()}.`,
      wants_receipt: true,
    },
  });

test('R-13: tags, upper case and dots of one mailbox give no second receipt a day', async () => {
  const tag = randomUUID().slice(0, 8);
  const states = [];
  for (const email of [
    `ada-${tag}@visitor.example`,
    `ada-${tag}+1@visitor.example`,
    `ADA-${tag}+2@visitor.example`,
    `other-${tag}@visitor.example`,
    `g.a.${tag}@gmail.com`,
    `GA${tag}@googlemail.com`,
  ]) {
    const { data } = await submit(email);
    const row = await asService('GET', `/rest/v1/enquiries?id=eq.${data.id}`);
    states.push(row.data[0].receipt_state);
  }
  expect(states).toEqual(['wanted', 'none', 'none', 'wanted', 'wanted', 'none']);
});

const SERVICE_ONLY = [
  ['submit_enquiry', { enquiry: {}, sender: {} }],
  ['erase_old_enquiries', {}],
  ['claim_mail', {}],
  ['settle_enquiry_check', { problem: 'Mine' }],
  ['settle_mail', { mail_id: 1 }],
  [
    'log_function_event',
    { event_type: 'data_access', severity: 'low', description: 'x', metadata: {}, user_agent: '' },
  ],
  ['erase_old_newsletter_subscribers', {}],
  [
    'request_newsletter',
    { email: 'a@b.example', consent_text: 'x', sender: {}, ticket: 'x', recipient: {} },
  ],
  ['confirm_newsletter', { subscriber_id: randomUUID() }],
  ['unsubscribe_newsletter', { subscriber_id: randomUUID() }],
] as const;

test.for(['anonymous', 'nonMember', 'editor', 'owner'] as const)(
  '%s may not call functions reserved for the service key',
  async (who) => {
    for (const [name, args] of SERVICE_ONLY) {
      const { data } = await rpc(people[who], name, args);
      expect(data, name).toMatchObject({ code: '42501' });
    }
  },
);

const STAFF_ONLY = [
  ['restore_deleted_document', { document_id: randomUUID() }],
  ['restore_document_version', { document_id: randomUUID(), from_version: 1, expected_version: 1 }],
  ['purge_deleted_document', { document_id: randomUUID() }],
  ['list_image_usage', {}],
  ['replace_image_everywhere', { old_path: 'a.webp', new_path: 'b.webp' }],
  ['audit_security_policies', {}],
  ['list_staff_members', {}],
  ['name_security_event_users', { user_ids: [] }],
  ['approve_staff_request', { request_id: randomUUID(), member_role: 'owner' }],
  ['decline_staff_request', { request_id: randomUUID() }],
] as const;

test.for(['anonymous', 'nonMember'] as const)(
  '%s may not call any function of staff',
  async (who) => {
    for (const [name, args] of STAFF_ONLY) {
      const { status, data } = await rpc(people[who], name, args);
      expect([401, 403, 404], `${name}: ${JSON.stringify(data)}`).toContain(status);
    }
  },
);

test('a removed member, or one whose session was ended, loses access at once', async () => {
  const email = `leaving-${randomUUID().slice(0, 8)}@agency.test`;
  const leaving = await signUp(email);
  await asService('POST', '/rest/v1/staff_members', { email, role: 'editor' });
  const reads = async (caller: Caller) =>
    (await call(caller, 'GET', '/rest/v1/enquiries?select=id&limit=1')).data.length;
  await submit(`seen-${randomUUID().slice(0, 8)}@visitor.example`);
  expect(await reads(leaving)).toBe(1);
  await rpc(people.owner, 'remove_staff_member', { member_email: email });
  expect(await reads(leaving)).toBe(0);
  await asService('POST', '/rest/v1/staff_members', { email, role: 'editor' });
  expect(await reads(leaving)).toBe(1);
  await call(leaving, 'POST', '/auth/v1/logout?scope=global');
  expect(await reads(leaving)).toBe(0);
  expect((await rpc(leaving, 'audit_security_policies')).status).not.toBe(200);
});

test('the log of functions has at most 30 events of a type a minute, for all callers together', async () => {
  const log = () =>
    asService('POST', '/rest/v1/rpc/log_function_event', {
      // A type that no function logs, because events of other tests would count.
      event_type: 'account_lockout',
      severity: 'low',
      description: 'Provoked',
      metadata: {},
      user_agent: 'x',
    });
  for (let turn = 0; turn < 35; turn += 1) expect((await log()).status).toBe(204);
  const { data } = await asService(
    'GET',
    '/rest/v1/security_events?select=id&description=eq.Provoked',
  );
  expect(data.length).toBeGreaterThanOrEqual(30);
  // A minute may end in between.
  expect(data.length).toBeLessThanOrEqual(35);
});
