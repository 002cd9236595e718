import { expect, test } from 'vitest';
import { specified } from '../../support/specified';
import { compose, type Due } from './deliver';

const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const ARRIVED: Due = {
  kind: 'enquiry-arrived',
  recipient: null,
  about: {
    ...{ id: ID, number: 1042, name: 'Ada Lovelace', email: 'ada@visitor.example', phone: null },
    ...{ subject: 'A website', message: 'We would like a new website.\n\nSoon.' },
    ...{ service: 'Creative Design & Branding', created_at: '2026-11-20 09:30:00.12+00' },
    ...{ answer_by: '2026-11-24T09:00:00Z', actor_email: null, last_message: null },
  },
};
const arrived = (fields: Record<string, unknown>): Due => ({
  ...ARRIVED,
  about: { ...ARRIVED.about, ...fields },
});
const notice = (kind: string, fields: Record<string, unknown> = {}): Due => ({
  ...arrived({ message: 'We would like <b>a new website</b>.', ...fields }),
  ...{ kind, recipient: 'editor@agency.example' },
});

test('R-13: the team gets the enquiry and can reply to the visitor', async () => {
  const mail = await compose(ARRIVED);
  expect(mail).toMatchObject({
    to: 'team@agency.example',
    replyTo: { name: 'Ada Lovelace', address: 'ada@visitor.example' },
    subject: '[#1042] Enquiry from Ada Lovelace: A website',
  });
  expect(mail.text).toContain('Service: Creative Design & Branding');
  expect(mail.text).toContain('Sent: 2026-11-20 09:30 UTC');
  expect(mail.text).toContain('We would like a new website.\n\nSoon.');
});

test.for([
  ['info@xn--mller-kva.de', 'info@müller.de'],
  ['info@xn--zz.de', 'info@xn--zz.de'],
])('the team reads the address %s as %s, and answers to the first', async ([email, written]) => {
  const mail = await compose(arrived({ email }));
  expect(mail.text).toContain(`Email: ${written}\n`);
  expect(mail.replyTo).toMatchObject({ address: email });
});

test('the visitor’s text is escaped in the HTML as well', async () => {
  const message = '<a href="https://spam.example">me & you</a>';
  const { html } = await compose(arrived({ subject: '"><img src=x>', message }));
  expect(html).not.toMatch(/<a |<img /);
  const shown = html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(shown).toContain(message);
});

test('without subject the service is the topic, without both there is none', async () => {
  expect((await compose(arrived({ subject: null }))).subject).toBe(
    '[#1042] Enquiry from Ada Lovelace: Creative Design & Branding',
  );
  expect((await compose(arrived({ subject: null, service: null }))).subject).toBe(
    '[#1042] Enquiry from Ada Lovelace',
  );
});

test('the receipt goes to the visitor and contains only the name', async () => {
  const receipt = await compose({
    ...arrived({ phone: '+17185550142' }),
    ...{ kind: 'enquiry-receipt', recipient: 'ada@visitor.example' },
  });
  expect(receipt).toMatchObject({
    to: { address: 'ada@visitor.example' },
    subject: '[#1042] We have received your message',
    messageId: `<enquiry-${ID}@agency.example>`,
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  expect(receipt.text).toContain('Hello Ada Lovelace');
  expect(receipt.text).toContain('within 24 hours');
  for (const words of ['new website', 'A website', '+1718']) {
    expect(`${receipt.text}${receipt.html}${receipt.subject}`).not.toContain(words);
  }
});

specified('an assigned member gets who assigned it, the first lines and the link', async () => {
  const mail = await compose(notice('enquiry-assigned', { actor_email: 'owner@agency.example' }));
  expect(mail).toMatchObject({
    to: { address: 'editor@agency.example' },
    subject: '[#1042] owner@agency.example has assigned you the enquiry of Ada Lovelace',
  });
  // Node and Deno may write another comma.
  expect(mail.text).toMatch(/Answer by: Tue,? 24 Nov,? 10:00 \(Skopje\)/);
  expect(mail.text).toContain('> We would like <b>a new website</b>.');
  expect(mail.text).toContain(`https://site.example/admin/enquiries?enquiry=${ID}`);
  expect(mail.html).not.toContain('<b>');
});

test.for([
  ['enquiry-answered', '[#1042] Ada Lovelace has answered'],
  ['enquiry-due', '[#1042] Ada Lovelace waits for an answer'],
] as const)(
  'the subject of %s, which quotes what the client wrote last',
  async ([kind, subject]) => {
    const mail = await compose(notice(kind, { last_message: 'And a shop?' }));
    expect(mail.subject).toBe(subject);
    expect(mail.text).toContain('> And a shop?');
  },
);

test('a long message is cut', async () => {
  const { text } = await compose(notice('enquiry-due', { message: '😀'.repeat(900) }));
  expect(text).toContain(`> ${'😀'.repeat(299)}…`);
});
