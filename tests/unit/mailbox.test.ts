import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createMailbox, type Mailbox } from '../../scripts/lib/mailbox/mailbox.mjs';
import { htmlToText, linkify, linksIn } from '../../scripts/lib/mailbox/text.mjs';

async function startMailbox(options: { dataFile?: string } = {}) {
  const mailbox = createMailbox(options);
  onTestFinished(() => mailbox.close());
  const { httpPort, smtpPort } = await mailbox.listen({ httpPort: 0, smtpPort: 0 });
  return { mailbox, smtpPort, url: `http://127.0.0.1:${httpPort}`, httpPort };
}

async function createFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

function addMail(mailbox: Mailbox, overrides: Partial<Parameters<Mailbox['add']>[0]> = {}) {
  return mailbox.add({
    from: 'Cumulus <hello@agency.example>',
    to: 'mira@example.com',
    subject: 'Confirm your account',
    text: 'Open https://agency.example/confirm to continue.',
    html: '<p>Open <a href="https://agency.example/confirm?a=1&amp;b=2">this link</a>.</p>',
    ...overrides,
  });
}

async function getJson(address: string) {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return response.json();
}

/** Speaks SMTP line by line and returns the server's last reply to each step. */
async function converse(port: number, steps: string[]) {
  const socket = connect(port, '127.0.0.1');
  onTestFinished(() => {
    socket.destroy();
  });
  const replies = [await replyOf(socket)];
  for (const step of steps) {
    socket.write(`${step}\r\n`);
    replies.push(await replyOf(socket));
  }
  socket.end();
  return replies;
}

async function replyOf(socket: Socket) {
  let reply = '';
  for (;;) {
    const [chunk] = await once(socket, 'data');
    reply += String(chunk);
    const lastLine = reply.trimEnd().split('\r\n').at(-1) ?? '';
    if (reply.endsWith('\r\n') && /^\d{3} /.test(lastLine)) return reply;
  }
}

function statusWithHost(port: number, host: string, method = 'GET') {
  return new Promise<number | undefined>((resolve, reject) => {
    request({ port, host: '127.0.0.1', path: '/api/v1/messages', method, headers: { host } })
      .on('response', (response) => {
        response.resume();
        resolve(response.statusCode);
      })
      .on('error', reject)
      .end();
  });
}

const MIME_MESSAGE = [
  'From: =?utf-8?B?SsO8cmdlbg==?= <juergen@example.com>',
  'To: Team <team@agency.example>',
  'Cc: copy@agency.example',
  'Reply-To: answers@example.com',
  'Subject: =?utf-8?Q?Gr=C3=BC=C3=9Fe_aus_=D0=A1=D0=BA=D0=BE=D0=BF=D1=98=D0=B5?=',
  'Message-ID: <note-1@example.com>',
  'Date: Fri, 06 Nov 2026 09:30:00 +0100',
  'List-Unsubscribe: <https://agency.example/unsubscribe?t=1>',
  'List-Unsubscribe-Post: List-Unsubscribe=One-Click',
  'MIME-Version: 1.0',
  'Content-Type: multipart/mixed; boundary="outer"',
  '',
  '--outer',
  'Content-Type: multipart/alternative; boundary="inner"',
  '',
  '--inner',
  'Content-Type: text/plain; charset=utf-8',
  '',
  'Hello from Skopje',
  '..a line that begins with a dot',
  '--inner',
  'Content-Type: text/html; charset=utf-8',
  '',
  '<p>Hello from <b>Skopje</b></p>',
  '--inner--',
  '--outer',
  'Content-Type: text/csv; name="rates.csv"',
  'Content-Disposition: attachment; filename="rates.csv"',
  'Content-Transfer-Encoding: base64',
  '',
  'YSxi',
  '--outer--',
].join('\r\n');

