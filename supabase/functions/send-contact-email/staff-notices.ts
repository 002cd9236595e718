// Mails about audit events: to owners about changes of the staff list and of members' accounts, and to the
// person whom a change concerns; and to owners when the contact form takes no enquiries.
import { describeUnknownActor } from '../_shared/contracts/audit-events.ts';
import { attemptMail, escapeHtml, type Mail, type SendMail } from '../_shared/mail.ts';

/** Limits the work per request. */
export const NOTICE_BATCH = 5;

/** What a mail tells the person concerned. */
export const NEWS = ['added', 'approved', 'declined', 'role changed', 'removed'] as const;
export type News = (typeof NEWS)[number];

/** The action of private.enquiry_check. */
const CHECK_FAILED = 'enquiry check failed';

export type StaffNotice = {
  id: number;
  happenedAt: string;
  /** Null where the database does not know it. */
  actor: string | null;
  action: string;
  /** The address of the person, or what the event is about. */
  subject: string;
  /** Null for a mail to the owners. */
  news: News | null;
  recipients: string[];
};

export type StaffNoticeDeps = {
  /** Claims the next due notice for some minutes; null when there is none. */
  claim: () => Promise<StaffNotice | null>;
  /** Marks all its mails as sent. Without this call the notice is due again later. */
  settle: (id: number) => Promise<void>;
  sendMail: SendMail;
  /** Without a slash at the end. */
  siteUrl: string;
};

export async function deliverStaffNotices(
  deps: StaffNoticeDeps,
): Promise<{ sent: number; failed: number }> {
  const tally = { sent: 0, failed: 0 };
  for (let turn = 0; turn < NOTICE_BATCH; turn += 1) {
    const notice = await deps.claim();
    if (!notice) break;
    let isComplete = true;
    for (const to of notice.recipients) {
      const error = await attemptMail(deps.sendMail, mailOf(notice, to, deps.siteUrl));
      tally[error === null ? 'sent' : 'failed'] += 1;
      if (error !== null) isComplete = false;
    }
    if (isComplete) await deps.settle(notice.id);
  }
  return tally;
}

function mailOf(notice: StaffNotice, to: string, siteUrl: string): Mail {
  return notice.news === null
    ? ownersMail(notice, to, siteUrl)
    : personMail(notice, notice.news, to, siteUrl);
}

function ownersMail(
  { action, subject, actor, happenedAt }: StaffNotice,
  to: string,
  siteUrl: string,
): Mail {
  const time = `${happenedAt.slice(0, 16).replace('T', ' ')} UTC`;
  if (action === CHECK_FAILED) {
    return mail(to, 'The contact form takes no enquiries', [
      `The website sends itself an enquiry every hour. The last one was not taken: ${subject}`,
      `When: ${time}\nVisitors get an error, and keep their text. They can still write to you by mail.`,
      `Health shows when it works again: ${siteUrl}/admin/health`,
    ]);
  }
  return mail(to, `Security notice: ${action}`, [
    `${capitalized(action)}: ${subject}`,
    `When: ${time}\nBy: ${actor ?? describeUnknownActor(action)}`,
    'If you expected this, there is nothing to do. If not, sign in, remove the address under People and look at the security log.',
  ]);
}

/** Contains no names: the address may have been mistyped, and belong to another person. */
function personMail({ action }: StaffNotice, news: News, to: string, siteUrl: string): Mail {
  const role = action.endsWith('owner') ? 'an owner' : 'an editor';
  const host = new URL(siteUrl).host;
  const entrance = `${siteUrl}/admin`;
  const texts: Record<News, readonly [subject: string, ...paragraphs: string[]]> = {
    added: [
      `You were added to the staff of ${host}`,
      `An owner of ${host} has added this address to the staff as ${role}.`,
      `If you have an account, sign in: ${entrance}\nIf not, choose “Sign Up” there, use this address (${to}) and open the link in the mail that follows.`,
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
  return mail(to, subject, paragraphs);
}

function mail(to: string, subject: string, paragraphs: readonly string[]): Mail {
  return {
    to,
    subject,
    text: paragraphs.join('\n\n'),
    html: `<!doctype html><html lang="en"><body>${paragraphs
      .map((text) => `<p style="white-space: pre-line">${escapeHtml(text)}</p>`)
      .join('')}</body></html>`,
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
