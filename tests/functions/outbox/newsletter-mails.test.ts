import { expect, test } from 'vitest';
import { site } from '@/content/site';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import { compose, type Due } from './deliver';

const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const CONFIRMATION: Due = {
  ...{ kind: 'newsletter-confirmation', recipient: 'ada@reader.example', about: { id: ID } },
};
const WELCOME: Due = { ...CONFIRMATION, kind: 'newsletter-welcome' };

test('R-10: the first mail names sender, reason and what happens without a confirmation', async () => {
  const mail = await compose(CONFIRMATION);
  const link = `https://site.example/newsletter/confirm#token=confirm-${ID}`;
  expect(mail.to).toEqual({ name: '', address: 'ada@reader.example' });
  expect(mail.subject).toMatch(/confirm/);
  for (const body of [mail.text, mail.html]) {
    expect(body).toContain(link);
    expect(body).toMatch(/asked on our website/);
    expect(body).toMatch(/deleted after seven days/);
  }
  // Before the confirmation there is no subscription to end.
  expect(mail.headers).not.toHaveProperty('List-Unsubscribe');
});

test('R-10: the welcome has an unsubscribe link and the List-Unsubscribe headers', async () => {
  const mail = await compose(WELCOME);
  expect(mail.text).toContain(
    `https://site.example/newsletter/unsubscribe#token=unsubscribe-${ID}`,
  );
  expect(mail.headers).toMatchObject({
    'List-Unsubscribe': `<https://functions.example/functions/v1/newsletter/unsubscribe?token=unsubscribe-${ID}>, <mailto:team@agency.example?subject=unsubscribe>`,
    'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
  });
});

test.for([CONFIRMATION, WELCOME])(
  'the mail $kind names the agency and its postal address',
  async (due) => {
    const mail = await compose(due);
    for (const line of [...AGENCY.postalAddress, AGENCY.email]) expect(mail.text).toContain(line);
    expect(mail.headers).toMatchObject({ 'Auto-Submitted': 'auto-generated' });
  },
);

test('the mails name the agency of the site', () => {
  const { name, email, postalAddress } = site;
  expect(AGENCY).toEqual({ name, email, postalAddress });
});
