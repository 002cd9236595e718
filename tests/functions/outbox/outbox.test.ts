import { expect, test } from 'vitest';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import { MAIL_BATCH } from '../../../supabase/functions/_shared/outbox/outbox.ts';
import { deliver, type Due } from './deliver';

const ID = '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f';
const mailTo = (recipient: string | null): Due => ({
  ...{ kind: 'newsletter-welcome', recipient, about: { id: ID } },
});

test('each mail goes to its recipient, one for the team to TEAM_EMAIL, and is settled', async () => {
  const { tally, mails, settled } = await deliver([mailTo('ada@reader.example'), mailTo(null)]);
  expect(mails.map(({ to }) => to)).toEqual([
    { name: '', address: 'ada@reader.example' },
    'team@agency.example',
  ]);
  expect(settled).toEqual([
    [1, null],
    [2, null],
  ]);
  expect(tally).toEqual({ sent: 2, failed: 0 });
});

test('R-13: a refused mail is recorded with its reason, and the next one is sent', async () => {
  const mails: Mail[] = [];
  const { tally, settled, onFailure } = await deliver(
    [mailTo('a@b.example'), mailTo('c@d.example')],
    {
      sendMail: async (mail) => {
        if (mails.push(mail) === 1) throw new MailError('The mail server refused (550)');
      },
    },
  );
  expect(settled).toEqual([
    [1, 'The mail server refused (550)'],
    [2, null],
  ]);
  expect(tally).toEqual({ sent: 1, failed: 1 });
  expect(onFailure).toHaveBeenCalledExactlyOnceWith(
    'newsletter-welcome',
    'The mail server refused (550)',
  );
});

test('the text of an unexpected failure is not stored', async () => {
  const { settled } = await deliver([mailTo('ada@reader.example')], {
    sendMail: () => Promise.reject(new Error('rejected ada@reader.example with password hunter2')),
  });
  expect(settled).toEqual([[1, 'The mail could not be sent']]);
});

test('without TEAM_EMAIL a mail to the team waits with that reason', async () => {
  const { mails, settled } = await deliver([mailTo(null)], { teamAddress: '' });
  expect(mails).toEqual([]);
  expect(settled).toEqual([[1, 'No address of the team is set (TEAM_EMAIL)']]);
});

test.for([
  ['of a kind this version does not know', { ...mailTo('a@b.example'), kind: 'of-tomorrow' }],
  ['whose facts are incomplete', { ...mailTo('a@b.example'), about: {} }],
] as const)('a mail %s fails with a reason, and stops no other', async ([, broken]) => {
  const { mails, settled, logError } = await deliver([broken, mailTo('ada@reader.example')]);
  expect(mails).toHaveLength(1);
  expect(settled).toEqual([
    [1, 'The mail could not be composed'],
    [2, null],
  ]);
  expect(logError).toHaveBeenCalledOnce();
});

test('one request sends a bounded number of mails', async () => {
  const queue = Array.from({ length: MAIL_BATCH + 2 }, () => mailTo('ada@reader.example'));
  const { mails, waiting } = await deliver(queue);
  expect([mails.length, waiting.length]).toEqual([MAIL_BATCH, 2]);
});
