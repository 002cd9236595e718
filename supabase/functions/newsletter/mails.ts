// The texts of the two mails.
import type { Agency } from '../_shared/agency.ts';
import { letter, type LetterPart } from '../_shared/letter.ts';
import type { Mail } from '../_shared/mail.ts';

/** What both mails name: addresses and the agency. */
export type MailContext = {
  siteUrl: string;
  /** The public address of the function, for mail programs. */
  functionUrl: string;
  /** The mailbox of staff, for requests to unsubscribe. */
  postbox: string;
  agency: Agency;
};

const UNSOLICITED = { 'Auto-Submitted': 'auto-generated', 'X-Auto-Response-Suppress': 'All' };

/** The token is in the fragment, which browsers do not send: it appears in no log and no referrer. */
export function pageLink(siteUrl: string, page: 'confirm' | 'unsubscribe', token: string): string {
  return `${siteUrl}/newsletter/${page}#token=${token}`;
}

export function confirmationMail(to: string, token: string, context: MailContext): Mail {
  return compose(
    to,
    `Please confirm: the newsletter of ${context.agency.name}`,
    [
      `Hello,\nsomebody, most likely you, asked on our website to have the newsletter of ${context.agency.name} sent to this address.`,
      'To confirm that, open this page and press the button on it. The link works for seven days.',
      { label: 'Confirm the subscription', href: pageLink(context.siteUrl, 'confirm', token) },
      'If it was not you, you need not do anything: without your confirmation we send nothing, and the address is deleted after seven days.',
    ],
    context,
  );
}

/** Also sent to subscribers who subscribe again. */
export function welcomeMail(to: string, token: string, context: MailContext): Mail {
  const mail = compose(
    to,
    `You are on the list of ${context.agency.name}`,
    [
      'Hello,\nyou are subscribed to our newsletter: about once a month, when there is something to say.',
      `You get it because this address was confirmed on our website. To leave, press the button on this page, or the one your mail program shows. We then delete the address.`,
      { label: 'Unsubscribe', href: pageLink(context.siteUrl, 'unsubscribe', token) },
    ],
    context,
  );
  return {
    ...mail,
    headers: {
      ...mail.headers,
      // RFC 8058: the mail program sends the POST itself, so the token must be in the query.
      'List-Unsubscribe': `<${context.functionUrl}/unsubscribe?token=${token}>, <mailto:${context.postbox}?subject=unsubscribe>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    },
  };
}

function compose(to: string, subject: string, parts: LetterPart[], { agency }: MailContext): Mail {
  return { to: { name: '', address: to }, subject, ...letter(parts, agency), headers: UNSOLICITED };
}
