import { expect, test } from 'vitest';
import { CONVERSATION_LIMITS } from '../../../supabase/functions/_shared/contracts/conversation.ts';
import { deriveKeys, keyedHash } from '../../../supabase/functions/_shared/keyed-hash.ts';
import {
  handleInbound,
  INBOUND_BODY_MAX_BYTES,
  type InboundDeps,
  type InboundMail,
} from '../../../supabase/functions/enquiry-replies/inbound.ts';
import {
  isTokenOf,
  parseReplyAddress,
  replyAddress,
} from '../../../supabase/functions/enquiry-replies/reply-address.ts';

const BASE = 'hello@agency.example';
const THREAD = { id: '8f14e45f-ceea-467f-a0e6-1f3b5c6d7e8f', number: 1042 };
const MESSAGE = '6f1ed002-ab5c-4d32-9d0f-3c6f5a2b7e10';
const key = await deriveKeys(['a secret'], 'enquiry reply address');
const ADDRESS = await replyAddress(key, BASE, THREAD);

function setUp(overrides: Partial<InboundDeps> = {}) {
  const received: [string, InboundMail][] = [];
  const ignored: string[] = [];
  const kept: Parameters<InboundDeps['storeFiles']>[] = [];
  const deps: InboundDeps = {
    isProvider: async (secret) => secret === 'provider secret',
    parseRecipient: (address) => parseReplyAddress(BASE, address),
    findThread: async ({ number, token }) =>
      number === THREAD.number && (await isTokenOf(key, THREAD, token)) ? THREAD.id : null,
    receive: async (enquiryId, mail) => {
      received.push([enquiryId, mail]);
      return { outcome: 'stored', messageId: MESSAGE };
    },
    storeFiles: async (place, files) => {
      kept.push([place, files]);
    },
    hash: (text) => keyedHash(key, text),
    onIgnored: (reason) => ignored.push(reason),
    logError: () => undefined,
    ...overrides,
  };
  return { deps, received, ignored, kept };
}

const MAIL = {
  FromFull: { Email: 'ada@visitor.example', Name: 'Ada Lovelace' },
  ToFull: [{ Email: ADDRESS, Name: '', MailboxHash: '' }],
  OriginalRecipient: ADDRESS,
  TextBody: 'On Monday.\r\n\r\n> When?',
  HtmlBody: '',
  Headers: [{ Name: 'Message-ID', Value: '<answer@mail.example>' }],
  Attachments: [{ Name: 'plan.pdf', Content: 'AAAA' }],
};

