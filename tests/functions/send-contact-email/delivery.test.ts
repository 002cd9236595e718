import { expect, test, vi } from 'vitest';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverDueMails,
  DELIVERY_BATCH,
  type DeliveryDeps,
  type DueEnquiry,
} from '../../../supabase/functions/send-contact-email/delivery.ts';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';

const ENQUIRY: DueEnquiry = {
  id: '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f',
  number: 1042,
  name: 'Ada Lovelace',
  email: 'ada@visitor.example',
  phone: null,
  subject: 'A website',
  message: 'We would like a new website.\n\nSoon.',
  service: 'Creative Design & Branding',
  createdAt: '2026-11-20 09:30:00.12+00',
  isTeamMailDue: true,
  isReceiptDue: false,
};

function setUp(queue: DueEnquiry[], overrides: Partial<DeliveryDeps> = {}) {
  const mails: Mail[] = [];
  const settled: unknown[][] = [];
  const waiting = [...queue];
  const onMailFailure = vi.fn();
  const deps: DeliveryDeps = {
    claim: async () => waiting.shift() ?? null,
    settle: async (...outcome) => {
      settled.push(outcome);
    },
    sendMail: async (mail) => {
      mails.push(mail);
    },
    agency: AGENCY,
    teamAddress: 'team@agency.example',
    from: { name: 'The Agency', address: 'site@agency.example' },
    onMailFailure,
    ...overrides,
  };
  return { deps, mails, settled, waiting, onMailFailure };
}

test('R-13: the team gets the enquiry and can reply to the visitor', async () => {
  const { deps, mails, settled } = setUp([ENQUIRY]);
  expect(await deliverDueMails(deps)).toEqual({ sent: 1, failed: 0 });
  expect(mails).toMatchObject([
    {
      to: 'team@agency.example',
      replyTo: { name: 'Ada Lovelace', address: 'ada@visitor.example' },
      subject: '[#1042] Enquiry from Ada Lovelace: A website',
    },
  ]);
  expect(mails[0]?.text).toContain('Service: Creative Design & Branding');
  expect(mails[0]?.text).toContain('Sent: 2026-11-20 09:30 UTC');
  expect(mails[0]?.text).toContain('We would like a new website.\n\nSoon.');
  expect(settled).toEqual([[ENQUIRY.id, 'team', null]]);
});

test('the visitor’s text is escaped in the HTML as well', async () => {
  const markup = {
    subject: '"><img src=x>',
    message: '<a href="https://spam.example">me & you</a>',
  };
  const { deps, mails } = setUp([{ ...ENQUIRY, ...markup }]);
  await deliverDueMails(deps);
  const html = mails[0]?.html ?? '';
  expect(html).not.toMatch(/<a |<img /);
  const shown = html.replace(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)));
  expect(shown).toContain(markup.message);
});

test('without subject the service is the topic, without both there is none', async () => {
  const { deps, mails } = setUp([
    { ...ENQUIRY, subject: null },
    { ...ENQUIRY, subject: null, service: null },
  ]);
  await deliverDueMails(deps);
  expect(mails.map(({ subject }) => subject)).toEqual([
    '[#1042] Enquiry from Ada Lovelace: Creative Design & Branding',
    '[#1042] Enquiry from Ada Lovelace',
  ]);
});

test('the receipt goes to the visitor and contains only the name', async () => {
  const { deps, mails, settled } = setUp([
    { ...ENQUIRY, isReceiptDue: true, phone: '+17185550142' },
  ]);
  await deliverDueMails(deps);
  const receipt = mails[1];
  expect(receipt).toMatchObject({
    to: 'ada@visitor.example',
    subject: '[#1042] We have received your message',
    headers: { 'Auto-Submitted': 'auto-replied' },
  });
  expect(receipt?.text).toContain('Hello Ada Lovelace');
  expect(receipt?.text).toContain('within 24 hours');
  for (const words of ['new website', 'A website', '+1718']) {
    expect(`${receipt?.text}${receipt?.html}${receipt?.subject}`).not.toContain(words);
  }
  expect(settled).toEqual([
    [ENQUIRY.id, 'team', null],
    [ENQUIRY.id, 'receipt', null],
  ]);
});

test('a sent mail to the team is not sent again with the receipt', async () => {
  const { deps, mails } = setUp([{ ...ENQUIRY, isTeamMailDue: false, isReceiptDue: true }]);
  await deliverDueMails(deps);
  expect(mails.map(({ to }) => to)).toEqual(['ada@visitor.example']);
});

test('R-13: a refused mail is recorded with its reason, and the receipt is tried anyway', async () => {
  const { deps, settled, onMailFailure } = setUp([{ ...ENQUIRY, isReceiptDue: true }], {
    sendMail: async ({ to }) => {
      if (to === 'team@agency.example') throw new MailError('The mail server refused (EAUTH)');
    },
  });
  expect(await deliverDueMails(deps)).toEqual({ sent: 1, failed: 1 });
  expect(settled).toEqual([
    [ENQUIRY.id, 'team', 'The mail server refused (EAUTH)'],
    [ENQUIRY.id, 'receipt', null],
  ]);
  expect(onMailFailure).toHaveBeenCalledWith('The mail server refused (EAUTH)');
});

test('the text of an unexpected failure is not stored', async () => {
  const { deps, settled } = setUp([ENQUIRY], {
    sendMail: () => Promise.reject(new Error('at /srv/functions/mail.ts with password hunter2')),
  });
  await deliverDueMails(deps);
  expect(settled).toEqual([[ENQUIRY.id, 'team', 'The mail could not be sent']]);
});

test('without TEAM_EMAIL the mail waits with that reason', async () => {
  const { deps, mails, settled } = setUp([ENQUIRY], { teamAddress: '' });
  await deliverDueMails(deps);
  expect(mails).toEqual([]);
  expect(settled).toEqual([[ENQUIRY.id, 'team', 'No address of the team is set (TEAM_EMAIL)']]);
});

test('one call sends a bounded number of mails', async () => {
  const { deps, mails, waiting } = setUp(Array.from({ length: DELIVERY_BATCH + 3 }, () => ENQUIRY));
  await deliverDueMails(deps);
  expect([mails.length, waiting.length]).toEqual([DELIVERY_BATCH, 3]);
});