test('a mail sent by SMTP arrives with sender, parts, attachment and hidden recipient', async () => {
  const { smtpPort, url } = await startMailbox();

  const replies = await converse(smtpPort, [
    'EHLO client.example',
    'MAIL FROM:<bounces@example.com>',
    'RCPT TO:<team@agency.example>',
    'RCPT TO:<hidden@agency.example>',
    'DATA',
    `${MIME_MESSAGE}\r\n.`,
    'QUIT',
  ]);

  expect(replies.map((reply) => reply.slice(0, 3))).toEqual([
    ...['220', '250', '250', '250', '250', '354', '250', '221'],
  ]);
  const { messages } = await getJson(`${url}/api/v1/messages`);
  expect(messages).toHaveLength(1);
  expect(await getJson(`${url}/api/v1/message/${messages[0].ID}`)).toMatchObject({
    MessageID: 'note-1@example.com',
    From: { Name: 'Jürgen', Address: 'juergen@example.com' },
    To: [{ Name: 'Team', Address: 'team@agency.example' }],
    Cc: [{ Name: '', Address: 'copy@agency.example' }],
    Bcc: [{ Name: '', Address: 'hidden@agency.example' }],
    ReplyTo: [{ Name: '', Address: 'answers@example.com' }],
    ReturnPath: 'bounces@example.com',
    Subject: 'Grüße aus Скопје',
    Date: '2026-11-06T08:30:00.000Z',
    Text: expect.stringMatching(/^Hello from Skopje\r?\n\.a line that begins with a dot/),
    HTML: expect.stringContaining('<b>Skopje</b>'),
    Inline: [],
    Attachments: [{ FileName: 'rates.csv', ContentType: 'text/csv', Size: 3 }],
    ListUnsubscribe: {
      Links: ['https://agency.example/unsubscribe?t=1'],
      HeaderPost: 'List-Unsubscribe=One-Click',
    },
  });
});

test('SMTP accepts any user name and password, and advertises no TLS', async () => {
  const { smtpPort } = await startMailbox();
  const credentials = Buffer.from('\0anyone\0anything').toString('base64');
  const replies = await converse(smtpPort, ['EHLO client.example', `AUTH PLAIN ${credentials}`]);
  expect(replies[1]).not.toContain('STARTTLS');
  expect(replies[1]).toContain('SIZE 10485760');
  expect(replies[2]).toMatch(/^235 /);
});

test('SMTP refuses a message larger than 10 MB and stays usable', async () => {
  const { smtpPort, url } = await startMailbox();
  const tooLarge = `Subject: large\r\n\r\n${`${'x'.repeat(998)}\r\n`.repeat(10_600)}.`;
  const envelope = ['MAIL FROM:<a@example.com>', 'RCPT TO:<b@example.com>', 'DATA'];
  const replies = await converse(smtpPort, [
    'EHLO client.example',
    ...envelope,
    tooLarge,
    ...envelope,
    'Subject: small\r\n\r\nfits\r\n.',
  ]);
  expect(replies[5]).toMatch(/^552 /);
  expect(replies[9]).toMatch(/^250 /);
  const { messages } = await getJson(`${url}/api/v1/messages`);
  expect(messages.map((mail: { Subject: string }) => mail.Subject)).toEqual(['small']);
});

test('the list has the format of Mailpit, newest first, paged by start and limit', async () => {
  const { mailbox, url } = await startMailbox();
  addMail(mailbox, { subject: 'first' });
  addMail(mailbox, { subject: 'second' });
  const newest = addMail(mailbox, { subject: 'third', to: ['Mira <mira@example.com>', 'b@x.io'] });

  const list = await getJson(`${url}/api/v1/messages?start=0&limit=2`);
  expect(list).toEqual({
    total: 3,
    unread: 3,
    count: 2,
    messages_count: 3,
    messages_unread: 3,
    start: 0,
    tags: [],
    messages: [
      {
        ID: newest,
        MessageID: `${newest}@localhost`,
        Read: false,
        From: { Name: 'Cumulus', Address: 'hello@agency.example' },
        To: [
          { Name: 'Mira', Address: 'mira@example.com' },
          { Name: '', Address: 'b@x.io' },
        ],
        Cc: [],
        Bcc: [],
        ReplyTo: [],
        Subject: 'third',
        Created: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        Username: '',
        Tags: [],
        Size: expect.any(Number),
        Attachments: 0,
        Snippet: 'Open this link.',
      },
      expect.objectContaining({ Subject: 'second' }),
    ],
  });
  const rest = await getJson(`${url}/api/v1/messages?start=2&limit=2`);
  expect(rest).toMatchObject({ start: 2, count: 1, messages: [{ Subject: 'first' }] });
});

