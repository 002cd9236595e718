import { expect, test, vi } from 'vitest';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import {
  handleTestMail,
  type TestMailClaim,
  type TestMailDeps,
} from '../../../supabase/functions/send-contact-email/test-mail.ts';

async function ask(claim: TestMailClaim, overrides: Partial<TestMailDeps> = {}, method = 'POST') {
  const mails: Mail[] = [];
  const logError = vi.fn();
  const reply = await handleTestMail(
    new Request('https://functions.example/send-contact-email/test', { method }),
    {
      claim: async () => claim,
      sendMail: async (mail) => {
        mails.push(mail);
      },
      logError,
      ...overrides,
    },
  );
  return { status: reply.status, body: await reply.json(), mails, logError };
}

const granted: TestMailClaim = { outcome: 'granted', address: 'owner@agency.example' };

test('an owner gets one mail, at the email of the database', async () => {
  const { status, body, mails } = await ask(granted);
  expect([status, body.data]).toEqual([200, { address: 'owner@agency.example' }]);
  expect(mails.map(({ to }) => to)).toEqual(['owner@agency.example']);
});

test.for<[TestMailClaim, number]>([
  [{ outcome: 'signed-out' }, 401],
  [{ outcome: 'forbidden' }, 403],
  [{ outcome: 'limited', message: 'Please wait' }, 429],
])('%o sends nothing', async ([claim, expected]) => {
  const { status, mails } = await ask(claim);
  expect([status, mails.length]).toEqual([expected, 0]);
});

test('a refusal of the mail server is shown without emails', async () => {
  const { status, body } = await ask(granted, {
    sendMail: () => Promise.reject(new MailError('The mail server refused (550)')),
  });
  expect([status, body.error.message]).toEqual([502, 'The mail server refused (550)']);
});

test('an internal error is logged and not returned', async () => {
  const { status, body, logError } = await ask(granted, {
    claim: () => Promise.reject(new Error('secret words')),
  });
  expect(status).toBe(500);
  expect(JSON.stringify(body)).not.toContain('secret words');
  expect(logError).toHaveBeenCalledOnce();
});

test('GET sends no mail', async () => {
  const { status, mails } = await ask(granted, {}, 'GET');
  expect([status, mails.length]).toEqual([405, 0]);
});
