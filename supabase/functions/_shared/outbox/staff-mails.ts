// Mails about audit events: to owners about changes of the staff list and of members' accounts, and to the
// person whom a change concerns; and to owners when the contact form takes no enquiries.
import { z } from 'zod';
import { describeUnknownActor } from '../contracts/audit-events.ts';
import { escapeHtml } from '../mail.ts';
import { AUTOMATIC, composer, type MailContent } from './composer.ts';

/** What a mail tells the person concerned. */
type News = 'added' | 'approved' | 'declined' | 'role changed' | 'removed';

/** The action of private.enquiry_check. */
const CHECK_FAILED = 'enquiry check failed';

const eventSchema = z
  .object({
    ...{ happened_at: z.string(), action: z.string() },
    // The address of the person, or what the event is about.
    subject: z.string(),
    // Null where the database does not know it.
    actor_email: z.string().nullable(),
  })
  .transform(({ happened_at, actor_email, ...event }) => ({
    ...event,
    happenedAt: happened_at,
    actor: actor_email,
  }));

export const securityNotice = composer(eventSchema, (event, { siteUrl }) => {
  const { action, subject, actor, happenedAt } = event;
  const time = `${happenedAt.slice(0, 16).replace('T', ' ')} UTC`;
  if (action === CHECK_FAILED) {
    return mail('The contact form takes no enquiries', [
      `The website sends itself an enquiry every hour. The last one was not taken: ${subject}`,
      `When: ${time}\nVisitors get an error, and keep their text. They can still write to you by mail.`,
      `Health shows when it works again: ${siteUrl}/admin/health`,
    ]);
  }
  return mail(`Security notice: ${action}`, [
    `${capitalized(action)}: ${subject}`,
    `When: ${time}\nBy: ${actor ?? describeUnknownActor(action)}`,
    'If you expected this, there is nothing to do. If not, sign in, remove the address under People and look at the security log.',
  ]);
});

/** Contains no names: the address may have been mistyped, and belong to another person. */
export const personMail = (news: News) =>
  composer(eventSchema, ({ action, subject: address }, { siteUrl }) => {
    const role = action.endsWith('owner') ? 'an owner' : 'an editor';
    const host = new URL(siteUrl).host;
    const entrance = `${siteUrl}/admin`;
    const texts: Record<News, readonly [subject: string, ...paragraphs: string[]]> = {
      added: [
        `You were added to the staff of ${host}`,
        `An owner of ${host} has added this address to the staff as ${role}.`,
        `Choose your name and a password here: ${entrance}#join=${encodeURIComponent(address)}\nA second mail then confirms that ${address} is yours. If you have an account with it already, sign in there.`,
        'If you know nothing about this, ignore this mail: without your sign-up the address gives no access.',
      ],
      approved: [
        `Your access to ${host} was approved`,
        `An owner of ${host} has approved your request. You are ${role} now.`,
        `Sign in here: ${entrance}`,
      ],
      declined: [
        `Your request for access to ${host} was declined`,
        `An owner of ${host} has declined your request for access to the staff area.`,
        'If you think this is a mistake, contact them directly.',
      ],
      'role changed': [
        `Your role at ${host} has changed`,
        `An owner of ${host} has changed your role. You are ${role} now.`,
        role === 'an owner'
          ? `Owners also add and remove people. You are asked for an authenticator app when you sign in: ${entrance}`
          : `Editors write and publish. Sign in here: ${entrance}`,
      ],
      removed: [
        `Your access to ${host} has ended`,
        `An owner of ${host} has removed this address from the staff. The staff area is closed for it; what you have written stays.`,
        'If you think this is a mistake, contact them directly.',
      ],
    };
    const [subject, ...paragraphs] = texts[news];
    return mail(subject, paragraphs);
  });

function mail(subject: string, paragraphs: readonly string[]): MailContent {
  return {
    subject,
    text: paragraphs.join('\n\n'),
    html: `<!doctype html><html lang="en"><body>${paragraphs
      .map((text) => `<p style="white-space: pre-line">${escapeHtml(text)}</p>`)
      .join('')}</body></html>`,
    headers: AUTOMATIC,
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