test('reading a message marks it as read; an unknown one is not found', async () => {
  const { mailbox, url } = await startMailbox();
  const id = addMail(mailbox);

  const detail = await getJson(`${url}/api/v1/message/${id}`);
  expect(Object.keys(detail)).toEqual(
    expect.arrayContaining(['ID', 'MessageID', 'ReturnPath', 'Date', 'Tags', 'Size', 'Inline']),
  );
  expect(detail).toMatchObject({
    Text: 'Open https://agency.example/confirm to continue.',
    HTML: expect.stringContaining('confirm?a=1&amp;b=2'),
    Attachments: [],
  });
  expect(await getJson(`${url}/api/v1/messages`)).toMatchObject({
    unread: 0,
    messages: [{ Read: true }],
  });
  expect((await fetch(`${url}/api/v1/message/unknown`)).status).toBe(404);
});

test('a mail with only HTML gets readable text', async () => {
  const { mailbox, url } = await startMailbox();
  addMail(mailbox, {
    text: undefined,
    html: '<style>p{}</style><h1>Hi</h1><p>Press <a href="https://x.io/?a=1&amp;b=2">here</a></p>',
  });
  const { Text } = await getJson(`${url}/api/v1/message/latest`);
  expect(Text).toBe('Hi\n\nPress here ( https://x.io/?a=1&b=2 )');
});

test.each([
  ['to:mira@example.com', ['Welcome to the news']],
  ['to:"mira@example.com" subject:welcome', ['Welcome to the news']],
  ['subject:"the news"', ['Welcome to the news']],
  ['enquiry', ['New enquiry']],
  ['to:example.com -subject:enquiry', ['Welcome to the news']],
  ['brooklyn', ['New enquiry']],
  ['to:nobody@example.com', []],
])('search finds %s', async (query, subjects) => {
  const { mailbox, url } = await startMailbox();
  addMail(mailbox, { subject: 'New enquiry', to: 'team@example.com', text: 'From Brooklyn' });
  addMail(mailbox, { subject: 'Welcome to the news' });

  const found = await getJson(`${url}/api/v1/search?${new URLSearchParams({ query })}`);
  expect(found.messages.map((mail: { Subject: string }) => mail.Subject)).toEqual(subjects);
  expect(found).toMatchObject({ total: 2, messages_count: subjects.length });
});

test('a search without a query is refused', async () => {
  const { url } = await startMailbox();
  expect((await fetch(`${url}/api/v1/search?query=`)).status).toBe(400);
});

test('delete removes the named mails, and all of them when none is named', async () => {
  const { mailbox, url } = await startMailbox();
  const first = addMail(mailbox, { subject: 'first' });
  addMail(mailbox, { subject: 'second' });
  addMail(mailbox, { subject: 'third' });

  const some = await fetch(`${url}/api/v1/messages`, {
    method: 'DELETE',
    body: JSON.stringify({ IDs: [first] }),
  });
  expect([some.status, await some.text()]).toEqual([200, 'ok']);
  expect((await getJson(`${url}/api/v1/messages`)).total).toBe(2);

  const broken = await fetch(`${url}/api/v1/messages`, { method: 'DELETE', body: '{"IDs":' });
  expect(broken.status).toBe(400);
  expect((await getJson(`${url}/api/v1/messages`)).total).toBe(2);

  expect((await fetch(`${url}/api/v1/messages`, { method: 'DELETE' })).status).toBe(200);
  expect((await getJson(`${url}/api/v1/messages`)).total).toBe(0);
});

test('mails and their read state survive a restart', async () => {
  const dataFile = path.join(await createFolder(), 'nested', 'mails.json');
  const before = createMailbox({ dataFile });
  const read = addMail(before, { subject: 'read' });
  addMail(before, { subject: 'unread' });
  const { httpPort } = await before.listen({ httpPort: 0, smtpPort: 0 });
  await fetch(`http://127.0.0.1:${httpPort}/api/v1/message/${read}`);
  await before.close();

  const { url } = await startMailbox({ dataFile });
  expect((await getJson(`${url}/api/v1/messages`)).messages).toMatchObject([
    { Subject: 'unread', Read: false },
    { ID: read, Subject: 'read', Read: true },
  ]);
  expect(await readdir(path.dirname(dataFile))).toEqual(['mails.json']);
  expect((await stat(dataFile)).mode & 0o077).toBe(0);
});

