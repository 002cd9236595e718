import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { NEWSLETTER_CONSENT, NEWSLETTER_EMAIL_MAX } from '@contracts/newsletter-fields';
import { asService, call, createAudiences, rpc } from '../support/backend';

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
const settle = (subscriber_id: string, mail: string, error: string | null = null) =>
  serve('settle_newsletter_mail', { subscriber_id, mail, error });

/** Empties the mail queue, then claims only this one. */
async function claimOnly(id: string) {
  const { mail_attempts } = await rowById(id);
  while ((await serve('claim_newsletter_mail')).length > 0);
  await change(id, { mail_attempts, next_attempt_at: '2001-01-01' });
  return serve('claim_newsletter_mail');
}

const daysBetween = (from: string, to: string) =>
  Math.round((new Date(to).getTime() - new Date(from).getTime()) / DAY_MS);

test('R-10: a new subscriber waits for confirmation, with the stored consent text', async () => {
  const row = await requested();
  expect(row).toMatchObject({
    ...{ state: 'pending', consent_text: NEWSLETTER_CONSENT, confirmed_at: null },
    ...{ mail_due: 'confirmation', mail_attempts: 0, mail_error: null },
  });
  expect(row.next_attempt_at).not.toBeNull();
  expect(daysBetween(row.requested_at, row.erase_at)).toBe(7);
});

test('R-10: two requests are one subscriber and one mail in ten minutes', async () => {
  const row = await requested();
  await claimOnly(row.id);
  await settle(row.id, 'confirmation');
  expect((await request(row.email)).data).toEqual({ outcome: 'accepted' });
  expect(await rowOf(row.email)).toMatchObject({ id: row.id, mail_due: null });
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
  expect(await rowOf(first)).toMatchObject({ mail_due: 'confirmation' });
  expect(await rowOf(second)).toMatchObject({ state: 'pending', mail_due: null });
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
  expect(row).toMatchObject({
    ...{ state: 'pending', mail_due: 'confirmation', next_attempt_at: null },
    mail_error: 'Held back, because many requests came in at once',
  });

  const retry = (who: (typeof PEOPLE)[number]) =>
    rpc(people[who], 'retry_newsletter_mail', { subscriber_id: row.id });
  expect((await retry('anonymous')).status).toBe(401);
  expect((await retry('nonMember')).status).toBe(403);
  expect((await rowOf(email)).next_attempt_at).toBeNull();
  expect((await retry('editor')).status).toBe(204);
  expect(await rowOf(email)).toMatchObject({ mail_error: null, mail_attempts: 0 });
  expect(await claimOnly(row.id)).toMatchObject([{ id: row.id, mail: 'confirmation' }]);
  await settle(row.id, 'confirmation');
  expect((await retry('editor')).status).toBe(404);
});

test('a domain gets 30 mails an hour, for any number of mailboxes; the rest wait for staff', async () => {
  const domain = randomUUID();
  const ask = async () => {
    const email = newAddress();
    await request(email, { recipient: { mailbox: email, domain } });
    return rowOf(email);
  };
  for (let turn = 0; turn < 30; turn += 1) {
    expect((await ask()).next_attempt_at, `mail ${turn + 1}`).not.toBeNull();
  }
  expect(await ask()).toMatchObject({ state: 'pending', next_attempt_at: null });
  expect(await requested()).toMatchObject({ next_attempt_at: expect.any(String) });
});

test('R-10: confirming subscribes, a second time changes nothing', async () => {
  const row = await confirmed();
  expect(row).toMatchObject({ state: 'confirmed', erase_at: null, mail_due: 'welcome' });
  expect(row.confirmed_at).not.toBeNull();
  await claimOnly(row.id);
  await settle(row.id, 'welcome');
  expect(await serve('confirm_newsletter', { subscriber_id: row.id })).toBe(true);
  expect(await rowById(row.id)).toMatchObject({ confirmed_at: row.confirmed_at, mail_due: null });
});

test('R-10: two confirmations at once are one welcome', async () => {
  const { id } = await requested();
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => serve('confirm_newsletter', { subscriber_id: id })),
  );
  expect(answers).toEqual(Array<boolean>(8).fill(true));
  expect(await claimOnly(id)).toMatchObject([{ id, mail: 'welcome' }]);
  await settle(id, 'welcome');
  expect(await rowById(id)).toMatchObject({ mail_due: null, next_attempt_at: null });
});

test('R-10: an unknown token, or one older than seven days, confirms nothing', async () => {
  expect(await serve('confirm_newsletter', { subscriber_id: randomUUID() })).toBe(false);
  const { id } = await requested();
  await change(id, { erase_at: '2001-01-01' });
  expect(await serve('confirm_newsletter', { subscriber_id: id })).toBe(false);
});

