import { expect, test } from 'vitest';
import type { Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverStaffNotices,
  NOTICE_BATCH,
  type StaffNotice,
} from '../../../supabase/functions/send-contact-email/staff-notices.ts';

const NOTICE: StaffNotice = {
  id: 7,
  happenedAt: '2026-11-20 09:30:00.12+00',
  actor: 'owner@agency.example',
  action: 'staff added as editor',
  subject: 'new@agency.example',
  news: null,
  recipients: ['owner@agency.example', 'second@agency.example'],
};

function setUp(queue: StaffNotice[], refused: readonly string[] = []) {
  const mails: Mail[] = [];
  const settled: number[] = [];
  const waiting = [...queue];
  return {
    mails,
    settled,
    waiting,
    deps: {
      claim: async () => waiting.shift() ?? null,
      settle: async (id: number) => void settled.push(id),
      sendMail: async (mail: Mail) => {
        if (refused.includes(String(mail.to))) throw new Error('refused');
        mails.push(mail);
      },
      siteUrl: 'https://agency.example',
    },
  };
}

test('R-01: each owner gets a separate mail with action, time and actor', async () => {
  const { deps, mails, settled } = setUp([NOTICE]);
  expect(await deliverStaffNotices(deps)).toEqual({ sent: 2, failed: 0 });
  expect(mails.map(({ to }) => to)).toEqual(NOTICE.recipients);
  expect(mails[0]?.subject).toBe('Security notice: staff added as editor');
  expect(mails[0]?.text).toContain('Staff added as editor: new@agency.example');
  expect(mails[0]?.text).toContain('When: 2026-11-20 09:30 UTC\nBy: owner@agency.example');
  expect(settled).toEqual([7]);
});

test('a mail without an actor says that no signed-in user did it', async () => {
  const { deps, mails } = setUp([{ ...NOTICE, actor: null }]);
  await deliverStaffNotices(deps);
  expect(mails[0]?.text).toContain('By: not a signed-in person (the service key or SQL)');
});

test('owners are told when the contact form takes no enquiries, and where they see that it works again', async () => {
  const { deps, mails } = setUp([
    { ...NOTICE, action: 'enquiry check failed', subject: 'out of order', actor: null },
  ]);
  await deliverStaffNotices(deps);
  expect(mails[0]?.subject).toBe('The contact form takes no enquiries');
  expect(mails[0]?.text).toContain('was not taken: out of order');
  expect(mails[0]?.text).toContain('https://agency.example/admin/health');
});

test('an email is escaped in the HTML', async () => {
  const { deps, mails } = setUp([{ ...NOTICE, subject: '<b>"x"@y.example' }]);
  await deliverStaffNotices(deps);
  expect(mails[0]?.html).not.toContain('<b>"x"');
  expect(mails[0]?.html).toContain('&#60;b&#62;');
});

test('a notice stays due if one owner’s mail fails; the others get theirs', async () => {
  const { deps, mails, settled } = setUp([NOTICE], ['owner@agency.example']);
  expect(await deliverStaffNotices(deps)).toEqual({ sent: 1, failed: 1 });
  expect(mails.map(({ to }) => to)).toEqual(['second@agency.example']);
  expect(settled).toEqual([]);
});

test('one request sends a bounded number of notices', async () => {
  const queue = Array.from({ length: NOTICE_BATCH + 2 }, (_, id) => ({ ...NOTICE, id }));
  const { deps, waiting } = setUp(queue);
  await deliverStaffNotices(deps);
  expect(waiting).toHaveLength(2);
});

test.for([
  [
    'added',
    'staff added as owner',
    /as an owner\..*https:\/\/agency\.example\/admin.*choose “Sign Up”/s,
  ],
  [
    'approved',
    'staff added as editor',
    /You are an editor now\..*https:\/\/agency\.example\/admin/s,
  ],
  ['declined', 'access request declined', /has declined your request/],
  ['role changed', 'staff role changed to owner', /You are an owner now\./],
  ['removed', 'staff removed', /is closed for it/],
] as const)(
  'a person who was %s is told so, without the name of anybody',
  async ([news, action, words]) => {
    const person = { ...NOTICE, action, news, recipients: [NOTICE.subject] };
    const { deps, mails, settled } = setUp([person]);
    expect(await deliverStaffNotices(deps)).toEqual({ sent: 1, failed: 0 });
    expect(mails[0]).toMatchObject({ to: NOTICE.subject, text: expect.stringMatching(words) });
    expect(mails[0]?.subject).toContain('agency.example');
    expect(mails[0]?.text).not.toContain('owner@agency.example');
    expect(settled).toEqual([7]);
  },
);
