import { mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTransport, type SendMailOptions } from 'nodemailer';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startMailbox } from '../../scripts/lib/local/mailbox.ts';

async function openMailbox(
  dataFile?: string,
  onReply?: Parameters<typeof startMailbox>[0]['onReply'],
) {
  const options = { httpPort: 0, smtpPort: 0, dataFile, ...(onReply && { onReply }) };
  const { httpPort, smtpPort, close } = await startMailbox(options);
  onTestFinished(close);
  const url = `http://127.0.0.1:${httpPort}`;
  const smtp = createTransport({
    host: '127.0.0.1',
    port: smtpPort,
    pool: true,
    maxConnections: 1,
    auth: { user: 'anyone', pass: 'anything' },
  });
  onTestFinished(() => smtp.close());
  return {
    url,
    httpPort,
    smtpPort,
    close,
    send: (mail: SendMailOptions) =>
      smtp.sendMail({ from: 'Cumulus <hello@agency.example>', to: 'mira@example.com', ...mail }),
    list: (query = '') => getJson(`${url}/api/v1/messages${query}`),
    newest: async () => {
      const { messages } = await getJson(`${url}/api/v1/messages`);
      return getJson(`${url}/api/v1/message/${messages[0].ID}`);
    },
  };
}

async function createFolder() {
  const folder = await mkdtemp(path.join(tmpdir(), 'mailbox-'));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

async function getJson(address: string) {
  const response = await fetch(address);
  expect(response.status).toBe(200);
  return response.json();
}

const getText = async (address: string) => (await fetch(address)).text();

test('a mail sent by SMTP has its sender, recipients, parts and attachments in the names of Mailpit', async () => {
  const { send, newest } = await openMailbox();
  await send({
    from: 'Jürgen <juergen@example.com>',
    to: ['Team <team@agency.example>', 'b@x.io'],
    cc: 'copy@agency.example',
    bcc: 'hidden@agency.example',
    replyTo: 'answers@example.com',
    envelope: {
      from: 'bounces@example.com',
      to: ['team@agency.example', 'b@x.io', 'copy@agency.example', 'hidden@agency.example'],
    },
    subject: 'Grüße aus Скопје',
    messageId: '<note-1@example.com>',
    list: { unsubscribe: 'https://agency.example/unsubscribe?t=1' },
    headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' },
    text: 'Hello from Skopje\n.a line that begins with a dot',
    html: '<p>Hello from <b>Skopje</b></p>',
    attachments: [{ filename: 'rates.csv', content: 'a,b' }],
  });

  expect(await newest()).toMatchObject({
    MessageID: '<note-1@example.com>',
    From: { Name: 'Jürgen', Address: 'juergen@example.com' },
    To: [
      { Name: 'Team', Address: 'team@agency.example' },
      { Name: '', Address: 'b@x.io' },
    ],
    Cc: [{ Name: '', Address: 'copy@agency.example' }],
    Bcc: [{ Name: '', Address: 'hidden@agency.example' }],
    ReplyTo: [{ Name: '', Address: 'answers@example.com' }],
    ReturnPath: 'bounces@example.com',
    Subject: 'Grüße aus Скопје',
    Text: expect.stringMatching(/^Hello from Skopje\r?\n\.a line that begins with a dot/),
    HTML: expect.stringContaining('<b>Skopje</b>'),
    Attachments: [{ FileName: 'rates.csv', ContentType: 'text/csv' }],
    ListUnsubscribe: {
      Header: '<https://agency.example/unsubscribe?t=1>',
      HeaderPost: 'List-Unsubscribe=One-Click',
    },
  });
});

test('a mail with only HTML gets readable text', async () => {
  const { send, newest } = await openMailbox();
  await send({
    html: '<style>p{}</style><p>Hi</p><p>Press <a href="https://x.io/?a=1&amp;b=2">here</a></p>',
  });
  expect((await newest()).Text).toBe('Hi\n\nPress here ( https://x.io/?a=1&b=2 )');
});

test('a message larger than 10 MB is refused, and the next one accepted', async () => {
  const { send, list } = await openMailbox();
  await expect(send({ text: 'x'.repeat(10 * 1024 * 1024) })).rejects.toMatchObject({
    responseCode: 552,
  });
  await send({ subject: 'small' });
  expect((await list()).messages).toMatchObject([{ Subject: 'small' }]);
});

test('the list is newest first, without bodies, paged by start and limit', async () => {
  const { send, list } = await openMailbox();
  for (const subject of ['first', 'second', 'third']) await send({ subject, text: 'Some words' });

  const page = await list('?start=0&limit=2');
  expect(page).toMatchObject({
    ...{ total: 3, count: 2, start: 0 },
    messages: [{ Subject: 'third', Snippet: 'Some words', Attachments: 0 }, { Subject: 'second' }],
  });
  expect(page.messages[0]).not.toHaveProperty('Text');
  expect(await list('?start=2&limit=0')).toMatchObject({ messages: [{ Subject: 'first' }] });
});

test('the newest 500 mails are kept', async () => {
  const { send, list } = await openMailbox();
  for (let number = 1; number <= 502; number += 1) await send({ subject: `mail ${number}` });

  const { total, messages } = await list('?limit=1000');
  expect(total).toBe(500);
  expect([messages.at(0).Subject, messages.at(-1).Subject]).toEqual(['mail 502', 'mail 3']);
});

test('mails survive a restart, in a file of the user only', async () => {
  const dataFile = path.join(await createFolder(), 'mails.json');
  const before = await openMailbox(dataFile);
  await before.send({ subject: 'kept' });
  await before.close();

  const { list } = await openMailbox(dataFile);
  expect((await list()).messages).toMatchObject([{ Subject: 'kept' }]);
  expect(await readdir(path.dirname(dataFile))).toEqual(['mails.json']);
  expect((await stat(dataFile)).mode & 0o077).toBe(0);
});

test('a data file that cannot be read or written is a warning, not a failure', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const folder = await createFolder();
  const dataFile = path.join(folder, 'mails.json');
  await writeFile(dataFile, '{"mails":[{"ID":');

  const { send, list, close } = await openMailbox(dataFile);
  expect(warn).toHaveBeenCalledOnce();
  await rm(folder, { recursive: true });
  await send({ subject: 'not kept' });
  expect((await list()).total).toBe(1);
  await close();
  expect(warn).toHaveBeenCalledTimes(2);
});

