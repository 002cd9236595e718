import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { anonymous, backend, call, signUp } from '../support/backend';

const { mailboxUrl } = backend;

/** The newest mail to this address. */
async function newestMail(email: string) {
  const read = (path: string) =>
    fetch(`${mailboxUrl}/api/v1/${path}`).then((response) => response.json());
  const { messages } = await read('messages');
  const found = messages.find(({ To }: { To: { Address: string }[] }) => To[0]?.Address === email);
  return read(`message/${found.ID}`);
}

/** The template with the link of the mail and its addresses. */
async function expectMail(email: string, template: string, values: Record<string, string> = {}) {
  const { HTML } = await newestMail(email);
  const tokenHash = /class="button" href="[^"]+token_hash=(\w+)&amp;type=/.exec(HTML)?.[1] ?? '';
  const given = { Email: email, SiteURL: backend.siteUrl, TokenHash: tokenHash, ...values };
  const expected = Object.entries(given).reduce(
    (html, [name, value]) => html.replaceAll(`{{ .${name} }}`, value),
    readFileSync(`supabase/templates/${template}.html`, 'utf8'),
  );
  expect(HTML.trim()).toBe(expected.trim());
}

test('the mails of Auth are those of supabase/templates', async () => {
  const email = `${randomUUID()}@agency.test`;
  await call(anonymous, 'POST', '/auth/v1/signup', { email, password: 'Crafted-Over-Time-1' });
  await expectMail(email, 'confirmation');
  expect((await newestMail(email)).Subject).toBe('Confirm your email address');

  const person = await signUp(`${randomUUID()}@agency.test`);
  const address = person.email ?? '';
  await call(anonymous, 'POST', '/auth/v1/recover', { email: address });
  await expectMail(address, 'recovery');
  await call(anonymous, 'POST', '/auth/v1/otp', { email: address });
  await expectMail(address, 'magic-link');
  const wanted = `${randomUUID()}@agency.test`;
  await call(person, 'PUT', '/auth/v1/user', { email: wanted });
  await expectMail(address, 'email-change', { NewEmail: wanted });
});
