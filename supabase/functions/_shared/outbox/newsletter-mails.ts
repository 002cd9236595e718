// The mails of the newsletter. Their tokens are signed when a mail is composed, and stored nowhere.
import { z } from 'zod';
import type { Agency } from '../agency.ts';
import { letter, type LetterPart } from '../letter.ts';
import { pageLink } from '../newsletter-links.ts';
import { AUTOMATIC, composer, type MailContent } from './composer.ts';

const subscriberSchema = z.object({ id: z.uuid() });

export const confirmationMail = composer(
  subscriberSchema,
  async ({ id }, { siteUrl, agency, newsletter }) =>
    mail(
      `Please confirm: the newsletter of ${agency.name}`,
      [
        `Hello,\nsomebody, most likely you, asked on our website to have the newsletter of ${agency.name} sent to this address.`,
        'To confirm that, open this page and press the button on it. The link works for seven days.',
        {
          label: 'Confirm the subscription',
          href: pageLink(siteUrl, 'confirm', await newsletter.issueToken('confirm', id)),
        },
        'If it was not you, you need not do anything: without your confirmation we send nothing, and the address is deleted after seven days.',
      ],
      agency,
    ),
);

/** Also sent to subscribers who subscribe again. */
export const welcomeMail = composer(
  subscriberSchema,
  async ({ id }, { siteUrl, agency, newsletter }) => {
    const token = await newsletter.issueToken('unsubscribe', id);
    const content = mail(
      `You are on the list of ${agency.name}`,
      [
        'Hello,\nyou are subscribed to our newsletter: about once a month, when there is something to say.',
        'You get it because this address was confirmed on our website. To leave, press the button on this page, or the one your mail program shows. We then delete the address.',
        { label: 'Unsubscribe', href: pageLink(siteUrl, 'unsubscribe', token) },
      ],
      agency,
    );
    return {
      ...content,
      headers: {
        ...content.headers,
        // RFC 8058: the mail program sends the POST itself, so the token must be in the query.
        'List-Unsubscribe': `<${newsletter.functionUrl}/unsubscribe?token=${token}>, <mailto:${newsletter.postbox}?subject=unsubscribe>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    };
  },
);

function mail(subject: string, parts: LetterPart[], agency: Agency): MailContent {
  const headers = { ...AUTOMATIC, 'X-Auto-Response-Suppress': 'All' };
  return { subject, ...letter(parts, agency), headers };
}
