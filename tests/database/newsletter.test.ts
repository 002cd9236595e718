import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { NEWSLETTER_CONSENT, NEWSLETTER_EMAIL_MAX } from '@contracts/newsletter-fields';
import { asService, call, createAudiences, rpc } from '../support/backend';
import { claimMails, mailsAbout, makeDue, settleMail } from '../support/outbox';

let people: Awaited<ReturnType<typeof createAudiences>>;
beforeAll(async () => {
  people = await createAudiences();
});

const PATH = '/rest/v1/newsletter_subscribers';
const PEOPLE = ['anonymous', 'nonMember', 'editor', 'owner'] as const;
const DAY_MS = 86_400_000;

const newAddress = () => `${randomUUID().slice(0, 12)}@reader.example`;
const serve = async (name: string, args: Record<string, unknown> = {}) => {
  const { status, data } = await asService('POST', `/rest/v1/rpc/${name}`, args);
  expect(status, JSON.stringify(data)).toBeLessThan(300);
  return data;
};

/** The call of the function, by default each from another sender. */
const request = (email: string, fields: Record<string, unknown> = {}) =>
  asService('POST', '/rest/v1/rpc/request_newsletter', {
    email,
    consent_text: NEWSLETTER_CONSENT,
    sender: { hash: randomUUID() },
    ticket: randomUUID(),
    recipient: { mailbox: email, domain: null },
    ...fields,
  });

async function rowOf(email: string) {
  return (await asService('GET', `${PATH}?email=eq.${email}`)).data[0];
}
const rowById = async (id: string) => (await asService('GET', `${PATH}?id=eq.${id}`)).data[0];

async function requested(email = newAddress()) {
  expect((await request(email)).data).toEqual({ outcome: 'accepted' });
  return rowOf(email);
}

async function confirmed(email = newAddress()) {
  const { id } = await requested(email);
  expect(await serve('confirm_newsletter', { subscriber_id: id })).toBe(true);
  return rowById(id);
}

const change = (id: string, fields: Record<string, unknown>) =>
  asService('PATCH', `${PATH}?id=eq.${id}`, fields);
/** The unsent mails of a subscriber that still have a reason; those of which it has none are not claimed. */
const unsentOf = async (id: string) =>
  (await mailsAbout(id)).filter(({ is_sent }) => !is_sent).map(({ kind }) => kind);

/** Claims what is due, and returns the mails to this subscriber. */
async function claimOf(id: string) {
  await makeDue(id);
  return (await claimMails()).filter(({ about }) => about.id === id);
}
async function sendTo(id: string) {
  for (const mail of await claimOf(id)) await settleMail(mail);
}

const daysBetween = (from: string, to: string) =>
  Math.round((new Date(to).getTime() - new Date(from).getTime()) / DAY_MS);

test('R-10: a new subscriber waits for confirmation, with the stored consent text', async () => {
  const row = await requested();
  expect(row).toMatchObject({
    ...{ state: 'pending', consent_text: NEWSLETTER_CONSENT, confirmed_at: null },
  });
  expect(await mailsAbout(row.id)).toMatchObject([
    { kind: 'newsletter-confirmation', is_due: true, attempts: 0, last_error: null },
  ]);
  expect(daysBetween(row.requested_at, row.erase_at)).toBe(7);
});

test('R-10: two requests are one subscriber and one mail in ten minutes', async () => {
  const row = await requested();
  await sendTo(row.id);
  expect((await request(row.email)).data).toEqual({ outcome: 'accepted' });
  expect(await rowOf(row.email)).toMatchObject({ id: row.id });
  expect(await unsentOf(row.id)).toEqual([]);
});

test('R-10: twenty requests at once are one subscriber', async () => {
  const email = newAddress();
  const replies = await Promise.all(Array.from({ length: 20 }, () => request(email)));
  expect(new Set(replies.map(({ data }) => data.outcome))).toEqual(new Set(['accepted']));
  expect((await asService('GET', `${PATH}?email=eq.${email}`)).data).toHaveLength(1);
});

test('R-10: a sender may send five requests in ten minutes', async () => {
  const sender = { hash: randomUUID() };
  for (let turn = 0; turn < 5; turn += 1) {
    expect((await request(newAddress(), { sender })).data.outcome).toBe('accepted');
  }
  const email = newAddress();
  const { data } = await request(email, { sender });
  expect(data).toEqual({ outcome: 'limited', retry_after: expect.any(Number) });
  expect(data.retry_after).toBeGreaterThan(590);
  expect(data.retry_after).toBeLessThanOrEqual(600);
  expect(await rowOf(email)).toBeUndefined();
});

