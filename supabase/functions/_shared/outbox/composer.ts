// What composing a mail of the outbox needs.
import type { z } from 'zod';
import type { Agency } from '../agency.ts';
import type { Mail, MailAddress } from '../mail.ts';

/** A mail without its recipient, whom the database names. */
export type MailContent = Omit<Mail, 'to'>;

export type MailSetting = {
  /** Without a slash at the end. */
  siteUrl: string;
  agency: Agency;
  from: MailAddress | null;
  newsletter: {
    /** The public address of the function, for mail programs. */
    functionUrl: string;
    /** The mailbox of staff, for requests to unsubscribe. */
    postbox: string;
    issueToken: (purpose: 'confirm' | 'unsubscribe', subscriberId: string) => Promise<string>;
  };
};

/** @param about what private.read_mail tells of the mail */
export type Composer = (about: unknown, setting: MailSetting) => Promise<MailContent>;

export function composer<Schema extends z.ZodType>(
  schema: Schema,
  compose: (about: z.output<Schema>, setting: MailSetting) => MailContent | Promise<MailContent>,
): Composer {
  return async (about, setting) => compose(schema.parse(about), setting);
}

export const AUTOMATIC = { 'Auto-Submitted': 'auto-generated' };
