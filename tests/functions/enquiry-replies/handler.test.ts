import { expect, test, vi } from 'vitest';
import { AGENCY } from '../../../supabase/functions/_shared/contracts/agency.ts';
import { replyAnswerSchema } from '../../../supabase/functions/_shared/contracts/conversation.ts';
import type { CheckedFile } from '../../../supabase/functions/_shared/enquiry-files.ts';
import { MailError, type Mail } from '../../../supabase/functions/_shared/mail.ts';
import { DatabaseError } from '../../../supabase/functions/_shared/rest.ts';
import {
  handleReply,
  type ReplyClaim,
  type ReplyDeps,
} from '../../../supabase/functions/enquiry-replies/handler.ts';
import { replyMail } from '../../../supabase/functions/enquiry-replies/mails.ts';

vi.mock('../../../supabase/functions/_shared/contracts/agency.ts', async (load) => ({
  ...(await load<object>()),
  ANSWERING_OFFICE: { city: 'Athens', zone: 'Europe/Athens' },
}));

const ID = '1c6f7a7e-0000-4000-8000-000000000001';
const ENQUIRY = {
  id: '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f',
  number: 1042,
  name: 'Ada Lovelace',
  email: 'ada@visitor.example',
  subject: 'A website',
  message: 'We would like <b>a new website</b>.\nSoon.',
  createdAt: '2026-11-20 23:30:00+00',
};
const CLAIM: ReplyClaim = {
  ...{ outcome: 'send', enquiry: ENQUIRY, text: 'Gladly.\nWhen?' },
  references: ['<first@agency.example>', '<answer@mail.example>'],
  fileCount: 0,
};
const FROM = { name: 'The Agency', address: 'site@agency.example' };

function setUp(claim: () => Promise<ReplyClaim>, overrides: Partial<ReplyDeps> = {}) {
  const mails: Mail[] = [];
  const settled: unknown[][] = [];
  const logError = vi.fn();
  const deps: ReplyDeps = {
    caller: { hasToken: true, isStaff: async () => true },
    claim,
    compose: async (reply, { enquiry, text, references }) =>
      replyMail({
        ...{ replyId: reply.id, enquiry, text, references, from: FROM, agency: AGENCY },
        replyTo: 'hello+1042.abc@agency.example',
      }),
    storeFiles: async () => undefined,
    filesOf: async () => [],
    sendMail: async (mail) => {
      mails.push(mail);
    },
    settle: async (...outcome) => {
      settled.push(outcome);
    },
    logError,
    ...overrides,
  };
  return { deps, mails, settled, logError };
}

const REPLY = { id: ID, enquiryId: ENQUIRY.id, text: 'Gladly.\nWhen?', lastSeen: null };

async function send(body: unknown, deps: ReplyDeps, method = 'POST') {
  const response = await handleReply(
    new Request('https://functions.example/enquiry-replies', {
      method,
      headers: { 'content-type': 'application/json' },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    }),
    deps,
  );
  return { status: response.status, ...replyAnswerSchema.parse(await response.json()) };
}

const refuse = (code: string, status: number) => () =>
  Promise.reject(new DatabaseError(code, `Reason ${code}`, status));

test('a reply is mailed to the client, in its conversation, and noted as sent', async () => {
  const { deps, mails, settled } = setUp(async () => CLAIM);
  expect(await send(REPLY, deps)).toMatchObject({ status: 200, data: { state: 'sent' } });
  expect(mails).toMatchObject([
    {
      to: { name: 'Ada Lovelace', address: 'ada@visitor.example' },
      replyTo: { name: 'The Agency', address: 'hello+1042.abc@agency.example' },
      subject: 'Re: [#1042] A website',
      messageId: `<reply-${ID}@agency.example>`,
      inReplyTo: '<answer@mail.example>',
      references: [
        `<enquiry-${ENQUIRY.id}@agency.example>`,
        '<first@agency.example>',
        '<answer@mail.example>',
      ],
    },
  ]);
  // Half past midnight in the office.
  expect(mails[0]?.text).toMatch(/^Gladly\.\nWhen\?\n\nOn 2026-11-21 you wrote:\n\n> We would/);
  expect(mails[0]?.html).toContain('Gladly.<br>When?');
  expect(mails[0]?.html).not.toContain('<b>');
  expect(settled).toEqual([[ID, `<reply-${ID}@agency.example>`, null]]);
});

test('a mail that is refused leaves a failed reply with its reason', async () => {
  const { deps, settled } = setUp(async () => CLAIM, {
    sendMail: () => Promise.reject(new MailError('The mail server refused (EAUTH)')),
  });
  expect(await send(REPLY, deps)).toMatchObject({ status: 200, data: { state: 'failed' } });
  expect(settled[0]?.[2]).toBe('The mail server refused (EAUTH)');
});

test.for(['sent', 'sending'] as const)(
  'a reply that is %s is not mailed again',
  async (outcome) => {
    const { deps, mails } = setUp(async () => ({ outcome }));
    expect(await send(REPLY, deps)).toMatchObject({ status: 200, data: { state: outcome } });
    expect(mails).toEqual([]);
  },
);

