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