test('R-10: a subscriber who asks again stays subscribed and gets a mail', async () => {
  const row = await confirmed();
  await claimOnly(row.id);
  await settle(row.id, 'welcome');
  expect((await request(row.email, { recipient: { mailbox: randomUUID() } })).data).toEqual({
    outcome: 'accepted',
  });
  expect(await rowById(row.id)).toMatchObject({
    ...{ state: 'confirmed', confirmed_at: row.confirmed_at, requested_at: row.requested_at },
    ...{ mail_due: 'welcome', erase_at: null },
  });
});

test('R-10: unsubscribing deletes the email at once and can be repeated', async () => {
  const { id, email } = await confirmed();
  await serve('unsubscribe_newsletter', { subscriber_id: id });
  const row = await rowById(id);
  expect(row).toMatchObject({
    ...{ state: 'unsubscribed', email: null, mail_due: null, next_attempt_at: null },
  });
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

test('a mail that failed is tried six times at growing intervals and then given up', async () => {
  const { id } = await requested();
  for (let attempt = 1; attempt <= 6; attempt += 1) {
    expect(await claimOnly(id)).toMatchObject([{ id, mail: 'confirmation' }]);
    await settle(id, 'confirmation', 'The mail server refused (ECONNREFUSED)');
    const row = await rowById(id);
    expect(row).toMatchObject({ mail_attempts: attempt, mail_due: 'confirmation' });
    expect(row.mail_error).toMatch(/refused/);
    expect(row.next_attempt_at === null).toBe(attempt === 6);
  }
});

test('a claimed mail cannot be claimed again within its minute', async () => {
  const { id } = await requested();
  expect(await claimOnly(id)).toHaveLength(1);
  const others = await Promise.all([1, 2, 3].map(() => serve('claim_newsletter_mail')));
  expect(others.flat()).toEqual([]);
});

test('a mail that became due meanwhile is not settled with the earlier one', async () => {
  const { id } = await confirmed();
  await settle(id, 'confirmation');
  expect(await rowById(id)).toMatchObject({ mail_due: 'welcome' });
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

test.for(PEOPLE)('R-10: subscribers are read by staff only: %s', async (who) => {
  const { id } = await confirmed();
  const { status, data } = await call(people[who], 'GET', `${PATH}?id=eq.${id}&select=id,email`);
  if (who === 'anonymous') expect(status).toBe(401);
  else expect(data).toHaveLength(who === 'nonMember' ? 0 : 1);
});

test.for(PEOPLE)('R-10: no API role writes subscribers: %s', async (who) => {
  const { id } = await requested();
  const refusals = [
    await call(people[who], 'POST', PATH, { email: newAddress(), consent_text: 'x' }),
    await call(people[who], 'PATCH', `${PATH}?id=eq.${id}`, { state: 'confirmed' }),
  ];
  for (const { status } of refusals) expect(status).toBe(who === 'anonymous' ? 401 : 403);
  expect(await rowById(id)).toMatchObject({ state: 'pending' });
});

test.for(PEOPLE)('R-10: only staff delete subscribers: %s', async (who) => {
  const { id } = await confirmed();
  await call(people[who], 'DELETE', `${PATH}?id=eq.${id}`);
  const isGone = (await rowById(id)) === undefined;
  expect(isGone).toBe(who === 'editor' || who === 'owner');
});

test.for(
  PEOPLE.flatMap((who) =>
    (
      [
        [
          'request_newsletter',
          { email: 'a', consent_text: 'a', sender: {}, ticket: 'a', recipient: {} },
        ],
        ['confirm_newsletter', { subscriber_id: randomUUID() }],
        ['unsubscribe_newsletter', { subscriber_id: randomUUID() }],
        ['claim_newsletter_mail', {}],
        ['settle_newsletter_mail', { subscriber_id: randomUUID(), mail: 'welcome' }],
        ['erase_old_newsletter_subscribers', {}],
      ] as const
    ).map(([name, args]) => ({ who, name, args })),
  ),
)('$who may not call $name', async ({ who, name, args }) => {
  const { status, data } = await rpc(people[who], name, args);
  expect([status, data.code]).toEqual([who === 'anonymous' ? 401 : 403, '42501']);
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

test('the audit reports the newsletter as protected', async () => {
  const rows = (await rpc(people.owner, 'audit_security_policies')).data;
  const guard = rows.find(
    (row: { table_name: string }) => row.table_name === 'public.newsletter_subscribers',
  );
  expect(guard).toMatchObject({
    rls_enabled: true,
    grants: { authenticated: ['DELETE', 'SELECT'] },
  });
  expect(guard.grants.anon ?? []).toEqual([]);
});
