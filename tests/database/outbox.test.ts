import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { asService, backend, call, createAudiences, createStudy, rpc } from '../support/backend';
import { storeEnquiry } from '../support/enquiries';
import { claimMail, claimMails, mailsAbout, makeDue, settleMail } from '../support/outbox';
import { approveLink, askClient } from '../support/sign-off';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

/** The first mail of an enquiry, the only one that is due. */
async function onlyMail() {
  const { id } = await storeEnquiry();
  // Those that another file has claimed would be due again a minute later, at any time of this test.
  await backend.sql.query('delete from private.mails where enquiry_id is distinct from $1', [id]);
  await claimMails();
  await makeDueFirst(id);
  return id;
}
const makeDueFirst = (id: string) =>
  backend.sql.query(
    `update private.mails set due_at = now() - interval '1 second', claimed_at = null
     where enquiry_id = $1 and kind = 'enquiry-arrived'`,
    [id],
  );
const arrivedOf = async (id: string) =>
  (await mailsAbout(id)).find(({ kind }) => kind === 'enquiry-arrived');

const askAndComment = async () => {
  const asked = await askClient(people.editor, await createStudy(people.editor, {}));
  return { ...asked, comment: (text: string) => commentOn(asked.token, text) };
};
const commentOn = async (token: string, text: string) => {
  const comment = { id: randomUUID(), author_name: 'Dana', anchor: [], text };
  const { data } = await rpc(people.anonymous, 'comment_sign_off', {
    ...{ token, passphrase: null, comment },
  });
  expect(data).toEqual({ outcome: 'stored' });
};
const aboutRequest = async (id: string) =>
  (await claimMails()).filter(({ about }) => about.id === id);
const textsOf = (mails: Awaited<ReturnType<typeof claimMails>>) =>
  mails.map(({ about }) => about.comments?.map(({ text }: { text: string }) => text));

test('R-13: a due mail is claimed once and waits a minute for its outcome', async () => {
  const id = await onlyMail();
  expect(await claimMail()).toMatchObject({ kind: 'enquiry-arrived', about: { id } });
  const mail = await arrivedOf(id);
  expect([mail?.attempts, Math.round(Number(mail?.minutes) * 6)]).toEqual([2, 30]);
  expect(await claimMail()).toBeNull();
});

test('R-13: of many simultaneous claims one gets the mail', async () => {
  const id = await onlyMail();
  const claimed = await Promise.all(Array.from({ length: 10 }, claimMail));
  expect(claimed.flatMap((mail) => mail?.about.id ?? [])).toEqual([id]);
});

test('R-13: a failed mail is tried eight times at growing intervals and then given up', async () => {
  const { id } = await storeEnquiry();
  const minutes: (number | null)[] = [];
  for (let turn = 1; turn <= 8; turn += 1) {
    await claimMails();
    const mail = await arrivedOf(id);
    minutes.push(mail?.minutes === null ? null : Math.round(Number(mail?.minutes)));
    await settleMail({ id: mail?.id }, `Refused ${turn}`);
    expect(await arrivedOf(id)).toMatchObject({ attempts: turn, last_error: `Refused ${turn}` });
    if (turn < 8) await makeDueFirst(id);
  }
  expect(minutes).toEqual([1, 5, 25, 120, 360, 720, 1440, null]);
  expect(await arrivedOf(id)).toMatchObject({ due_at: null, is_sent: false });
});

test('a claim that has ended without a result is claimed again after a minute', async () => {
  const id = await onlyMail();
  const first = await claimMail();
  await makeDue(id);
  expect((await claimMails()).filter(({ about }) => about.id === id)).toContainEqual(
    expect.objectContaining({ id: first?.id }),
  );
});

test('a comment that is written while the mail about others is being sent is mailed too', async () => {
  const { id, comment } = await askAndComment();
  await comment('first');
  await comment('second');
  const [sending] = await aboutRequest(id);
  await comment('meanwhile');
  if (sending) await settleMail(sending);
  await comment('later');
  expect(await aboutRequest(id), 'ten minutes later').toEqual([]);
  await makeDue(id);
  expect(textsOf([...(sending ? [sending] : []), ...(await aboutRequest(id))])).toEqual([
    ['first', 'second'],
    ['meanwhile', 'later'],
  ]);
});

test('a mail about comments that failed has those that were written since', async () => {
  const { id, comment } = await askAndComment();
  await comment('first');
  const [failed] = await aboutRequest(id);
  if (failed) await settleMail(failed, 'Refused');
  await comment('second');
  expect(textsOf(await aboutRequest(id))).toEqual([['first', 'second']]);
});