test('hostile text is escaped wherever the page shows it', async () => {
  const { send, newest, url } = await openMailbox();
  const attack = `"><script>alert(1)</script><img src=x onerror=alert(2)>'`;
  await send({
    from: { name: attack, address: 'evil@example.com' },
    to: { name: attack, address: 'mira@example.com' },
    subject: attack,
    text: `${attack} javascript:alert(3) https://x.io/"onmouseover="alert(4)`,
    attachments: [{ filename: attack, content: 'x' }],
  });
  const { ID } = await newest();
  for (const address of [url, `${url}/mail/${ID}`]) {
    const page = await getText(address);
    expect(page).toContain('&lt;img src=x onerror=alert(2)>');
    expect(page).not.toMatch(/<script|<img|<a[^>]*onmouseover|href="javascript/i);
  }
});

test('an HTML mail is shown in a sandbox without scripts, alone under its own policy', async () => {
  const { send, newest, url } = await openMailbox();
  await send({ html: '<script>alert(1)</script><p>Hello</p>' });
  const { ID } = await newest();

  const response = await fetch(`${url}/mail/${ID}`);
  const page = await response.text();
  expect(page).toContain('sandbox="allow-popups allow-popups-to-escape-sandbox"');
  expect(page).not.toContain('alert(1)');
  const pagePolicy = response.headers.get('content-security-policy') ?? '';
  expect(pagePolicy).toContain("default-src 'none'");
  expect(pagePolicy).toContain("frame-ancestors 'none'");
  expect(pagePolicy).not.toMatch(/unsafe-inline|script-src/);

  const mail = await fetch(`${url}/html/${ID}`);
  expect(await mail.text()).toContain('<base target="_blank">');
  const mailPolicy = mail.headers.get('content-security-policy') ?? '';
  expect(mailPolicy).toMatch(/^sandbox allow-popups allow-popups-to-escape-sandbox;/);
  expect(mailPolicy).not.toMatch(/allow-scripts|allow-same-origin|script-src/);
});

test('the page lists the mails and links the addresses in their text', async () => {
  const { send, newest, url } = await openMailbox();
  expect(await getText(url)).toContain('No mails yet');
  await send({ subject: 'Confirm', text: 'Open https://agency.example/confirm?a=1&b=2 now' });
  const { ID } = await newest();
  expect(await getText(url)).toContain(`<a href="/mail/${ID}"><strong>Confirm</strong>`);
  const shown = 'https://agency.example/confirm?a=1&amp;b=2';
  expect(await getText(`${url}/mail/${ID}`)).toContain(
    `<a href="${shown}" target="_blank" rel="noreferrer">${shown}</a> now`,
  );
});

test('unknown mails and addresses answer 404', async () => {
  const { url } = await openMailbox();
  for (const address of ['/mail/unknown', '/html/unknown', '/api/v1/message/unknown', '/else']) {
    expect((await fetch(url + address)).status).toBe(404);
  }
});

test('only this machine is answered, and no other site may read the answers', async () => {
  const { url, httpPort } = await openMailbox();
  const statusWithHost = (host: string) =>
    new Promise((resolve, reject) => {
      request({ port: httpPort, host: '127.0.0.1', headers: { host } })
        .on('response', (response) => resolve(response.resume().statusCode))
        .on('error', reject)
        .end();
    });
  for (const host of ['evil.example', 'localhost.evil.example', 'localhost:1@evil.example']) {
    expect(await statusWithHost(host)).toBe(403);
  }
  for (const host of ['localhost', '127.0.0.1', '[::1]']) {
    expect(await statusWithHost(`${host}:${httpPort}`)).toBe(200);
  }
  const { headers } = await fetch(url, { headers: { origin: 'https://evil.example' } });
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('access-control-allow-origin')).toBeNull();
  expect((await fetch(url, { method: 'OPTIONS' })).status).toBe(405);
});

