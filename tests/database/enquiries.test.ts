import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, describe, expect, test } from 'vitest';
import { ENQUIRY_LIMITS, ENQUIRY_SERVICES } from '@contracts/enquiry-fields';
import { newService } from '../support/hostile-page-texts';
import {
  asService,
  call,
  createAudiences,
  createStudy,
  rpc,
  type Caller,
} from '../support/backend';
import { claimMails, mailsAbout, makeDue, settleMail } from '../support/outbox';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const PATH = '/rest/v1/enquiries';

/** The call of the function, by default each from another sender. */
function enquiry(fields: Record<string, unknown> = {}) {
  return {
    submission_id: randomUUID(),
    name: 'Ada Lovelace',
    email: `${randomUUID().slice(0, 8)}@visitor.example`,
    phone: '',
    subject: '',
    message: 'We would like a new website.',
    service: '',
    ...fields,
  };
}

const agency = { services: ENQUIRY_SERVICES, zone: 'UTC', holidays: [] };

const submit = (fields: Record<string, unknown> = {}, sender: string = randomUUID()) =>
  asService('POST', '/rest/v1/rpc/submit_enquiry', {
    enquiry: enquiry(fields),
    sender: { hash: sender },
    ticket: randomUUID(),
    recipient: { mailbox: fields.email ?? randomUUID() },
    agency,
  });

async function stored(fields: Record<string, unknown> = {}, sender?: string) {
  const { status, data } = await submit(fields, sender);
  expect([status, data], JSON.stringify(data)).toMatchObject([200, { outcome: 'stored' }]);
  return String(data.id);
}

async function rowOf(id: string) {
  return (await asService('GET', `${PATH}?id=eq.${id}`)).data[0];
}

const change = (id: string, fields: Record<string, unknown>) =>
  asService('PATCH', `${PATH}?id=eq.${id}`, fields);

/** Claims what is due, and returns the mail to the team and the receipt of this enquiry. */
async function claimOf(id: string) {
  return (await claimMails()).filter(
    ({ kind, about }) => about.id === id && ['enquiry-arrived', 'enquiry-receipt'].includes(kind),
  );
}
const kindsOf = async (id: string) => (await claimOf(id)).map(({ kind }) => kind);
const mailOf = async (who: Caller, id: string) =>
  (await call(who, 'GET', `${PATH}?id=eq.${id}&select=enquiry_mail`)).data[0]?.enquiry_mail;

test('R-13, DATA-20: an enquiry is stored with its service and kept 24 months', async () => {
  const fields = {
    first_name: 'Ada',
    last_name: 'Lovelace',
    phone: '+1 718 555 0142',
    subject: 'A website',
    service: 'web-development',
    started_page: '/services',
    started_services: ['web-development', 'other'],
  };
  const row = await rowOf(await stored(fields));
  expect(row).toMatchObject({
    ...fields,
    ...{ status: 'new', state: 'received', receipt_state: 'none', is_quarantined: false },
    ...{ assigned_to: null, read_at: null },
  });
  const kept = new Date(row.erase_at).getTime() - new Date(row.created_at).getTime();
  expect(Math.round(kept / 86_400_000 / 30.4)).toBe(24);
});

test('each enquiry has the next number, which no visitor chooses', async () => {
  const first = await submit({ number: 7 });
  const second = await submit();
  expect(first.data.number).toBeGreaterThan(1000);
  expect(second.data.number).toBe(first.data.number + 1);
  expect(await rowOf(second.data.id)).toMatchObject({ number: second.data.number });
});

test('omitted fields are null', async () => {
  expect(await rowOf(await stored())).toMatchObject({
    ...{ phone: null, subject: null, service: null, first_name: null, last_name: null },
    ...{ started_page: null, started_services: [], started_host: null, started_studies: [] },
  });
});

test('FN-7: the same submission twice is one enquiry with one id', async () => {
  const submission_id = randomUUID();
  const id = await stored({ submission_id });
  expect((await submit({ submission_id })).data).toMatchObject({ outcome: 'repeated', id });
});

