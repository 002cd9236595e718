import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test, vi } from 'vitest';
import { issueTicket } from '../../supabase/functions/_shared/form-ticket';
import { deriveKeys } from '../../supabase/functions/_shared/keyed-hash';
import { readKeys, request, sharedSite, type Site } from './site';

// The real function: Deno, Postgres, the mailbox and the site's own origin in front. What it refuses is tested in
// tests/functions and tests/database.
const PATH = '/functions/v1/newsletter';
let site: Site;
let secretKey: string;

beforeAll(async () => {
  site = await sharedSite();
  ({ secretKey } = readKeys(site.name));
});

async function post(action: string, body: unknown) {
  const response = await fetch(`${site.url}${PATH}/${action}`, {
    method: 'POST',
    // Each request from another address.
    headers: {
      ...{ 'content-type': 'application/json', origin: site.url },
      'cf-connecting-ip': `2001:db8:${randomUUID().slice(0, 4)}::1`,
    },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...(await response.json()) };
}

async function subscribe(email: string) {
  // A ticket signed like the function's, a minute ago, so that the test need not wait.
  const key = await deriveKeys([readKeys(site.name).jwtSecret], 'newsletter ticket');
  const ticket = await issueTicket(key, Date.now() - 60_000);
  return post('subscribe', { email, website: '', ticket });
}

async function rowsOf(email: string) {
  const path = `/rest/v1/newsletter_subscribers?email=eq.${encodeURIComponent(email)}`;
  return (await request(site, path, { key: secretKey })).data;
}

const readJson = async (path: string) => (await fetch(`${site.mailboxUrl}${path}`)).json();

async function mailsTo(email: string): Promise<{ ID: string; Subject: string }[]> {
  const { messages } = await readJson('/api/v1/messages?limit=0');
  return messages.filter((mail: { To: { Address: string }[] }) => mail.To[0]?.Address === email);
}

/** The newest mail to this address once there are this many. */
async function mailTo(email: string, count: number) {
  await vi.waitFor(async () => expect(await mailsTo(email)).toHaveLength(count), {
    timeout: 60_000,
  });
  const id = (await mailsTo(email))[0]?.ID;
  const { Text, HTML, ListUnsubscribe } = await readJson(`/api/v1/message/${id}`);
  return { text: String(Text), html: String(HTML), list: ListUnsubscribe };
}

const tokenIn = (text: string, page: string) =>
  new RegExp(`${site.url}/newsletter/${page}#token=(\\S+)`).exec(text)?.[1] ?? '';

test('R-10: subscribe, confirm by mail, get the welcome mail, unsubscribe with one click', async () => {
  const email = `${randomUUID().slice(0, 8)}@reader.example`;
  const asked = await subscribe(email.toUpperCase());
  expect(asked).toMatchObject({ status: 202, error: null });
  expect(asked.data.message).toMatch(/^Check your inbox/);

  const confirmation = await mailTo(email, 1);
  const confirmToken = tokenIn(confirmation.text, 'confirm');
  expect(confirmation.html).toContain(confirmToken);
  expect(await rowsOf(email)).toMatchObject([{ state: 'pending' }]);

  expect(await post('confirm', { token: confirmToken })).toMatchObject({ status: 200 });
  expect(await rowsOf(email)).toMatchObject([{ state: 'confirmed' }]);
  const welcome = await mailTo(email, 2);
  expect(welcome.list).toMatchObject({
    Header: expect.stringMatching(/<mailto:hello@cumulusandcraft\.example\?subject=unsubscribe>$/),
    HeaderPost: 'List-Unsubscribe=One-Click',
  });
  const link = /^<(https?:[^>]+)>/.exec(welcome.list.Header)?.[1] ?? '';
  expect(new URL(link).origin).toBe(site.url);

  expect(await post('confirm', { token: confirmToken })).toMatchObject({ status: 200 });

  const opened = await fetch(link, { redirect: 'manual' });
  expect([opened.status, opened.headers.get('location')]).toEqual([
    303,
    `${site.url}/newsletter/unsubscribe#token=${tokenIn(welcome.text, 'unsubscribe')}`,
  ]);
  expect(await rowsOf(email)).toMatchObject([{ state: 'confirmed' }]);

  for (let turn = 0; turn < 2; turn += 1) {
    const left = await fetch(link, {
      method: 'POST',
      body: new URLSearchParams({ 'List-Unsubscribe': 'One-Click' }),
    });
    expect(left.status).toBe(200);
  }
  expect(await rowsOf(email)).toEqual([]);
  expect(await post('confirm', { token: confirmToken })).toMatchObject({
    status: 410,
    error: { code: 'link_over' },
  });
  expect(await mailsTo(email)).toHaveLength(2);
});

test('R-10: the response is the same for an email that is subscribed', async () => {
  const email = `${randomUUID().slice(0, 8)}@reader.example`;
  const first = await subscribe(email);
  const { text } = await mailTo(email, 1);
  await post('confirm', { token: tokenIn(text, 'confirm') });
  expect(await subscribe(email)).toEqual(first);
  // The welcome mail, and no other within ten minutes.
  await mailTo(email, 2);
});