test('R-10: tagged addresses of one mailbox share its limit of mails', async () => {
  const recipient = { mailbox: randomUUID(), domain: null };
  const [first, second] = [newAddress(), newAddress()];
  await request(first, { recipient });
  await request(second, { recipient });
  expect(await mailsAbout((await rowOf(first)).id)).toHaveLength(1);
  expect(await rowOf(second)).toMatchObject({ state: 'pending' });
  expect(await mailsAbout((await rowOf(second)).id)).toEqual([]);
});

test('a ticket is valid for one email: the same one again is accepted, another is not', async () => {
  const ticket = randomUUID();
  const email = newAddress();
  for (let turn = 0; turn < 2; turn += 1) {
    expect((await request(email, { ticket })).data).toEqual({ outcome: 'accepted' });
  }
  const other = newAddress();
  expect((await request(other, { ticket })).data).toEqual({ outcome: 'ticket-refused' });
  expect(await rowOf(other)).toBeUndefined();
});

test('visitors behind one gateway are not limited as one sender: the sixth mail waits for staff', async () => {
  const sender = { hash: randomUUID(), is_known: false };
  for (let turn = 0; turn < 5; turn += 1) await request(newAddress(), { sender });
  const email = newAddress();
  expect((await request(email, { sender })).data).toEqual({ outcome: 'accepted' });
  const row = await rowOf(email);
  const held = {
    ...{ kind: 'newsletter-confirmation', due_at: null, attempts: 0 },
    last_error: 'Held back, because many requests came in at once',
  };
  expect(await mailsAbout(row.id)).toMatchObject([held]);
  const shown = await call(people.editor, 'GET', `${PATH}?id=eq.${row.id}&select=subscriber_mail`);
  expect(shown.data).toEqual([{ subscriber_mail: { error: held.last_error, due_at: null } }]);

  const retry = (who: (typeof PEOPLE)[number]) =>
    rpc(people[who], 'retry_mails', { about: row.id });
  expect((await retry('anonymous')).status).toBe(401);
  expect((await retry('nonMember')).status).toBe(403);
  // Neither sends it: trying all again, nor a mail that is claimed.
  await rpc(people.editor, 'retry_mails');
  expect(await mailsAbout(row.id)).toMatchObject([held]);
  expect((await retry('editor')).status).toBe(204);
  expect(await mailsAbout(row.id)).toMatchObject([{ is_due: true, last_error: null }]);
  expect(await claimOf(row.id)).toMatchObject([
    { kind: 'newsletter-confirmation', recipient: email },
  ]);
  for (const { id } of await mailsAbout(row.id)) await settleMail({ id });
  expect((await retry('editor')).status).toBe(404);
});

test('a domain gets 30 mails an hour, for any number of mailboxes; the rest wait for staff', async () => {
  const domain = randomUUID();
  const ask = async () => {
    const email = newAddress();
    await request(email, { recipient: { mailbox: email, domain } });
    return mailsAbout((await rowOf(email)).id);
  };
  for (let turn = 0; turn < 30; turn += 1) {
    expect(await ask(), `mail ${turn + 1}`).toMatchObject([{ is_due: true }]);
  }
  expect(await ask()).toMatchObject([{ due_at: null }]);
  expect(await mailsAbout((await requested()).id)).toMatchObject([{ is_due: true }]);
});

test('R-10: confirming subscribes, a second time changes nothing', async () => {
  const row = await confirmed();
  expect(row).toMatchObject({ state: 'confirmed', erase_at: null });
  expect(row.confirmed_at).not.toBeNull();
  const mails = await claimOf(row.id);
  // The request to confirm has no reason any more.
  expect(mails.map(({ kind }) => kind)).toEqual(['newsletter-welcome']);
  for (const mail of mails) await settleMail(mail);
  expect(await serve('confirm_newsletter', { subscriber_id: row.id })).toBe(true);
  expect(await rowById(row.id)).toMatchObject({ confirmed_at: row.confirmed_at });
  expect(await claimOf(row.id)).toEqual([]);
});

