import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createCsrfToken, ENQUIRY_MIN_FILL_MS } from '@contracts/enquiry-fields';
import { anonymous, asService, backend, call } from '../support/backend';
import { fromSite, mailTo, MARK, newEmail, newMember, testWith, walkLive } from '../support/live';

walkLive();

/** As a visitor who takes as long as a person. */
async function openForm(path: string): Promise<string> {
  const { data } = await fromSite(anonymous, 'GET', `${path}/ticket`);
  await wait(ENQUIRY_MIN_FILL_MS + 500);
  return data.data.ticket;
}

async function write(email: string) {
  const ticket = await openForm('send-contact-email');
  const enquiry = {
    ...{ name: 'Ada Lovelace', email, subject: 'A website', phone: '', wantsReceipt: true },
    ...{ message: 'We would like a new website.', csrfToken: createCsrfToken(), ticket },
    submissionId: randomUUID(),
  };
  const send = (headers = {}) =>
    fromSite(anonymous, 'POST', 'send-contact-email', enquiry, headers);
  return { enquiry, send };
}

const rowsOf = async (table: string, email: string) =>
  (await asService('GET', `/rest/v1/${table}?email=eq.${email}`)).data;

test('contact: an enquiry, sent twice, is stored once and gets a receipt; none of another site', async () => {
  const email = newEmail('client');
  const { send } = await write(email);
  expect((await send({ origin: 'https://elsewhere.example' })).status).toBe(403);
  expect([(await send()).status, (await send()).status]).toEqual([200, 200]);
  await mailTo(email, ({ Text }) => /received|thank/i.test(Text));
  expect(await rowsOf('enquiries', email)).toMatchObject([{ is_quarantined: false }]);
});

test('reply: a member answers by mail', async () => {
  const editor = await newMember('editor');
  const email = newEmail('client');
  await (await write(email)).send();
  const [{ id: enquiryId }] = await rowsOf('enquiries', email);
  const reply = { id: randomUUID(), enquiryId, text: `${MARK} Gladly. When?`, lastSeen: null };
  expect((await fromSite(anonymous, 'POST', 'enquiry-replies', reply)).status).toBe(401);
  const { data } = await fromSite(editor, 'POST', 'enquiry-replies', reply);
  expect(data.data).toEqual({ state: 'sent' });
  await mailTo(email, ({ Text }) => Text.includes('Gladly. When?'));
});

testWith('inbound', 'reply: the answer of the client joins the conversation', async () => {
  const editor = await newMember('editor');
  const email = newEmail('client');
  await (await write(email)).send();
  const [{ id: enquiryId }] = await rowsOf('enquiries', email);
  const reply = { id: randomUUID(), enquiryId, text: `${MARK} Gladly. When?`, lastSeen: null };
  await fromSite(editor, 'POST', 'enquiry-replies', reply);
  const { ReplyTo } = await mailTo(email, ({ Text }) => Text.includes('Gladly. When?'));
  const mail = {
    ...{ FromFull: { Email: email, Name: 'Ada' }, OriginalRecipient: ReplyTo[0]?.Address },
    ...{ TextBody: `${MARK} On Monday.`, MessageID: randomUUID() },
  };
  const post = (secret: string) =>
    fromSite(anonymous, 'POST', 'enquiry-replies/inbound', mail, {
      authorization: `Basic ${Buffer.from(`mail:${secret}`).toString('base64')}`,
    });
  expect((await post('wrong')).status).toBe(401);
  expect((await post(backend.inboundSecret)).data).toEqual({ outcome: 'stored' });
  const path = `/rest/v1/enquiry_messages?enquiry_id=eq.${enquiryId}&order=created_at&select=direction`;
  expect((await call(editor, 'GET', path)).data).toEqual([
    { direction: 'out' },
    { direction: 'in' },
  ]);
});

test('newsletter: an address is on the list only after its mailed link, and one click removes it', async () => {
  const email = newEmail('reader');
  const tokenIn = (text: string) => /#token=(\S+?)[\s)]/.exec(`${text} `)?.[1] ?? '';
  const ticket = await openForm('newsletter');
  const asked = await fromSite(anonymous, 'POST', 'newsletter/subscribe', {
    ...{ email, website: '', ticket },
  });
  expect(asked.status).toBe(202);
  const { Text } = await mailTo(email, (mail) => mail.Text.includes('/newsletter/confirm#'));
  const [subscriber] = await rowsOf('newsletter_subscribers', email);
  expect(subscriber).toMatchObject({ state: 'pending' });
  onTestFinished(async () => {
    // Who leaves the list leaves a row without the address, and so without the mark.
    const statement = 'delete from public.newsletter_subscribers where id = $1';
    await backend.sql.query(statement, [subscriber.id]);
  });
  await fromSite(anonymous, 'POST', 'newsletter/confirm', { token: tokenIn(Text) });
  expect(await rowsOf('newsletter_subscribers', email)).toMatchObject([{ state: 'confirmed' }]);

  const welcome = await mailTo(email, (mail) => mail.Text.includes('/newsletter/unsubscribe#'));
  const token = tokenIn(welcome.Text.slice(welcome.Text.indexOf('/newsletter/unsubscribe#')));
  const link = `newsletter/unsubscribe?token=${token}`;
  await fromSite(anonymous, 'GET', link).catch(() => null);
  expect(await rowsOf('newsletter_subscribers', email)).toHaveLength(1);
  await fetch(`${backend.url}/functions/v1/${link}`, {
    method: 'POST',
    body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
  });
  await vi.waitFor(async () => expect(await rowsOf('newsletter_subscribers', email)).toEqual([]));
});