test('FN-7: twenty at once are one row', async () => {
  const fields = enquiry();
  const sender = randomUUID();
  const replies = await Promise.all(Array.from({ length: 20 }, () => submit(fields, sender)));
  const outcomes = replies.map(({ data }) => data.outcome).sort();
  expect(outcomes).toEqual([...Array<string>(19).fill('repeated'), 'stored']);
  expect(new Set(replies.map(({ data }) => data.id)).size).toBe(1);
  const rows = await asService('GET', `${PATH}?submission_id=eq.${fields.submission_id}`);
  expect(rows.data).toHaveLength(1);
});

test('R-13: the same text from the same sender within a day is one enquiry', async () => {
  const fields = { email: `same-${randomUUID()}@visitor.example` };
  const id = await stored(fields);
  expect((await submit(fields)).data).toMatchObject({ outcome: 'duplicate', id });
  expect((await submit({ ...fields, email: fields.email.toUpperCase() })).data.id).toBe(id);
  expect((await submit({ ...fields, phone: '17185550142' })).data.outcome).toBe('stored');
});

test('R-13: a quarantined enquiry does not absorb the same text sent with a valid ticket', async () => {
  const fields = { email: `twice-${randomUUID()}@visitor.example` };
  const aside = { ...fields, is_quarantined: true, quarantine_reasons: ['too-fast'] };
  await stored(aside);
  const id = await stored(fields);
  expect((await submit(aside)).data).toMatchObject({ outcome: 'duplicate', id });
});

/** A submission with all arguments of the function. */
const submitWith = (args: Record<string, unknown>, fields: Record<string, unknown> = {}) =>
  asService('POST', '/rest/v1/rpc/submit_enquiry', {
    enquiry: enquiry(fields),
    sender: { hash: randomUUID() },
    ticket: randomUUID(),
    ...args,
  });

test('a ticket is valid for one enquiry: the same one again stays one, another is quarantined', async () => {
  const ticket = randomUUID();
  const submission_id = randomUUID();
  const first = (await submitWith({ ticket }, { submission_id })).data;
  expect(first).toMatchObject({ outcome: 'stored', reasons: [] });
  expect((await submitWith({ ticket }, { submission_id })).data).toMatchObject({
    outcome: 'repeated',
    id: first.id,
  });
  await call(people.owner, 'DELETE', `${PATH}?id=eq.${first.id}`);
  expect((await submitWith({ ticket }, { submission_id })).data).toMatchObject({
    outcome: 'stored',
    reasons: [],
  });
  const { data } = await submitWith({ ticket });
  expect(data).toMatchObject({ outcome: 'stored', reasons: ['used-ticket'] });
  expect(await rowOf(data.id)).toMatchObject({ is_quarantined: true });
});

test('a refused enquiry does not use up its ticket', async () => {
  const sender = { hash: randomUUID() };
  for (let turn = 0; turn < 5; turn += 1) await submitWith({ sender });
  const ticket = randomUUID();
  expect((await submitWith({ sender, ticket })).data.outcome).toBe('limited');
  expect((await submitWith({ ticket })).data).toMatchObject({ outcome: 'stored', reasons: [] });
});

test('one network /48 may send 20 in ten minutes, from any number of addresses', async () => {
  const network = randomUUID();
  const send = () => submitWith({ sender: { hash: randomUUID(), network } });
  const outcomes = [];
  for (let turn = 0; turn < 22; turn += 1) outcomes.push((await send()).data.outcome);
  expect(outcomes).toEqual([...Array<string>(20).fill('stored'), 'limited', 'limited']);
});

test('visitors behind one gateway are not refused as one sender: the sixth enquiry is quarantined', async () => {
  const sender = { hash: randomUUID(), is_known: false };
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await submitWith({ sender })).data).toMatchObject({ reasons: [] });
  }
  const { data } = await submitWith({ sender });
  expect(data).toMatchObject({ outcome: 'stored', reasons: ['over-limit'] });
  expect(await rowOf(data.id)).toMatchObject({ is_quarantined: true, state: 'received' });
});

test('R-13: a sender may send five in ten minutes, also in a burst of 50', async () => {
  const sender = randomUUID();
  const name = 'Flooding Visitor';
  const replies = await Promise.all(Array.from({ length: 50 }, () => submit({ name }, sender)));
  expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
  const limited = replies.filter(({ data }) => data.outcome === 'limited');
  expect(limited).toHaveLength(45);
  for (const { data } of limited) {
    expect(data.retry_after).toBeGreaterThan(500);
    expect(data.retry_after).toBeLessThanOrEqual(600);
  }
  const rows = await asService('GET', `${PATH}?name=eq.${encodeURIComponent(name)}&select=id`);
  expect(rows.data).toHaveLength(5);
  expect((await submit()).data.outcome, 'another sender').toBe('stored');
});