function post(body: unknown, authorization = `Basic ${btoa('postmark:provider secret')}`) {
  return new Request('https://functions.example/enquiry-replies/inbound', {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(authorization && { authorization }) },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}

async function send(body: unknown, deps: InboundDeps, authorization?: string) {
  const response = await handleInbound(post(body, authorization), deps);
  return [response.status, (await response.json()).outcome];
}

test('a mail to the address of a conversation is added to it, as text', async () => {
  const { deps, received } = setUp();
  expect(await send(MAIL, deps)).toEqual([200, 'stored']);
  expect(received).toEqual([
    [
      THREAD.id,
      {
        ...{ sender: 'ada@visitor.example', sender_name: 'Ada Lovelace' },
        text: 'On Monday.\n\n> When?',
        message_id: '<answer@mail.example>',
        attachment_names: ['plan.pdf'],
        is_automatic: false,
      },
    ],
  ]);
});

test.for([
  ['no secret', ''],
  ['a wrong secret', 'Bearer guess'],
  ['a wrong password', `Basic ${btoa('postmark:guess')}`],
  ['broken Base64', 'Basic %%%'],
] as const)('a request with %s is refused before its body is read', async ([, authorization]) => {
  const { deps, received } = setUp();
  expect(await send(MAIL, deps, authorization)).toEqual([401, 'refused']);
  expect(received).toEqual([]);
});

test('the secret is accepted as a Bearer token too', async () => {
  const { deps } = setUp();
  expect(await send(MAIL, deps, 'Bearer provider secret'.replace('provider ', ''))).toEqual([
    401,
    'refused',
  ]);
  const other = setUp({ isProvider: async (secret) => secret === 'token' });
  expect(await send(MAIL, other.deps, 'Bearer token')).toEqual([200, 'stored']);
});

const [local = '', token = ''] = ADDRESS.replace('@agency.example', '').split('.');
test.for([
  ['another number', `${local.replace('1042', '1043')}.${token}@agency.example`],
  [
    'a changed token',
    `${local}.${token.replace(/^./, (c) => (c === '0' ? '1' : '0'))}@agency.example`,
  ],
  ['a cut token', `${local}.${token.slice(0, 10)}@agency.example`],
  ['another domain', `${local}.${token}@evil.example`],
  ['another mailbox', `x${local}.${token}@agency.example`],
  ['no token', BASE],
])('a mail with %s in its address is ignored and answered as received', async ([, address]) => {
  const { deps, received, ignored } = setUp();
  const mail = { ...MAIL, OriginalRecipient: address, ToFull: [{ Email: address }] };
  expect(await send(mail, deps)).toEqual([200, 'unknown']);
  expect([received, ignored]).toEqual([[], ['unknown']]);
});

test('the address is found in upper case and among copies', async () => {
  const { deps, received } = setUp();
  const mail = {
    ...MAIL,
    OriginalRecipient: '',
    ToFull: [{ Email: 'other@studio.example' }],
    CcFull: [{ Email: ADDRESS.toUpperCase() }],
  };
  expect(await send(mail, deps)).toEqual([200, 'stored']);
  expect(received).toHaveLength(1);
});

test('a mail without plain text is converted, and nothing of its markup stays', async () => {
  const { deps, received } = setUp();
  const HtmlBody = '<style>p{}</style><p>On <b>Monday</b></p><script>alert(1)</script>';
  await send({ ...MAIL, TextBody: ' ', HtmlBody }, deps);
  expect(received[0]?.[1].text).toBe('On Monday');
});

test('texts are cut to the limits and cleaned', async () => {
  const { deps, received } = setUp();
  await send(
    {
      ...MAIL,
      FromFull: { Email: 'ada@visitor.example', Name: `Ada\r\nBcc: x${'y'.repeat(500)}` },
      TextBody: `\u0000a\u0007${'😀'.repeat(CONVERSATION_LIMITS.mail + 5)}`,
      Attachments: Array.from({ length: 30 }, () => ({ Name: 'é'.repeat(300) })),
    },
    deps,
  );
  const mail = received[0]?.[1];
  expect(Array.from(mail?.text ?? '')).toHaveLength(CONVERSATION_LIMITS.mail);
  expect(mail?.sender_name).toMatch(/^Ada Bcc: xy+$/);
  expect(mail?.sender_name).toHaveLength(CONVERSATION_LIMITS.authorName);
  expect(mail?.attachment_names).toEqual(
    Array(CONVERSATION_LIMITS.attachmentNames).fill('é'.repeat(CONVERSATION_LIMITS.attachmentName)),
  );
});

test.for(['', 'no brackets', '<a@b>\r\nBcc: <c@d>', `<${'x'.repeat(300)}>`])(
  'the Message-ID %j is replaced by a hash, the same for the same mail',
  async (Value) => {
    const { deps, received } = setUp();
    const mail = { ...MAIL, Headers: [{ Name: 'Message-ID', Value }] };
    await send(mail, deps);
    await send(mail, deps);
    const [first, second] = received.map(([, { message_id }]) => message_id);
    expect(first).toMatch(/^<[0-9a-f]{64}@inbound>$/);
    expect(second).toBe(first);
  },
);

test.for([
  ['Auto-Submitted', 'auto-replied', true],
  ['Precedence', 'bulk', true],
  ['Auto-Submitted', 'no', false],
] as const)('%s: %s counts as automatic: %s', async ([Name, Value, isAutomatic]) => {
  const { deps, received } = setUp();
  await send({ ...MAIL, Headers: [{ Name, Value }] }, deps);
  expect(received[0]?.[1].is_automatic).toBe(isAutomatic);
});

test('malformed and too large bodies are refused', async () => {
  const { deps } = setUp();
  expect(await send('{', deps)).toEqual([400, 'refused']);
  expect(await send({ TextBody: 'x' }, deps)).toEqual([422, 'refused']);
  const large = { ...MAIL, HtmlBody: 'x'.repeat(INBOUND_BODY_MAX_BYTES) };
  expect(await send(large, deps)).toEqual([413, 'refused']);
});

test('when the database fails, the provider is told to try again', async () => {
  const { deps } = setUp({ receive: () => Promise.reject(new Error('down')) });
  expect(await send(MAIL, deps)).toEqual([500, 'failed']);
});

// Each overflowed the stack, or took minutes at a megabyte.
test.for([
  ['tables', '<table><tr><td>'.repeat(1500)],
  ['divisions', `${'<div>'.repeat(20_000)}On Monday.`],
  ['lists', '<ul><li>a'.repeat(100_000)],
  ['bold text', '<b>a'.repeat(250_000)],
  ['quotes that end', `${'<blockquote>'.repeat(3000)}a${'</blockquote>'.repeat(3000)}`],
] as const)('a mail of nested %s is stored as unreadable, at once', async ([, HtmlBody]) => {
  const { deps, received } = setUp();
  const before = process.cpuUsage();
  expect(await send({ ...MAIL, TextBody: '', HtmlBody }, deps)).toEqual([200, 'stored']);
  const { user, system } = process.cpuUsage(before);
  expect(received[0]?.[1].text).toMatch(/^This mail could not be read/);
  expect((user + system) / 1_000_000).toBeLessThan(2);
});

test('of a very long mail the beginning is read, also where tags do not end', async () => {
  const { deps, received } = setUp();
  const HtmlBody = `<p>On Monday.${'<p><img><br>a<table><tr><td>b</table>'.repeat(30_000)}`;
  expect(await send({ ...MAIL, TextBody: '', HtmlBody }, deps)).toEqual([200, 'stored']);
  expect(received[0]?.[1].text).toMatch(/^On Monday\./);
});

const base64 = (text: string) => Buffer.from(text, 'latin1').toString('base64');

test('R-58: attachments are kept with the mail, by their content; the others are named', async () => {
  const { deps, received, kept } = setUp();
  const Attachments = [
    { Name: 'plan.pdf', Content: base64('%PDF-1.4 plan'), ContentType: 'application/octet-stream' },
    { Name: 'notes.txt', Content: base64('On Monday.') },
    { Name: 'run.exe', Content: base64('MZ\0\x03') },
    { Name: 'run.exe.pdf', Content: base64('%PDF-1.4') },
    { Name: 'broken.pdf', Content: '***' },
    { Name: 'large.pdf', Content: base64(`%PDF-${'x'.repeat(5 * 1024 * 1024)}`) },
  ];
  expect(await send({ ...MAIL, Attachments }, deps)).toEqual([200, 'stored']);
  expect(kept).toMatchObject([
    [
      { enquiryId: THREAD.id, messageId: MESSAGE },
      [
        { name: 'plan.pdf', type: 'application/pdf' },
        { name: 'notes.txt', type: 'text/plain' },
      ],
    ],
  ]);
  expect(received[0]?.[1].attachment_names).toEqual([
    ...['run.exe', 'run.exe.pdf', 'broken.pdf', 'large.pdf'],
  ]);
});

test('of a mail at most 10 files of 10 MB together are kept', async () => {
  const { deps, received, kept } = setUp();
  const large = { Name: 'large.pdf', Content: base64(`%PDF-${'x'.repeat(4 * 1024 * 1024)}`) };
  await send({ ...MAIL, Attachments: [large, large, large] }, deps);
  expect(kept[0]?.[1]).toHaveLength(2);
  expect(received[0]?.[1].attachment_names).toEqual(['large.pdf']);
  const small = { Name: 'a.pdf', Content: base64('%PDF-1.4') };
  await send({ ...MAIL, Attachments: Array(11).fill(small) }, deps);
  expect(kept[1]?.[1]).toHaveLength(10);
  expect(received[1]?.[1].attachment_names).toEqual(['a.pdf']);
});

test('the provider sends a mail again whose files could not be stored', async () => {
  const Attachments = [{ Name: 'plan.pdf', Content: base64('%PDF-1.4') }];
  const { deps } = setUp({ storeFiles: () => Promise.reject(new Error('down')) });
  expect((await send({ ...MAIL, Attachments }, deps))[0]).toBeGreaterThanOrEqual(500);
});

test('no file is stored with a mail that is not', async () => {
  const Attachments = [{ Name: 'plan.pdf', Content: base64('%PDF-1.4') }];
  const limited = { outcome: 'limited', messageId: null } as const;
  const { deps, kept } = setUp({ receive: async () => limited });
  await send({ ...MAIL, Attachments }, deps);
  expect(kept).toEqual([]);
});
