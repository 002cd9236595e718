import { expect, test } from 'vitest';
import type { Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  deliverOwnerNotices,
  NOTICE_BATCH,
  type OwnerNotice,
} from '../../../supabase/functions/send-contact-email/owner-notices.ts';

const NOTICE: OwnerNotice = {
  id: 7,
  happenedAt: '2026-11-20 09:30:00.12+00',
  actor: 'owner@agency.example',
  action: 'staff added as editor',
  subject: 'new@agency.example',
  recipients: ['owner@agency.example', 'second@agency.example'],
};

function setUp(queue: OwnerNotice[], refused: readonly string[] = []) {
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
    },
  };
}

test('R-01: each owner gets a separate mail with action, time and actor', async () => {
  const { deps, mails, settled } = setUp([NOTICE]);
  expect(await deliverOwnerNotices(deps)).toEqual({ sent: 2, failed: 0 });
  expect(mails.map(({ to }) => to)).toEqual(NOTICE.recipients);
  expect(mails[0]?.subject).toBe('Security notice: staff added as editor');
  expect(mails[0]?.text).toContain('Staff added as editor: new@agency.example');
  expect(mails[0]?.text).toContain('When: 2026-11-20 09:30 UTC\nBy: owner@agency.example');
  expect(settled).toEqual([7]);
});

test('a mail without an actor says that no signed-in user did it', async () => {
  const { deps, mails } = setUp([{ ...NOTICE, actor: null }]);
  await deliverOwnerNotices(deps);
  expect(mails[0]?.text).toContain('By: not a signed-in person');
});

test('an email is escaped in the HTML', async () => {
  const { deps, mails } = setUp([{ ...NOTICE, subject: '<b>"x"@y.example' }]);
  await deliverOwnerNotices(deps);
  expect(mails[0]?.html).not.toContain('<b>"x"');
  expect(mails[0]?.html).toContain('&#60;b&#62;');
});

test('a notice stays due if one owner’s mail fails; the others get theirs', async () => {
  const { deps, mails, settled } = setUp([NOTICE], ['owner@agency.example']);
  expect(await deliverOwnerNotices(deps)).toEqual({ sent: 1, failed: 1 });
  expect(mails.map(({ to }) => to)).toEqual(['second@agency.example']);
  expect(settled).toEqual([]);
});

test('one request sends a bounded number of notices', async () => {
  const queue = Array.from({ length: NOTICE_BATCH + 2 }, (_, id) => ({ ...NOTICE, id }));
  const { deps, waiting } = setUp(queue);
  await deliverOwnerNotices(deps);
  expect(waiting).toHaveLength(2);
});
