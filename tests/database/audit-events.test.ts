import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  arrangeRows,
  asService,
  backend,
  call,
  createAudiences,
  createStudy,
  rpc,
  signIn,
  signUp,
  type Caller,
} from '../support/backend';
import { claimMails, makeDue, settleMail } from '../support/outbox';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const eventsAbout = async (subject: string) =>
  (
    await call(
      people.owner,
      'GET',
      `/rest/v1/audit_events?select=action,actor_email,actor_id&subject=eq.${encodeURIComponent(subject)}&order=id`,
    )
  ).data;
const by = ({ email, userId }: Caller) => ({ actor_email: email, actor_id: userId });
/** Claims all due mails about events. */
const claimNotices = async () =>
  (await claimMails()).filter(({ about }) => typeof about.action === 'string');
/** Claims all due mails, and returns those to this owner about this. */
const claimNoticesOf = async (subject: string, { email }: Caller = people.owner) =>
  (await claimNotices()).filter(
    ({ kind, recipient, about }) =>
      kind === 'security-notice' && recipient === email && about.subject === subject,
  );
const fresh = () => `person-${randomUUID().slice(0, 8)}@agency.test`;

test('R-01: each change of the staff list is recorded with its actor', async () => {
  const email = fresh();
  await rpc(people.owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
  await rpc(people.owner, 'set_staff_role', { member_email: email, member_role: 'owner' });
  await rpc(people.owner, 'remove_staff_member', { member_email: email });
  expect(await eventsAbout(email)).toEqual([
    { action: 'staff added as editor', ...by(people.owner) },
    { action: 'staff role changed to owner', ...by(people.owner) },
    { action: 'staff removed', ...by(people.owner) },
  ]);
});

test('R-01: every owner gets one mail when an email becomes a member', async () => {
  const email = fresh();
  await rpc(people.owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
  const claimed = (await claimNotices()).filter(
    ({ kind, about }) => kind === 'security-notice' && about.subject === email,
  );
  expect(claimed[0]?.about).toMatchObject({
    ...{ action: 'staff added as editor', actor_email: people.owner.email },
  });
  const { rows: owners } = await backend.sql.query(
    "select email from public.staff_members where role = 'owner'",
  );
  expect(claimed.map(({ recipient }) => recipient).toSorted()).toEqual(
    owners.map((owner) => owner.email).toSorted(),
  );
  for (const notice of claimed) await settleMail(notice);
  expect(await claimNotices()).toEqual([]);
});

test('an owner whose mailbox refuses repeats no mail to another owner', async () => {
  const { owner } = await createAudiences();
  const subject = `list ${randomUUID()}`;
  await rpc(owner, 'record_export', { subject });
  const mine = (await claimNotices()).filter(({ about }) => about.subject === subject);
  expect(mine.length).toBeGreaterThan(1);
  for (const notice of mine) {
    await settleMail(notice, notice.recipient === owner.email ? 'Mailbox full' : null);
  }
  await makeDue(String(mine[0]?.about.id));
  expect((await claimNotices()).map(({ recipient }) => recipient)).toEqual([owner.email]);
});

test('an owner who is removed, or no owner any more, before the mail is sent does not get it', async () => {
  const { owner } = await createAudiences();
  const other = await createAudiences();
  const subject = `list ${randomUUID()}`;
  await rpc(owner, 'record_export', { subject });
  await rpc(owner, 'set_staff_role', { member_email: other.owner.email, member_role: 'editor' });
  const recipients = (await claimNotices())
    .filter(({ about }) => about.subject === subject)
    .map(({ recipient }) => recipient);
  expect(recipients).toContain(owner.email);
  expect(recipients).not.toContain(other.owner.email);
});

test('the same change of a member is mailed once in ten minutes, and recorded each time', async () => {
  const email = fresh();
  await rpc(people.owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
  for (const role of ['owner', 'editor', 'owner']) {
    await rpc(people.owner, 'set_staff_role', { member_email: email, member_role: role });
  }
  const mailed = await claimNoticesOf(email);
  expect(mailed.map(({ about }) => about.action)).toEqual([
    'staff added as editor',
    'staff role changed to owner',
    'staff role changed to editor',
  ]);
  expect(await eventsAbout(email)).toHaveLength(4);
});

test('a delete is recorded with the title, and so is a purge', async () => {
  const title = `Audited ${randomUUID()}`;
  const id = await createStudy(people.editor, { title });
  await call(people.editor, 'DELETE', `/rest/v1/case_studies?id=eq.${id}`);
  await rpc(people.editor, 'purge_deleted_document', { document_id: id });
  expect(await eventsAbout(title)).toEqual([
    { action: 'case study deleted', ...by(people.editor) },
    { action: 'case study deleted for good', ...by(people.editor) },
  ]);
});

test('an export is recorded, for staff only', async () => {
  const subject = `enquiries ${randomUUID()}`;
  expect((await rpc(people.editor, 'record_export', { subject })).status).toBe(204);
  expect((await rpc(people.nonMember, 'record_export', { subject })).status).toBe(403);
  expect(await eventsAbout(subject)).toEqual([{ action: 'export', ...by(people.editor) }]);
  expect(await claimNoticesOf(subject)).toMatchObject([
    { about: { action: 'export', actor_email: people.editor.email } },
  ]);
});

test('a member exports 20 times within an hour, whatever others do', async () => {
  const { editor, owner } = await createAudiences();
  const exportOf = (who: Caller, subject: string) => rpc(who, 'record_export', { subject });
  for (let turn = 0; turn < 20; turn += 1) {
    expect((await exportOf(editor, `list ${turn}`)).status).toBe(204);
  }
  expect(await exportOf(editor, 'one more')).toMatchObject({ status: 429 });
  expect((await exportOf(owner, 'of another')).status).toBe(204);
  await backend.sql.query(
    `update public.audit_events set happened_at = happened_at - interval '1 hour' where actor_id = $1`,
    [editor.userId],
  );
  expect((await exportOf(editor, 'an hour later')).status).toBe(204);
});

test('owners are mailed once when a member deletes many, which ends at a thousand', async () => {
  const { editor } = await createAudiences();
  const tag = randomUUID().slice(0, 8);
  const addRedirects = (from: number, to: number) =>
    arrangeRows(
      `insert into public.redirects (from_path, to_path)
       select '/${tag}-' || number, '/about' from generate_series(${from}, ${to}) as number`,
    );
  const deleteAll = () => call(editor, 'DELETE', `/rest/v1/redirects?from_path=like./${tag}-*`);
  await claimNotices();
  await addRedirects(1, 19);
  expect((await deleteAll()).status).toBe(204);
  expect(await claimNotices()).toEqual([]);
  await addRedirects(20, 60);
  expect((await deleteAll()).status).toBe(204);
  expect(await claimNoticesOf(editor.email ?? '')).toMatchObject([
    { about: { action: 'redirect deleted, 20 times in an hour' } },
  ]);
  await addRedirects(61, 1001);
  expect((await deleteAll()).status).toBe(429);
});

test('R-24: a changed password of a member is recorded, the first one without a mail', async () => {
  const { editor } = await createAudiences();
  const next = 'Chosen-Anew-3';
  const body = { password: next, current_password: 'Crafted-Over-Time-1' };
  await call(await signIn(editor.email ?? ''), 'PUT', '/auth/v1/user', body);
  const actions = (await eventsAbout(editor.email ?? '')).map(
    ({ action }: { action: string }) => action,
  );
  expect(actions).toEqual(['staff added as editor', 'staff password changed']);
});

test('no API role writes, changes or deletes audit events, nor does the secret key', async () => {
  const { data } = await call(people.owner, 'GET', '/rest/v1/audit_events?select=id&limit=1');
  const row = `/rest/v1/audit_events?id=eq.${data[0].id}`;
  const sample = { action: 'x', subject: 'x' };
  for (const send of [
    (method: string, path: string, body?: unknown) => call(people.owner, method, path, body),
    asService,
  ]) {
    expect((await send('POST', '/rest/v1/audit_events', sample)).status).toBe(403);
    expect((await send('PATCH', row, sample)).status).toBe(403);
    expect((await send('DELETE', row)).status).toBe(403);
  }
  expect((await call(people.editor, 'GET', '/rest/v1/audit_events')).data).toEqual([]);
});

test('the person concerned gets one mail about each change', async () => {
  const newsOf = async (email: string) => {
    const mine = (await claimNotices()).filter(
      ({ kind, about }) => kind !== 'security-notice' && about.subject === email,
    );
    for (const notice of mine) await settleMail(notice);
    return mine.map(({ kind, recipient }) => [kind, recipient]);
  };
  const email = fresh();
  await rpc(people.owner, 'add_staff_member', { member_email: email, member_role: 'editor' });
  await rpc(people.owner, 'set_staff_role', { member_email: email, member_role: 'owner' });
  await rpc(people.owner, 'remove_staff_member', { member_email: email });
  expect(await newsOf(email)).toEqual([
    ['staff-added', email],
    ['staff-role-changed', email],
    ['staff-removed', email],
  ]);
  expect(await newsOf(email)).toEqual([]);
});

test('a person who asked is told whether the request was approved or declined', async () => {
  for (const [answer, args, news] of [
    ['approve_staff_request', { member_role: 'editor' }, 'staff-approved'],
    ['decline_staff_request', {}, 'staff-declined'],
  ] as const) {
    const person = await signUp(`asks-${randomUUID().slice(0, 8)}@visitor.test`);
    await rpc(person, 'request_staff_access', {});
    const { data } = await call(
      people.owner,
      'GET',
      `/rest/v1/staff_requests?select=id&email=eq.${person.email}`,
    );
    await rpc(people.owner, answer, { request_id: data[0].id, ...args });
    const mails = (await claimNotices()).filter(({ about }) => about.subject === person.email);
    expect(mails.some(({ kind }) => kind === 'security-notice')).toBe(true);
    expect(mails.filter(({ kind }) => kind !== 'security-notice')).toMatchObject([
      { kind: news, recipient: person.email },
    ]);
  }
});

test('events name who acted and whom it concerned, also after the member is gone', async () => {
  const { owner, editor } = await createAudiences();
  const tag = randomUUID().slice(0, 8);
  const name = (who: Caller, name: string) =>
    rpc(who, 'save_staff_profile', { member_email: who.email, name });
  await name(owner, `Owner ${tag}`);
  await name(editor, `Editor ${tag}`);
  await rpc(owner, 'remove_staff_member', { member_email: editor.email });
  const { data } = await call(
    owner,
    'GET',
    `/rest/v1/audit_events?select=actor_name,subject_name&action=eq.staff removed&subject=eq.${editor.email}`,
  );
  expect(data).toEqual([{ actor_name: `Owner ${tag}`, subject_name: `Editor ${tag}` }]);
});