test('R-10: two confirmations at once are one welcome', async () => {
  const { id } = await requested();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => serve('confirm_newsletter', { subscriber_id: id })),
  );
  expect(answers).toEqual(Array<boolean>(8).fill(true));
  expect(await claimOf(id)).toMatchObject([{ kind: 'newsletter-welcome' }]);
});

test('R-10: an unknown token, or one older than seven days, confirms nothing', async () => {
  expect(await serve('confirm_newsletter', { subscriber_id: randomUUID() })).toBe(false);
  const { id } = await requested();
  await change(id, { erase_at: '2001-01-01' });
  expect(await serve('confirm_newsletter', { subscriber_id: id })).toBe(false);
});

test('R-10: a subscriber who asks again stays subscribed and gets a mail', async () => {
  const row = await confirmed();
  await sendTo(row.id);
  expect((await request(row.email, { recipient: { mailbox: randomUUID() } })).data).toEqual({
    outcome: 'accepted',
  });
  expect(await rowById(row.id)).toMatchObject({
    ...{ state: 'confirmed', confirmed_at: row.confirmed_at, requested_at: row.requested_at },
    erase_at: null,
  });
  expect(await unsentOf(row.id)).toContain('newsletter-welcome');
});

test('R-10: unsubscribing deletes the email at once and can be repeated', async () => {
  const { id, email } = await confirmed();
  await serve('unsubscribe_newsletter', { subscriber_id: id });
  const row = await rowById(id);
  expect(row).toMatchObject({
    ...{ state: 'unsubscribed', email: null },
  });
  expect(await claimOf(id)).toEqual([]);
  expect(daysBetween(row.unsubscribed_at, row.erase_at)).toBe(30);
  await serve('unsubscribe_newsletter', { subscriber_id: id });
  expect(await rowById(id)).toEqual(row);
  await serve('unsubscribe_newsletter', { subscriber_id: randomUUID() });
  expect(await rowOf(email)).toBeUndefined();
});

test('R-10: an old link does not resubscribe, a new request does', async () => {
  const { id, email } = await confirmed();
  await serve('unsubscribe_newsletter', { subscriber_id: id });
  expect(await serve('confirm_newsletter', { subscriber_id: id })).toBe(false);
  const again = await requested(email);
  expect(again).toMatchObject({ state: 'pending' });
  expect(again.id).not.toBe(id);
});

test('pending and long unsubscribed rows are erased, confirmed ones stay', async () => {
  const pending = await requested();
  const left = await confirmed();
  const kept = await confirmed();
  await serve('unsubscribe_newsletter', { subscriber_id: left.id });
  await change(pending.id, { erase_at: '2001-01-01' });
  await change(left.id, { erase_at: '2001-01-01' });
  await request(newAddress());
  expect(await rowById(pending.id)).toBeUndefined();
  expect(await rowById(left.id)).toBeUndefined();
  expect(await rowById(kept.id)).toMatchObject({ state: 'confirmed' });
});

test.for([
  ['an address without form', { email: 'two words@reader.example' }],
  ['capital letters', { email: 'Ada@reader.example' }],
  ['nothing', { email: '' }],
  ['an address too long', { email: `${'a'.repeat(NEWSLETTER_EMAIL_MAX)}@reader.example` }],
  ['no consent', { consent_text: '' }],
] as const)('%s is refused as invalid', async ([, fields]) => {
  expect((await request(newAddress(), fields)).status).toBe(422);
});

test('an email of the maximum length is accepted', async () => {
  const tail = `${randomUUID()}@reader.example`;
  const { data } = await request(tail.padStart(NEWSLETTER_EMAIL_MAX, 'a'), {
    recipient: { mailbox: randomUUID() },
  });
  expect(data).toEqual({ outcome: 'accepted' });
});

test('counts are for staff', async () => {
  await confirmed();
  await requested();
  for (const who of ['editor', 'owner'] as const) {
    const { data } = await rpc(people[who], 'count_newsletter_subscribers');
    expect(data).toEqual(
      expect.arrayContaining([
        { state: 'confirmed', subscribers: expect.any(Number) },
        { state: 'pending', subscribers: expect.any(Number) },
      ]),
    );
  }
  expect((await rpc(people.nonMember, 'count_newsletter_subscribers')).data).toEqual([]);
  expect((await rpc(people.anonymous, 'count_newsletter_subscribers')).status).toBe(401);
});