test.each(['{"version":1,"mails":[{"ID":', '{"version":1,"mails":[{"ID":"x"}]}', ''])(
  'a data file holding %j is set aside and the mailbox starts empty',
  async (content) => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const dataFile = path.join(await createFolder(), 'mails.json');
    await writeFile(dataFile, content);

    const { mailbox, url } = await startMailbox({ dataFile });
    expect((await getJson(`${url}/api/v1/messages`)).total).toBe(0);
    expect(await readFile(`${dataFile}.broken`, 'utf8')).toBe(content);
    expect(warn).toHaveBeenCalledOnce();

    addMail(mailbox);
    await mailbox.close();
    expect(JSON.parse(await readFile(dataFile, 'utf8')).mails).toHaveLength(1);
  },
);

test('a data file that cannot be written is a warning, not a failure', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const folder = await createFolder();
  const mailbox = createMailbox({ dataFile: path.join(folder, 'mails.json') });
  await rm(folder, { recursive: true });
  addMail(mailbox);
  await mailbox.close();
  expect(warn).toHaveBeenCalledOnce();
});

test('the newest 500 mails are kept', async () => {
  const { mailbox, url } = await startMailbox();
  for (let number = 1; number <= 502; number += 1) addMail(mailbox, { subject: `mail ${number}` });

  const { total, messages } = await getJson(`${url}/api/v1/messages?limit=1000`);
  expect(total).toBe(500);
  expect([messages.at(0).Subject, messages.at(-1).Subject]).toEqual(['mail 502', 'mail 3']);
});

test('hostile text is escaped wherever the page shows it', async () => {
  const { mailbox, url } = await startMailbox();
  const attack = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`;
  const id = await mailbox.addRaw(
    [
      `From: ${attack.replaceAll('"', '')} <evil@example.com>`,
      'To: mira@example.com',
      `Subject: ${attack}`,
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: text/plain',
      '',
      `${attack} javascript:alert(3) https://x.io/"onmouseover="alert(4)`,
      '--b',
      `Content-Disposition: attachment; filename="${attack.replaceAll('"', '')}"`,
      '',
      'x',
      '--b--',
    ].join('\r\n'),
  );

  const queries: Record<string, string>[] = [
    {},
    { mail: id, as: 'text' },
    { mail: id, query: `unmatched${attack}` },
  ];
  for (const query of queries) {
    const address = `${url}/?${new URLSearchParams(query)}`;
    const page = await (await fetch(address)).text();
    expect(page).toContain('&lt;img src=x onerror=alert(2)&gt;');
    expect(page).not.toMatch(/<script>alert|<img|<a[^>]*onmouseover|href="javascript/i);
    expect(page.match(/<script/g)).toHaveLength(1);
  }
});