test('R-13: a repeat is answered above the limit too', async () => {
  const sender = randomUUID();
  const submission_id = randomUUID();
  const id = await stored({ submission_id }, sender);
  for (let turn = 0; turn < 4; turn += 1) await stored({}, sender);
  expect((await submit({}, sender)).data.outcome).toBe('limited');
  expect((await submit({ submission_id }, sender)).data).toMatchObject({ outcome: 'repeated', id });
});

const LONGEST = {
  name: 'é'.repeat(ENQUIRY_LIMITS.name),
  first_name: 'é'.repeat(ENQUIRY_LIMITS.name),
  last_name: 'é'.repeat(ENQUIRY_LIMITS.name),
  subject: '😀'.repeat(ENQUIRY_LIMITS.subject),
  message: '😀'.repeat(ENQUIRY_LIMITS.message),
  phone: '+1'.padEnd(ENQUIRY_LIMITS.phone - 2, '-') + '23',
  started_page: `/${'x'.repeat(ENQUIRY_LIMITS.startedPage - 1)}`,
} as const;

test('VCON-2, VCON-7, VCON-13, VCON-18: the longest values of the schema fit the table', async () => {
  const domain = '@visitor.example';
  const email = randomUUID().padEnd(ENQUIRY_LIMITS.email - domain.length, 'a') + domain;
  expect(await rowOf(await stored({ ...LONGEST, email }))).toMatchObject({ ...LONGEST, email });
});

test.for([
  ...Object.entries(LONGEST).map(([column, value]) => [column, `${value}x`] as const),
  ['email', `${'a'.repeat(ENQUIRY_LIMITS.email)}@visitor.example`],
  ['name', 'x'.repeat(ENQUIRY_LIMITS.nameMin - 1)],
  ['message', 'x'.repeat(ENQUIRY_LIMITS.messageMin - 1)],
  ['quarantine_reasons', ['unknown']],
  ['subject', 'Hello\r\nBcc: all@visitor.example'],
  ['name', 'Ada\nLovelace'],
  ['submission_id', 'not-a-uuid'],
  ['submission_id', null],
  ['message', null],
  ['is_quarantined', 'perhaps'],
] as const)('the table refuses %s = %j, by name', async ([column, value]) => {
  const { status, data } = await submit({ [column]: value });
  expect([status, data.code]).toEqual([422, 'PT422']);
});

test('CONTACT-9: every service of the form is known to the table', async () => {
  for (const { value } of ENQUIRY_SERVICES) {
    expect(await rowOf(await stored({ service: value }))).toMatchObject({ service: value });
  }
});

test('CONTACT-9: a service that is new on the website is stored with its first enquiry, without a migration', async () => {
  const value = `trained-${randomUUID().slice(0, 8)}`;
  const services = [...ENQUIRY_SERVICES, { value, label: 'Trained pigeons' }];
  const { data } = await submitWith({ agency: { ...agency, services } }, { service: value });
  const nameOf = async () =>
    (await call(people.editor, 'GET', `${PATH}?id=eq.${data.id}&select=services(name,retired_at)`))
      .data[0];
  expect(await nameOf()).toEqual({ services: { name: 'Trained pigeons', retired_at: null } });

  // The website offers it no longer: the enquiry keeps its name.
  await stored();
  const { services: retired } = await nameOf();
  expect(retired).toEqual({ name: 'Trained pigeons', retired_at: expect.any(String) });

  await submitWith({
    agency: { ...agency, services: [...ENQUIRY_SERVICES, { value, label: 'Pigeons' }] },
  });
  expect(await nameOf()).toEqual({ services: { name: 'Pigeons', retired_at: null } });
});

