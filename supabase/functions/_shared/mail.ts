// Mail by SMTP, for all functions that send mail.
import type { Buffer } from 'node:buffer';
import { createTransport } from 'nodemailer';

export type MailAddress = { name: string; address: string };

export type Mail = {
  to: string | MailAddress;
  replyTo?: MailAddress;
  /** One line; line breaks are removed. */
  subject: string;
  text: string;
  html: string;
  headers?: Record<string, string>;
  /** `<…@…>`; mail programs group mails into a conversation by these three. */
  messageId?: string;
  inReplyTo?: string;
  references?: string[];
  attachments?: { filename: string; contentType: string; content: Buffer }[];
};

export type MailSettings = {
  host: string;
  port: number;
  /** TLS from the first byte (port 465); otherwise STARTTLS. */
  isSecure: boolean;
  user: string;
  password: string;
  from: MailAddress;
};

export type SendMail = (mail: Mail) => Promise<void>;

/** Timeout of each step of the SMTP session. */
const STEP_TIMEOUT_MS = 8000;

/** Null when SMTP_HOST or MAIL_FROM is not set: mail is optional. */
export function readMailSettings(get: (name: string) => string | undefined): MailSettings | null {
  const host = get('SMTP_HOST');
  const from = parseMailAddress(get('MAIL_FROM') ?? '');
  if (!host || !from) return null;
  // Hosted functions cannot reach ports 25 and 587.
  const port = Number(get('SMTP_PORT') || 465);
  const secure = get('SMTP_SECURE');
  return {
    host,
    port,
    isSecure: secure ? secure === 'true' : port === 465,
    user: get('SMTP_USER') ?? '',
    password: get('SMTP_PASS') ?? '',
    from,
  };
}

/** Parses `name@host` and `Name <name@host>`; null without an address. */
export function parseMailAddress(text: string): MailAddress | null {
  const named = /^\s*"?([^"<>]*?)"?\s*<([^<>\s]+@[^<>\s]+)>\s*$/.exec(text);
  if (named?.[2]) return { name: named[1] ?? '', address: named[2] };
  const bare = /^\s*([^<>\s]+@[^<>\s]+)\s*$/.exec(text)?.[1];
  return bare ? { name: '', address: bare } : null;
}

/** Rejects with a MailError, whose message contains no recipient. */
export function createMailer(settings: MailSettings | null): SendMail {
  if (!settings) {
    return () => Promise.reject(new MailError('Mail is not configured (SMTP_HOST, MAIL_FROM)'));
  }
  const transport = createTransport({
    host: settings.host,
    port: settings.port,
    secure: settings.isSecure,
    ...(settings.user && {
      auth: { user: settings.user, pass: settings.password },
      // The password must be sent encrypted.
      requireTLS: !settings.isSecure,
    }),
    connectionTimeout: STEP_TIMEOUT_MS,
    greetingTimeout: STEP_TIMEOUT_MS,
    socketTimeout: STEP_TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return async (mail) => {
    try {
      await transport.sendMail({
        from: settings.from,
        ...mail,
        subject: singleLine(mail.subject),
      });
    } catch (error) {
      throw new MailError(describe(error));
    }
  };
}

export class MailError extends Error {
  override name = 'MailError';
}

/** The Message-ID of a mail that another one refers to. */
export function messageIdOf(name: string, from: MailAddress | null): string {
  return `<${name}@${from?.address.split('@').at(-1) ?? 'localhost'}>`;
}

/** Null when the mail was sent, otherwise the error to store. */
export async function attemptMail(sendMail: SendMail, mail: Mail): Promise<string | null> {
  try {
    await sendMail(mail);
    return null;
  } catch (error) {
    return error instanceof MailError ? error.message : 'The mail could not be sent';
  }
}

/** Escapes text for HTML. */
export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

function singleLine(text: string): string {
  return text.replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
}

function describe(error: unknown): string {
  const { code, responseCode } = Object(error);
  const parts = [code, responseCode].filter((part) => ['string', 'number'].includes(typeof part));
  return parts.length > 0
    ? `The mail server refused (${parts.join(', ')})`
    : 'The mail could not be sent';
}