test.for([
  ['PT404', 404],
  ['PT409', 409],
  ['PT422', 422],
  ['PT429', 429],
] as const)(
  'the refusal %s of the database is answered with %i and its reason',
  async ([code, status]) => {
    const { deps, mails } = setUp(refuse(code, status));
    const reply = await send(REPLY, deps);
    expect(reply).toMatchObject({ status, error: { message: `Reason ${code}` } });
    expect(mails).toEqual([]);
  },
);

test('only members may reply', async () => {
  const claim = vi.fn(async () => CLAIM);
  const visitor = setUp(claim, { caller: { hasToken: false, isStaff: async () => true } });
  expect(await send(REPLY, visitor.deps)).toMatchObject({ status: 401 });
  const waiting = setUp(claim, { caller: { hasToken: true, isStaff: async () => false } });
  expect(await send({}, waiting.deps)).toMatchObject({ status: 403 });
  expect(claim).not.toHaveBeenCalled();
  expect(await send(REPLY, setUp(refuse('PT401', 401)).deps)).toMatchObject({ status: 401 });
  expect(await send(REPLY, setUp(refuse('42501', 403)).deps)).toMatchObject({ status: 403 });
});

test('an unexpected error is logged and not shown', async () => {
  const { deps, logError } = setUp(() => Promise.reject(new Error('password hunter2')));
  const reply = await send(REPLY, deps);
  expect(reply).toMatchObject({ status: 500, error: { code: 'failed' } });
  expect(JSON.stringify(reply)).not.toContain('hunter2');
  expect(logError).toHaveBeenCalledOnce();
});

test.for([
  { ...REPLY, id: 'x' },
  { ...REPLY, text: ' \n' },
  { ...REPLY, text: 'x'.repeat(10_001) },
  { ...REPLY, lastSeen: 7 },
])('an invalid reply is refused: %j', async (body) => {
  const { deps, mails } = setUp(async () => CLAIM);
  expect(await send(body, deps)).toMatchObject({ status: 422 });
  expect(mails).toEqual([]);
});

test('only POST is answered', async () => {
  expect(await send(null, setUp(async () => CLAIM).deps, 'GET')).toMatchObject({ status: 405 });
});

const PDF = new TextEncoder().encode('%PDF-1.4 plan');
const KEPT: CheckedFile = { name: 'plan.pdf', type: 'application/pdf', bytes: PDF };

function withFiles(files: readonly File[], deps: ReplyDeps) {
  const body = new FormData();
  body.append('reply', JSON.stringify(REPLY));
  for (const file of files) body.append('file', file);
  return handleReply(
    new Request('https://functions.example/enquiry-replies', { method: 'POST', body }),
    deps,
  );
}

test('R-58: the files of a reply are stored, and go with its mail', async () => {
  const storeFiles = vi.fn();
  const claim = vi.fn(async () => ({ ...CLAIM, fileCount: 1 }));
  const { deps, mails } = setUp(claim, { storeFiles, filesOf: async () => [KEPT] });
  const response = await withFiles([new File([PDF], 'plan.pdf', { type: KEPT.type })], deps);
  expect(response.status).toBe(200);
  expect(claim).toHaveBeenCalledWith(REPLY, 1);
  expect(storeFiles).toHaveBeenCalledWith(REPLY, [KEPT]);
  expect(mails).toMatchObject([
    {
      attachments: [
        { filename: 'plan.pdf', contentType: 'application/pdf', content: Buffer.from(PDF) },
      ],
    },
  ]);
});

test('sent again, a reply takes its stored files, and fails while one is missing', async () => {
  const again = async () => ({ ...CLAIM, fileCount: 1 });
  const complete = setUp(again, { filesOf: async () => [KEPT] });
  expect(await send(REPLY, complete.deps)).toMatchObject({ data: { state: 'sent' } });
  expect(complete.mails[0]?.attachments).toHaveLength(1);
  const incomplete = setUp(again);
  expect(await send(REPLY, incomplete.deps)).toMatchObject({ data: { state: 'failed' } });
  expect(incomplete.mails).toEqual([]);
  expect(incomplete.settled[0]?.[2]).toMatch(/^A file could not be stored/);
});

test.for([
  [422, 'plan.pdf: The content of the file does not match its type', [['plan.pdf', 'MZ']]],
  [422, 'plan.exe: File extension not allowed', [['plan.exe', '%PDF-1.4']]],
  [413, 'A mail carries at most 10 files of 10 MB together', Array(11).fill(['a.pdf', '%PDF-'])],
  [
    ...([413, 'A mail carries at most 10 files of 10 MB together'] as const),
    Array(3).fill(['a.pdf', `%PDF-${'x'.repeat(4 * 1024 * 1024)}`]),
  ],
] as const)('R-58: %i %s', async ([status, message, files]) => {
  const claim = vi.fn(async () => CLAIM);
  const { deps } = setUp(claim);
  const sent = files.map(([name, text]) => new File([text], name, { type: 'application/pdf' }));
  const response = await withFiles(sent, deps);
  expect([response.status, (await response.json()).error.message]).toEqual([status, message]);
  expect(claim).not.toHaveBeenCalled();
});
