// Mails to owners about audit events: changes of the staff list and of members' accounts.
import { attemptMail, escapeHtml, type Mail, type SendMail } from '../_shared/mail.ts';

/** Limits the work per request. */
export const NOTICE_BATCH = 5;

export type OwnerNotice = {
  id: number;
  happenedAt: string;
  /** Null for a change with the service key, in SQL, or by a mailed link. */
  actor: string | null;
  action: string;
  subject: string;
  recipients: string[];
};

export type OwnerNoticeDeps = {
  /** Claims the next due notice for some minutes; null when there is none. */
  claim: () => Promise<OwnerNotice | null>;
  /** Marks all its mails as sent. Without this call the notice is due again later. */
  settle: (id: number) => Promise<void>;
  sendMail: SendMail;
};

export async function deliverOwnerNotices(
  deps: OwnerNoticeDeps,
): Promise<{ sent: number; failed: number }> {
  const tally = { sent: 0, failed: 0 };
  for (let turn = 0; turn < NOTICE_BATCH; turn += 1) {
    const notice = await deps.claim();
    if (!notice) break;
    let isComplete = true;
    for (const to of notice.recipients) {
      const error = await attemptMail(deps.sendMail, noticeMail(notice, to));
      tally[error === null ? 'sent' : 'failed'] += 1;
      if (error !== null) isComplete = false;
    }
    if (isComplete) await deps.settle(notice.id);
  }
  return tally;
}

function noticeMail({ action, subject, actor, happenedAt }: OwnerNotice, to: string): Mail {
  const time = `${happenedAt.slice(0, 16).replace('T', ' ')} UTC`;
  const paragraphs = [
    `${capitalized(action)}: ${subject}`,
    `When: ${time}\nBy: ${actor ?? 'not a signed-in person (a mailed link, the service key or SQL)'}`,
    'If you expected this, there is nothing to do. If not, sign in, remove the address under People and look at the security log.',
  ];
  return {
    to,
    subject: `Security notice: ${action}`,
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