describe('services that staff have published', () => {
  const publish = async (services: object[] | undefined) => {
    const [page] = (await call(people.editor, 'GET', '/rest/v1/page_texts?page=eq.services')).data;
    const texts = services ? { services } : {};
    const saved = await rpc(people.editor, 'save_page_texts', {
      ...{ page_id: page.id, expected_version: page.version, texts, goes_live: true },
    });
    expect(saved.status).toBe(200);
  };
  afterEach(() => publish(undefined));

  test('an enquiry for a new one arrives, one for a removed one is refused', async () => {
    const [kept] = ENQUIRY_SERVICES;
    await publish([
      newService(kept.value, 'Assistants', kept.label),
      newService('photography', 'Photography', ''),
    ]);
    const id = await stored({ service: 'photography' });
    const path = `${PATH}?id=eq.${id}&select=services(name)`;
    const { data } = await call(people.editor, 'GET', path);
    expect(data).toEqual([{ services: { name: 'Photography' } }]);
    expect((await submit({ service: 'web-development' })).data).toEqual({ outcome: 'not-offered' });
    expect((await submit({ service: 'other' })).data).toMatchObject({ outcome: 'stored' });

    await publish([
      { ...newService('photography', 'Photography'), hidden: 'yes' },
      newService('film', 'Film'),
    ]);
    expect((await submit({ service: 'photography' })).data).toEqual({ outcome: 'not-offered' });
    expect((await submit({ service: 'film' })).data).toMatchObject({ outcome: 'stored' });

    await publish(undefined);
    expect((await submit({ service: 'web-development' })).data.outcome).toBe('stored');
    expect((await submit({ service: 'photography' })).data).toEqual({ outcome: 'not-offered' });
  });
});

test('of the services that a visitor has looked at, unknown ones are dropped', async () => {
  const id = await stored({ started_services: ['unknown', ENQUIRY_SERVICES[0].value] });
  expect(await rowOf(id)).toMatchObject({ started_services: [ENQUIRY_SERVICES[0].value] });
});

test('of the studies that a visitor has opened, published ones are kept by id, with the website before them', async () => {
  const slug = `read-${randomUUID().slice(0, 8)}`;
  const study = await createStudy(people.editor, { slug, status: 'published' });
  await createStudy(people.editor, { slug: `${slug}-draft`, status: 'draft' });
  const id = await stored({
    started_host: 'www.search.example',
    started_studies: [slug, `${slug}-draft`, 'unknown'],
  });
  expect(await rowOf(id)).toMatchObject({
    started_host: 'www.search.example',
    started_studies: [study],
  });
  expect((await submit({ started_host: 'https://a.example/?q=1' })).status).toBe(422);
});

test('a visitor cannot set staff columns', async () => {
  const id = await stored({
    ...{ id: randomUUID(), status: 'done', state: 'mailed' },
    ...{ assigned_to: 'owner@agency.test', created_at: '2001-01-01', erase_at: '2999-01-01' },
  });
  const row = await rowOf(id);
  expect(row).toMatchObject({ status: 'new', state: 'received', assigned_to: null });
  expect(new Date(row.created_at).getFullYear()).toBeGreaterThan(2020);
});

test('a deleted enquiry keeps the time of the database, is not mailed and can be restored', async () => {
  const id = await stored();
  const path = `${PATH}?id=eq.${id}`;
  await call(people.editor, 'PATCH', path, { deleted_at: '2001-01-01' });
  const { deleted_at } = await rowOf(id);
  expect(Date.now() - new Date(deleted_at).getTime()).toBeLessThan(60_000);
  expect(await claimOf(id)).toEqual([]);
  const retry = await rpc(people.editor, 'retry_mails', { about: id });
  expect(retry.status).toBe(404);
  await call(people.editor, 'PATCH', path, { deleted_at: null });
  expect(await rowOf(id)).toMatchObject({ deleted_at: null });
  expect(await kindsOf(id)).toEqual(['enquiry-arrived']);
});

test('a deleted enquiry does not absorb the same text sent again', async () => {
  const fields = { email: `again-${randomUUID()}@visitor.example` };
  const first = await stored(fields);
  await call(people.editor, 'PATCH', `${PATH}?id=eq.${first}`, { deleted_at: '2026-01-01' });
  expect(await stored(fields)).not.toBe(first);
});

