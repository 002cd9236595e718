// A mail as the mailbox of development keeps it.
import { randomUUID } from 'node:crypto';
import { convert } from 'html-to-text';
import PostalMime from 'postal-mime';
import type { Address } from 'postal-mime';
import type { SMTPServerEnvelope } from 'smtp-server';

export type Mail = Awaited<ReturnType<typeof readMail>>;

/** The names are Mailpit's. Contents of attachments are not kept. */
export async function readMail(raw: Buffer, { mailFrom, rcptTo }: SMTPServerEnvelope) {
  const mail = await PostalMime.parse(raw);
  const header = (key: string) => mail.headers.find((one) => one.key === key)?.value ?? '';
  const [To, Cc] = [toAddresses(mail.to), toAddresses(mail.cc)];
  const named = new Set([...To, ...Cc].map(({ Address }) => Address.toLowerCase()));
  const HTML = mail.html ?? '';
  const Text = mail.text || toText(HTML);
  return {
    ID: randomUUID(),
    MessageID: mail.messageId ?? '',
    From: toAddresses(mail.from && [mail.from])[0] ?? { Name: '', Address: '' },
    To,
    Cc,
    Bcc: rcptTo
      .filter(({ address }) => !named.has(address.toLowerCase()))
      .map(({ address }) => ({ Name: '', Address: address })),
    ReplyTo: toAddresses(mail.replyTo),
    ReturnPath: mailFrom ? mailFrom.address : '',
    Subject: mail.subject ?? '',
    ListUnsubscribe: {
      Header: header('list-unsubscribe'),
      HeaderPost: header('list-unsubscribe-post'),
    },
    Created: new Date().toISOString(),
    Size: raw.length,
    Snippet: Text.slice(0, 200).trim(),
    Text,
    HTML,
    Attachments: mail.attachments.map(({ filename, mimeType }) => ({
      FileName: filename ?? '',
      ContentType: mimeType,
    })),
  };
}

function toAddresses(addresses: Address[] = []) {
  return addresses
    .flatMap((one) => one.group ?? [one])
    .map(({ name, address = '' }) => ({ Name: name, Address: address }));
}

function toText(html: string) {
  return convert(html, {
    selectors: [{ selector: 'a', options: { linkBrackets: ['( ', ' )'] } }],
    wordwrap: false,
  });
}