test('all comments are mailed, however many', async () => {
  const { id, comment } = await askAndComment();
  const texts = Array.from({ length: 30 }, (_, at) => `Comment ${at}`);
  for (const text of texts) await comment(text);
  expect(textsOf(await aboutRequest(id))).toEqual([texts]);
});

test('comments that are done, and an approval that an owner has deleted, are not mailed', async () => {
  const { id, token, document, comment } = await askAndComment();
  await comment('first');
  await call(people.editor, 'PATCH', `/rest/v1/sign_off_comments?request_id=eq.${id}`, {
    is_done: true,
  });
  const email = 'dana@client.example';
  expect(await approveLink(people.anonymous, { token }, { email })).toMatchObject({
    outcome: 'approved',
  });
  const mails = await aboutRequest(id);
  expect(mails).toMatchObject([
    { kind: 'sign-off-approved', recipient: people.editor.email },
    { kind: 'sign-off-receipt', recipient: email },
  ]);
  for (const mail of mails) await settleMail(mail, 'Refused');
  await call(people.owner, 'DELETE', `/rest/v1/sign_off_approvals?document_id=eq.${document}`);
  await makeDue(id);
  expect(await aboutRequest(id)).toEqual([]);
});

test('the address of a client is not in the outbox', async () => {
  const email = `client-${randomUUID()}@visitor.example`;
  const { id } = await storeEnquiry({ email, wants_receipt: true });
  const { rows } = await backend.sql.query(
    'select to_jsonb(mail)::text as text from private.mails as mail where enquiry_id = $1',
    [id],
  );
  expect(rows.map(({ text }) => text).join()).not.toContain(email);
});

test('a mail goes with the enquiry it is about', async () => {
  const { id } = await storeEnquiry();
  expect(await mailsAbout(id)).not.toEqual([]);
  await asService('DELETE', `/rest/v1/enquiries?id=eq.${id}`);
  expect(await mailsAbout(id)).toEqual([]);
});

test('mails are deleted 30 days after they were sent, or have lost their reason', async () => {
  const { id } = await storeEnquiry();
  const { id: answered } = await storeEnquiry();
  for (const mail of await claimMails()) await settleMail(mail);
  await call(people.editor, 'PATCH', `/rest/v1/enquiries?id=eq.${answered}`, { answer_by: null });
  await backend.sql.query(
    `update private.mails set
       sent_at = sent_at - interval '31 days',
       due_at = case when kind = 'enquiry-due' then now() - interval '31 days' else due_at end
     where enquiry_id in ($1, $2)`,
    [id, answered],
  );
  const [reminder] = await claimMails();
  expect(reminder).toMatchObject({ kind: 'enquiry-due', about: { id } });
  expect((await mailsAbout(id)).map(({ kind }) => kind)).toEqual(['enquiry-due']);
  expect(await mailsAbout(answered)).toEqual([]);
});

test('staff see what has failed without its recipient, and have it sent again at once', async () => {
  const { id } = await storeEnquiry();
  await change(id, { assigned_to: people.editor.email });
  const mails = (await claimMails()).filter(({ about }) => about.id === id);
  expect(mails).toHaveLength(2);
  const error = `Refused ${randomUUID()}`;
  for (const mail of mails) await settleMail(mail, error);
  const failedOnes = async () =>
    (await rpc(people.editor, 'site_health')).data.failed_mails.filter(
      (failed: { error: string }) => failed.error === error,
    );
  expect(await failedOnes()).toEqual([
    { kind: 'enquiry-arrived', error, mails: 1 },
    { kind: 'enquiry-assigned', error, mails: 1 },
  ]);
  expect((await rpc(people.nonMember, 'retry_mails')).status).toBe(403);
  expect((await rpc(people.editor, 'retry_mails')).status).toBe(204);
  expect(await failedOnes()).toEqual([]);
  expect((await claimMails()).filter(({ about }) => about.id === id)).toHaveLength(2);
});
const change = (id: string, fields: Record<string, unknown>) =>
  call(people.owner, 'PATCH', `/rest/v1/enquiries?id=eq.${id}`, fields);

test('the scheduler is called while a mail is due that has a reason', async () => {
  const { id } = await storeEnquiry();
  await claimMails();
  const isDue = async () =>
    (await backend.sql.query('select private.has_due_mail() as is_due')).rows[0]?.is_due;
  expect(await isDue()).toBe(false);
  await makeDueFirst(id);
  expect(await isDue()).toBe(true);
  await change(id, { deleted_at: '2026-01-01' });
  expect(await isDue()).toBe(false);
});