test('an HTML mail is shown in a sandbox without scripts, alone under its own policy', async () => {
  const { mailbox, url } = await startMailbox();
  const id = addMail(mailbox, { html: '<script>alert(1)</script><p>Hello</p>' });

  const response = await fetch(`${url}/?mail=${id}`);
  const page = await response.text();
  expect(page).toContain(
    '<iframe title="The mail as HTML" sandbox="allow-popups allow-popups-to-escape-sandbox"',
  );
  expect(page).not.toContain('alert(1)');
  const pagePolicy = response.headers.get('content-security-policy') ?? '';
  expect(pagePolicy).toContain("default-src 'none'");
  expect(pagePolicy).toContain("frame-ancestors 'none'");
  expect(pagePolicy).not.toContain('unsafe-inline');

  const mail = await fetch(`${url}/view/${id}`);
  expect(await mail.text()).toContain('<base target="_blank">');
  const mailPolicy = mail.headers.get('content-security-policy') ?? '';
  expect(mailPolicy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
  expect(mailPolicy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
});

test('the page lists the links of a mail in full', async () => {
  const { mailbox, url } = await startMailbox();
  const id = addMail(mailbox);
  const page = await (await fetch(`${url}/?mail=${id}`)).text();
  const shown = 'https://agency.example/confirm?a=1&amp;b=2';
  expect(page).toContain(
    `<a href="${shown}" target="_blank" rel="noopener noreferrer">${shown}</a>`,
  );
});

test('the page has different texts for an empty mailbox, no match and a deleted mail', async () => {
  const { mailbox, url } = await startMailbox();
  expect(await (await fetch(url)).text()).toContain('Nothing here yet');
  addMail(mailbox);
  expect(await (await fetch(`${url}/?query=zebra`)).text()).toContain('No mail matches');
  const gone = await fetch(`${url}/?mail=unknown`);
  expect(gone.status).toBe(404);
  expect(await gone.text()).toContain('This mail is gone');
});

test('only links to the web are made clickable', () => {
  expect(linkify('See https://x.io/a?b=1&c=2. Or javascript:alert(1)')).toBe(
    'See <a href="https://x.io/a?b=1&amp;c=2" target="_blank" rel="noopener noreferrer">' +
      'https://x.io/a?b=1&amp;c=2</a>. Or javascript:alert(1)',
  );
  const HTML = '<a href="javascript:alert(1)">a</a><a href=\'data:text/html,x\'>b</a>';
  expect(linksIn({ Text: '', HTML: `${HTML}<a href=https://x.io/c>c</a>` })).toEqual([
    'https://x.io/c',
  ]);
});

test.each(['<', '<!--', '<a href="https://x.io">', '<style>', '&nbsp;', '<img '])(
  'text of a mail made of a million characters of %s is found in moderate time',
  (piece) => {
    const started = performance.now();
    htmlToText(piece.repeat(1_000_000 / piece.length));
    expect(performance.now() - started).toBeLessThan(2_000);
  },
);

test('a request for a foreign host name is refused', async () => {
  const { httpPort } = await startMailbox();
  expect(await statusWithHost(httpPort, 'evil.example')).toBe(403);
  expect(await statusWithHost(httpPort, `localhost.evil.example:${httpPort}`)).toBe(403);
  expect(await statusWithHost(httpPort, 'evil.example', 'DELETE')).toBe(403);
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(await statusWithHost(httpPort, `${host}:${httpPort}`)).toBe(200);
  }
});

test('answers are never sniffed and never shared with other origins', async () => {
  const { url } = await startMailbox();
  const response = await fetch(`${url}/api/v1/messages`, {
    headers: { origin: 'https://evil.example' },
  });
  expect(response.headers.get('x-content-type-options')).toBe('nosniff');
  expect(response.headers.get('access-control-allow-origin')).toBeNull();
  const preflight = await fetch(`${url}/api/v1/messages`, { method: 'OPTIONS' });
  expect(preflight.status).toBe(405);
});

test.each(['httpPort', 'smtpPort'])('a taken %s rejects and leaves nothing open', async (taken) => {
  const other = createServer().listen(0, '127.0.0.1');
  await once(other, 'listening');
  onTestFinished(() => {
    other.close();
  });
  const address = other.address();
  if (!address || typeof address === 'string') throw new Error('No port');
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const free = probe.address();
  if (!free || typeof free === 'string') throw new Error('No port');
  probe.close();
  await once(probe, 'close');

  const mailbox = createMailbox();
  const ports = { httpPort: free.port, smtpPort: free.port, [taken]: address.port };
  await expect(mailbox.listen(ports)).rejects.toMatchObject({
    code: 'EADDRINUSE',
    port: address.port,
  });
  await expect(fetch(`http://127.0.0.1:${free.port}/`)).rejects.toThrow();

  onTestFinished(() => mailbox.close());
  await expect(mailbox.listen({ httpPort: 0, smtpPort: 0 })).resolves.toMatchObject({
    host: '127.0.0.1',
  });
});

test('closing does not wait for clients that stay connected', async () => {
  const { mailbox, smtpPort, url } = await startMailbox();
  const idle = connect(smtpPort, '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'data');
  const ended = once(idle, 'close');
  await mailbox.close();
  await ended;
  await expect(fetch(url)).rejects.toThrow();
});
