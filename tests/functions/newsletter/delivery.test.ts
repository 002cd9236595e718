import { expect, test, vi } from 'vitest';
import { site } from '@/content/site';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverDueMails,
  DELIVERY_BATCH,
  type DeliveryDeps,
  type DueMail,
} from '../../../supabase/functions/newsletter/delivery.ts';

const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const CONFIRMATION: DueMail = { id: ID, email: 'ada@reader.example', mail: 'confirmation' };
const WELCOME: DueMail = { ...CONFIRMATION, mail: 'welcome' };

function setUp(queue: DueMail[], overrides: Partial<DeliveryDeps> = {}) {
  const mails: Mail[] = [];
  const settled: unknown[][] = [];
  const waiting = [...queue];
  const onMailFailure = vi.fn();
  const deps: DeliveryDeps = {
    claim: async () => waiting.shift() ?? null,
    settle: async ({ id, mail }, error) => {
      settled.push([id, mail, error]);
    },
    issueToken: async (purpose, id) => `${purpose}-${id}`,
    sendMail: async (mail) => {
      mails.push(mail);
    },
    context: {
      siteUrl: 'https://site.example',
      functionUrl: 'https://functions.example/functions/v1/newsletter',
      agency: AGENCY,
      postbox: 'team@agency.example',
    },
    onMailFailure,
    ...overrides,
  };
  return { deps, mails, settled, waiting, onMailFailure };
}

async function compose(due: DueMail): Promise<Mail> {
  const { deps, mails } = setUp([due]);
  await deliverDueMails(deps);
  if (!mails[0]) throw new Error('no mail');
  return mails[0];
}

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
  'the $mail mail names the agency and its postal address',
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

test('a refused mail is recorded with the reason, and the next one is sent', async () => {
  const mails: Mail[] = [];
  const { deps, settled, onMailFailure } = setUp([CONFIRMATION, WELCOME], {
    sendMail: async (mail) => {
      if (mails.push(mail) === 1) throw new MailError('The mail server refused (550)');
    },
  });
  await deliverDueMails(deps);
  expect(settled).toEqual([
    [ID, 'confirmation', 'The mail server refused (550)'],
    [ID, 'welcome', null],
  ]);
  expect(onMailFailure.mock.calls).toEqual([['The mail server refused (550)']]);
});

test('the text of an unknown failure is not stored', async () => {
  const { deps, settled } = setUp([WELCOME], {
    sendMail: () => Promise.reject(new Error('rejected ada@reader.example')),
  });
  await deliverDueMails(deps);
  expect(settled).toEqual([[ID, 'welcome', 'The mail could not be sent']]);
});

test('one call sends a limited number of mails', async () => {
  const { deps, mails, waiting } = setUp(Array<DueMail>(DELIVERY_BATCH + 2).fill(WELCOME));
  await deliverDueMails(deps);
  expect([mails.length, waiting.length]).toEqual([DELIVERY_BATCH, 2]);
});
