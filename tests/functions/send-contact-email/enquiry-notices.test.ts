import { expect, test } from 'vitest';
import { specified } from '../../support/specified';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverEnquiryNotices,
  ENQUIRY_NOTICE_BATCH,
  type EnquiryNotice,
  type EnquiryNoticeDeps,
} from '../../../supabase/functions/send-contact-email/enquiry-notices.ts';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';

const NOTICE: EnquiryNotice = {
  enquiryId: '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f',
  kind: 'assigned',
  number: 1042,
  name: 'Ada Lovelace',
  subject: 'A website',
  message: 'We would like <b>a new website</b>.',
  answerBy: new Date('2026-11-24T09:00:00Z'),
  actor: 'owner@agency.example',
  recipient: 'editor@agency.example',
};

function setUp(queue: EnquiryNotice[], overrides: Partial<EnquiryNoticeDeps> = {}) {
  const mails: Mail[] = [];
  const settled: unknown[][] = [];
  const waiting = [...queue];
  const deps: EnquiryNoticeDeps = {
    claim: async () => waiting.shift() ?? null,
    settle: async (...which) => {
      settled.push(which);
    },
    sendMail: async (mail) => {
      mails.push(mail);
    },
    agency: AGENCY,
    teamAddress: 'team@agency.example',
    siteUrl: 'https://site.example',
    ...overrides,
  };
  return { deps, mails, settled, waiting };
}

specified('an assigned member gets who assigned it, the first lines and the link', async () => {
  const { deps, mails, settled } = setUp([NOTICE]);
  expect(await deliverEnquiryNotices(deps)).toEqual({ sent: 1, failed: 0 });
  expect(mails).toMatchObject([
    {
      to: 'editor@agency.example',
      subject: '[#1042] owner@agency.example has assigned you the enquiry of Ada Lovelace',
    },
  ]);
  // Node and Deno may write another comma.
  expect(mails[0]?.text).toMatch(/Answer by: Tue,? 24 Nov,? 10:00 \(Skopje\)/);
  expect(mails[0]?.text).toContain('> We would like <b>a new website</b>.');
  expect(mails[0]?.text).toContain(
    `https://site.example/admin/enquiries?enquiry=${NOTICE.enquiryId}`,
  );
  expect(mails[0]?.html).not.toContain('<b>');
  expect(settled).toEqual([[NOTICE.enquiryId, 'assigned']]);
});

test.for([
  ['client-wrote', '[#1042] Ada Lovelace has answered'],
  ['due', '[#1042] Ada Lovelace waits for an answer'],
] as const)('the notice %s goes to the team without an assignee', async ([kind, subject]) => {
  const { deps, mails } = setUp([{ ...NOTICE, kind, recipient: null, actor: null }]);
  await deliverEnquiryNotices(deps);
  expect(mails).toMatchObject([{ to: 'team@agency.example', subject }]);
});

test('a long message is cut', async () => {
  const { deps, mails } = setUp([{ ...NOTICE, message: '😀'.repeat(900) }]);
  await deliverEnquiryNotices(deps);
  expect(mails[0]?.text).toContain(`> ${'😀'.repeat(300)}…`);
});

test('a notice whose mail was refused stays in the queue', async () => {
  const { deps, settled } = setUp([NOTICE], {
    sendMail: () => Promise.reject(new MailError('refused')),
  });
  expect(await deliverEnquiryNotices(deps)).toEqual({ sent: 0, failed: 1 });
  expect(settled).toEqual([]);
});

test('without TEAM_EMAIL a notice to the team stays in the queue', async () => {
  const { deps, mails, settled } = setUp([{ ...NOTICE, recipient: null }], { teamAddress: '' });
  expect(await deliverEnquiryNotices(deps)).toEqual({ sent: 0, failed: 1 });
  expect([mails, settled]).toEqual([[], []]);
});

test('one call sends a bounded number of notices', async () => {
  const { deps, mails, waiting } = setUp(
    Array.from({ length: ENQUIRY_NOTICE_BATCH + 2 }, () => NOTICE),
  );
  await deliverEnquiryNotices(deps);
  expect([mails.length, waiting.length]).toEqual([ENQUIRY_NOTICE_BATCH, 2]);
});