test('removing a member unassigns the enquiry, and only members can be assigned', async () => {
  const id = await stored();
  const path = `${PATH}?id=eq.${id}`;
  const nobody = { assigned_to: 'nobody@agency.test' };
  expect((await call(people.owner, 'PATCH', path, nobody)).status).toBeGreaterThanOrEqual(400);
  const email = `leaver-${randomUUID().slice(0, 8)}@agency.test`;
  await asService('POST', '/rest/v1/staff_members', { email, role: 'editor' });
  await call(people.owner, 'PATCH', path, { assigned_to: email });
  expect(await rowOf(id)).toMatchObject({ assigned_to: email });
  await rpc(people.owner, 'remove_staff_member', { member_email: email });
  expect(await rowOf(id)).toMatchObject({ assigned_to: null });
});

test('after 24 months an enquiry is erased when the next one arrives', async () => {
  const old = await stored();
  const kept = await stored();
  await change(old, { erase_at: '2001-01-01' });
  await stored();
  expect(await rowOf(old)).toBeUndefined();
  expect(await rowOf(kept)).toBeDefined();
  await change(kept, { erase_at: '2001-01-01' });
  expect((await asService('POST', '/rest/v1/rpc/erase_old_enquiries', {})).data).toBe(1);
});

test('FN-7, R-13: a mail that was sent is not due again, and staff see that it was', async () => {
  const id = await stored();
  expect(await mailOf(people.editor, id)).toMatchObject({ error: null });
  for (const mail of await claimOf(id)) await settleMail(mail);
  expect(await rowOf(id)).toMatchObject({ state: 'mailed' });
  expect(await mailOf(people.editor, id)).toBeNull();
  await makeDue(id);
  expect(await claimOf(id)).toEqual([]);
});

test('R-13: a failed mail has its reason, and after an outage it is sent', async () => {
  const id = await stored();
  const [mail] = await claimOf(id);
  if (mail) await settleMail(mail, 'Connection refused');
  expect(await rowOf(id)).toMatchObject({ state: 'failed' });
  expect(await mailOf(people.editor, id)).toEqual({
    ...{ error: 'Connection refused', due_at: expect.any(String) },
  });
  expect(await mailOf(people.nonMember, id)).toBeUndefined();
  await makeDue(id);
  for (const again of await claimOf(id)) await settleMail(again);
  expect(await rowOf(id)).toMatchObject({ state: 'mailed' });
  expect(await mailOf(people.editor, id)).toBeNull();
});

test('a receipt is sent when chosen, and its failure does not repeat the mail to the team', async () => {
  const id = await stored({ wants_receipt: true });
  expect(await rowOf(id)).toMatchObject({ receipt_state: 'wanted' });
  const mails = await claimOf(id);
  expect(mails).toMatchObject([
    { kind: 'enquiry-arrived', recipient: null },
    { kind: 'enquiry-receipt', recipient: (await rowOf(id)).email },
  ]);
  for (const mail of mails) {
    await settleMail(mail, mail.kind === 'enquiry-receipt' ? 'No such mailbox' : null);
  }
  expect(await rowOf(id)).toMatchObject({ state: 'mailed', receipt_state: 'failed' });
  expect(await mailOf(people.editor, id)).toMatchObject({ error: 'No such mailbox' });
  await makeDue(id);
  expect(await kindsOf(id)).toEqual(['enquiry-receipt']);
});

test('a sent receipt does not hide a failed mail to the team', async () => {
  const id = await stored({ wants_receipt: true });
  for (const mail of await claimOf(id)) {
    await settleMail(mail, mail.kind === 'enquiry-arrived' ? 'Mailbox full' : null);
  }
  expect(await rowOf(id)).toMatchObject({ state: 'failed', receipt_state: 'sent' });
  expect(await mailOf(people.editor, id)).toMatchObject({ error: 'Mailbox full' });
});

test('an email gets one receipt a day, for any number of enquiries', async () => {
  const email = `target-${randomUUID()}@visitor.example`;
  await stored({ email, wants_receipt: true });
  const second = await stored({
    email,
    wants_receipt: true,
    message: 'Other words, same address.',
  });
  expect(await rowOf(second)).toMatchObject({ receipt_state: 'none' });
});