test.each(['httpPort', 'smtpPort'])('a taken %s rejects and leaves nothing open', async (taken) => {
  const listening = async (server: Server) => {
    await once(server.listen(0, '127.0.0.1'), 'listening');
    return (server.address() as AddressInfo).port;
  };
  const other = createServer();
  onTestFinished(() => void other.close());
  const port = await listening(other);
  const probe = createServer();
  const free = await listening(probe);
  await once(probe.close(), 'close');

  const ports = { httpPort: free, smtpPort: free, [taken]: port };
  await expect(startMailbox(ports)).rejects.toMatchObject({ code: 'EADDRINUSE', port });
  await expect(fetch(`http://127.0.0.1:${free}/`)).rejects.toThrow();
});

test('closing does not wait for clients that stay connected', async () => {
  const { smtpPort, url, close } = await openMailbox();
  const idle = connect(smtpPort, '127.0.0.1');
  idle.on('error', () => undefined);
  await once(idle, 'data');
  const ended = once(idle, 'close');
  await close();
  await ended;
  await expect(fetch(url)).rejects.toThrow();
});

test('a mail of a conversation is answered on its page, and from no other', async () => {
  const onReply = vi.fn(() => Promise.resolve('stored'));
  const { url, send, newest } = await openMailbox(undefined, onReply);
  await send({ subject: 'A link' });
  expect(await getText(`${url}/mail/${(await newest()).ID}`)).not.toContain('<form');

  await send({ subject: 'Gladly', replyTo: 'hello+1042.token@agency.example' });
  const mail = await newest();
  const page = `${url}/mail/${mail.ID}`;
  expect(await getText(page)).toContain(`action="/mail/${mail.ID}/reply"`);
  // By node:http: fetch does not let the header be set.
  const reply = (site: string) =>
    new Promise<{ status: number | undefined; page: string }>((resolve) => {
      const headers = { 'sec-fetch-site': site };
      const sent = request(`${page}/reply`, { method: 'POST', headers }, (response) =>
        resolve(text(response).then((body) => ({ status: response.statusCode, page: body }))),
      );
      sent.end(String(new URLSearchParams({ text: 'See you\nthere' })));
    });
  expect((await reply('cross-site')).status).toBe(403);
  expect(onReply).not.toHaveBeenCalled();

  expect((await reply('same-origin')).page).toContain('It is in the conversation now.');
  expect(onReply).toHaveBeenCalledExactlyOnceWith(
    expect.objectContaining({ ID: mail.ID }),
    'See you\nthere',
  );
  onReply.mockRejectedValueOnce(new Error('no backend'));
  expect((await reply('same-origin')).status).toBe(502);
});

test('an answer that breaks off leaves the mailbox running', async () => {
  const { url, send, newest } = await openMailbox(undefined, () => Promise.resolve('stored'));
  await send({ subject: 'Gladly', replyTo: 'hello+1042.token@agency.example' });
  const address = `${url}/mail/${(await newest()).ID}/reply`;
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  const headers = { 'sec-fetch-site': 'same-origin', 'content-length': '100' };
  const sent = request(address, { method: 'POST', headers });
  const isClosed = new Promise((resolve) => sent.on('error', resolve));
  sent.write('text=See');
  // Once the mailbox answers this one, it reads the body of the other.
  expect(await getText(url)).toContain('Gladly');
  sent.destroy(new Error('broken off'));
  await isClosed;
  expect(await getText(url)).toContain('Gladly');
  expect(unhandled).not.toHaveBeenCalled();
});
