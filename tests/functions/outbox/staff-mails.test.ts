import { expect, test } from 'vitest';
import { compose, type Due } from './deliver';

const NOTICE: Due = {
  kind: 'security-notice',
  recipient: 'owner@agency.example',
  about: {
    ...{ happened_at: '2026-11-20 09:30:00.12+00', actor_email: 'owner@agency.example' },
    ...{ action: 'staff added as editor', subject: 'new@agency.example' },
  },
};
const about = (fields: Record<string, unknown>): Due => ({
  ...NOTICE,
  about: { ...NOTICE.about, ...fields },
});

test('R-01: an owner gets a mail with action, time and actor', async () => {
  const { subject, text } = await compose(NOTICE);
  expect(subject).toBe('Security notice: staff added as editor');
  expect(text).toContain('Staff added as editor: new@agency.example');
  expect(text).toContain('When: 2026-11-20 09:30 UTC\nBy: owner@agency.example');
});

test('a mail without an actor says that no signed-in user did it', async () => {
  const { text } = await compose(about({ actor_email: null }));
  expect(text).toContain('By: not a signed-in person (the service key or SQL)');
});

test('owners are told when the contact form takes no enquiries, and where they see that it works again', async () => {
  const { subject, text } = await compose(
    about({ action: 'enquiry check failed', subject: 'out of order', actor_email: null }),
  );
  expect(subject).toBe('The contact form takes no enquiries');
  expect(text).toContain('was not taken: out of order');
  expect(text).toContain('https://site.example/admin/health');
});

test('an email is escaped in the HTML', async () => {
  const { html } = await compose(about({ subject: '<b>"x"@y.example' }));
  expect(html).not.toContain('<b>"x"');
  expect(html).toContain('&#60;b&#62;');
});

test.for([
  [
    'staff-added',
    'staff added as owner',
    /as an owner\..*https:\/\/site\.example\/admin#join=new%40agency\.example\n.*new@agency\.example is yours/s,
  ],
  [
    'staff-approved',
    'staff added as editor',
    /You are an editor now\..*https:\/\/site\.example\/admin/s,
  ],
  ['staff-declined', 'access request declined', /has declined your request/],
  ['staff-role-changed', 'staff role changed to owner', /You are an owner now\./],
  ['staff-removed', 'staff removed', /is closed for it/],
] as const)(
  'the mail %s tells the person, without the name of anybody',
  async ([kind, action, words]) => {
    const mail = await compose({ ...about({ action }), kind, recipient: 'new@agency.example' });
    expect(mail).toMatchObject({
      ...{ to: { address: 'new@agency.example' }, text: expect.stringMatching(words) },
      headers: { 'Auto-Submitted': 'auto-generated' },
    });
    expect(mail.subject).toContain('site.example');
    expect(mail.text).not.toContain('owner@agency.example');
  },
);