test('R-13: a quarantined enquiry is not mailed until staff release it', async () => {
  const aside = { is_quarantined: true, quarantine_reasons: ['honeypot'], wants_receipt: true };
  const id = await stored(aside);
  expect(await mailsAbout(id)).toEqual([]);
  await call(people.editor, 'PATCH', `${PATH}?id=eq.${id}`, { is_quarantined: false });
  expect(await kindsOf(id)).toEqual(['enquiry-arrived', 'enquiry-receipt']);
  // The reminder, before the time for an answer.
  expect(await mailsAbout(id)).toContainEqual(
    expect.objectContaining({ kind: 'enquiry-due', is_due: false }),
  );
});

test('R-13: what is held back is kept 30 days, and two years once it is taken', async () => {
  const id = await stored({ is_quarantined: true, quarantine_reasons: ['honeypot'] });
  const daysKept = async () => {
    const { created_at, erase_at } = await rowOf(id);
    return Math.round((Date.parse(erase_at) - Date.parse(created_at)) / 86_400_000);
  };
  expect(await daysKept()).toBe(30);
  const setAside = (is_quarantined: boolean) =>
    call(people.editor, 'PATCH', `${PATH}?id=eq.${id}`, { is_quarantined });
  await setAside(false);
  expect(await daysKept()).toBeGreaterThan(700);
  await setAside(true);
  expect(await daysKept()).toBe(30);
});

test('R-13: an enquiry that staff put into quarantine is not mailed either', async () => {
  const id = await stored({});
  await call(people.editor, 'PATCH', `${PATH}?id=eq.${id}`, { is_quarantined: true });
  expect(await claimOf(id)).toEqual([]);
});

test('R-13: only staff may retry a mail without attempts left', async () => {
  const id = await stored({});
  for (let attempt = 1; attempt <= 8; attempt += 1) {
    await makeDue(id);
    for (const mail of await claimOf(id)) await settleMail(mail, 'Refused');
  }
  expect(await mailOf(people.editor, id)).toEqual({ error: 'Refused', due_at: null });
  const retry = (caller: Caller) => rpc(caller, 'retry_mails', { about: id });
  expect((await retry(people.anonymous)).status).toBe(401);
  expect((await retry(people.nonMember)).status).toBe(403);
  expect(await claimOf(id)).toEqual([]);
  expect((await retry(people.editor)).status).toBe(204);
  expect(await kindsOf(id)).toEqual(['enquiry-arrived']);
});

test('R-13: a sent mail is not sent again', async () => {
  const id = await stored({});
  for (const mail of await claimOf(id)) await settleMail(mail);
  const reply = await rpc(people.editor, 'retry_mails', { about: id });
  expect(reply.status).toBe(404);
  expect(await claimOf(id)).toEqual([]);
});

const logEvent = (fields: Record<string, unknown> = {}) =>
  asService('POST', '/rest/v1/rpc/log_function_event', {
    ...{ event_type: 'csrf_attempt', severity: 'medium', description: 'Refused' },
    ...{ metadata: { reason: 'test' }, user_agent: 'test', ...fields },
  });

test('R-05: a function logs as the server, at most 30 a minute of each type and severity', async () => {
  const description = `Refused ${randomUUID()}`;
  await Promise.all(Array.from({ length: 100 }, () => logEvent({ description })));
  const query = `description=eq.${encodeURIComponent(description)}`;
  const { data } = await asService('GET', `/rest/v1/security_events?${query}`);
  expect(data.length).toBeGreaterThan(0);
  expect(data.length).toBeLessThanOrEqual(30);
  expect(data[0]).toMatchObject({ origin: 'server', user_id: null, ip_address: null });
  const other = `Kept ${randomUUID()}`;
  await logEvent({ event_type: 'contact_service_error', description: other });
  const kept = await asService(
    'GET',
    `/rest/v1/security_events?description=eq.${encodeURIComponent(other)}`,
  );
  expect(kept.data).toHaveLength(1);
});

test('R-34: the audit reports enquiries as protected', async () => {
  const rows = (await rpc(people.owner, 'audit_security_policies')).data;
  const row = rows.find((one: { table_name: string }) => one.table_name === 'public.enquiries');
  expect(row).toMatchObject({ rls_enabled: true });
  expect(row.grants).toEqual({
    authenticated: ['DELETE', 'SELECT', 'UPDATE'],
    service_role: ['DELETE', 'SELECT', 'UPDATE'],
  });
  const commands = row.policies.map((policy: { command: string }) => policy.command).sort();
  expect(commands).toEqual(['delete', 'select', 'update']);
});
