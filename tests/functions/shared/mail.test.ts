import { expect, onTestFinished, test } from 'vitest';
import { startMailbox } from '../../../scripts/lib/local/mailbox.ts';
import {
  createMailer,
  MailError,
  parseMailAddress,
  readMailSettings,
  type Mail,
} from '../../../supabase/functions/_shared/mail.ts';

const FROM = 'The Agency <site@agency.example>';
const MAIL: Mail = {
  to: 'team@agency.example',
  replyTo: { name: 'Živka "Ž" O’Neil', address: 'zivka@visitor.example' },
  subject: 'Hello',
  text: 'Hello there',
  html: '<p>Hello there</p>',
};

function settingsOf(env: Record<string, string>) {
  return readMailSettings((name) => env[name]);
}

async function openMailbox() {
  const { httpPort, smtpPort, close } = await startMailbox({ httpPort: 0, smtpPort: 0 });
  onTestFinished(close);
  const read = async () => {
    const list = await fetch(`http://127.0.0.1:${httpPort}/api/v1/messages`).then((r) => r.json());
    return Promise.all(
      list.messages.map(async ({ ID }: { ID: string }) =>
        (await fetch(`http://127.0.0.1:${httpPort}/api/v1/message/${ID}`)).json(),
      ),
    );
  };
  const settings = settingsOf({
    SMTP_HOST: '127.0.0.1',
    SMTP_PORT: `${smtpPort}`,
    MAIL_FROM: FROM,
  });
  return { sendMail: createMailer(settings), read };
}

test('a mail arrives with its sender and Reply-To', async () => {
  const { sendMail, read } = await openMailbox();
  await sendMail(MAIL);
  expect(await read()).toMatchObject([
    {
      From: { Name: 'The Agency', Address: 'site@agency.example' },
      To: [{ Address: 'team@agency.example' }],
      ReplyTo: [{ Name: 'Živka "Ž" O’Neil', Address: 'zivka@visitor.example' }],
      Subject: 'Hello',
      Text: expect.stringContaining('Hello there'),
    },
  ]);
});

test.for([
  'Hi\r\nBcc: all@visitor.example',
  'Hi\nBcc: all@visitor.example',
  'Hi\u2028Bcc: x@y.example',
])('the subject %j adds no header and no recipient', async (subject) => {
  const { sendMail, read } = await openMailbox();
  const name = `Ada\r\nBcc: all@visitor.example`;
  await sendMail({ ...MAIL, subject, replyTo: { name, address: 'ada@visitor.example' } });
  const [mail, ...others] = await read();
  expect(others).toEqual([]);
  expect(mail).toMatchObject({ To: [{ Address: 'team@agency.example' }], Bcc: [] });
  expect(mail.Subject).toMatch(/^Hi Bcc: /);
});

test('R-13: an unreachable server gives a MailError without emails', async () => {
  const settings = settingsOf({ SMTP_HOST: '127.0.0.1', SMTP_PORT: '1', MAIL_FROM: FROM });
  const failure = await createMailer(settings)(MAIL).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(MailError);
  expect(String(failure)).toMatch(/refused \(\w+\)$/);
  expect(String(failure)).not.toContain('@');
});

test('without settings every mail fails with the names of the settings', async () => {
  await expect(createMailer(settingsOf({}))(MAIL)).rejects.toThrow(/SMTP_HOST, MAIL_FROM/);
});

test.for([
  [{}, { port: 465, isSecure: true }],
  [{ SMTP_PORT: '2525' }, { port: 2525, isSecure: false }],
  [
    { SMTP_PORT: '2525', SMTP_SECURE: 'true' },
    { port: 2525, isSecure: true },
  ],
  [
    { SMTP_PORT: '465', SMTP_SECURE: 'false' },
    { port: 465, isSecure: false },
  ],
] as const)('the settings %j mean %j', ([env, settings]) => {
  expect(settingsOf({ SMTP_HOST: 'mail.example', MAIL_FROM: FROM, ...env })).toMatchObject(
    settings,
  );
});

test.for([
  ['a@b.example', { name: '', address: 'a@b.example' }],
  ['Cumulus & Craft <a@b.example>', { name: 'Cumulus & Craft', address: 'a@b.example' }],
  ['"Quoted, Name" <a@b.example>', { name: 'Quoted, Name', address: 'a@b.example' }],
  ['nobody', null],
  ['', null],
] as const)('the address of %j is %j', ([text, address]) => {
  expect(parseMailAddress(text)).toEqual(address);
});
