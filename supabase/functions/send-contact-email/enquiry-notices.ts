// Mails to staff about an enquiry: assigned, answered by the client, or to be answered soon.
import { ANSWERING_OFFICE } from '../_shared/contracts/agency.ts';
import type { Agency } from '../_shared/agency.ts';
import { excerpt, letter } from '../_shared/letter.ts';
import { attemptMail, type Mail, type SendMail } from '../_shared/mail.ts';

/** Limits the work per request. */
export const ENQUIRY_NOTICE_BATCH = 5;

export type EnquiryNotice = {
  enquiryId: string;
  kind: 'assigned' | 'client-wrote' | 'due';
  number: number;
  name: string;
  subject: string | null;
  /** What the client wrote last. */
  message: string;
  answerBy: Date | null;
  /** Who assigned it. */
  actor: string | null;
  /** Null for the team. */
  recipient: string | null;
};

export type EnquiryNoticeDeps = {
  /** Claims the next due notice for some minutes; null when there is none. */
  claim: () => Promise<EnquiryNotice | null>;
  /** Marks it as sent. Without this call the notice is due again later. */
  settle: (enquiryId: string, kind: EnquiryNotice['kind']) => Promise<void>;
  sendMail: SendMail;
  /** '' when TEAM_EMAIL is not set. */
  teamAddress: string;
  siteUrl: string;
  agency: Agency;
};

export async function deliverEnquiryNotices(
  deps: EnquiryNoticeDeps,
): Promise<{ sent: number; failed: number }> {
  const tally = { sent: 0, failed: 0 };
  for (let turn = 0; turn < ENQUIRY_NOTICE_BATCH; turn += 1) {
    const notice = await deps.claim();
    if (!notice) break;
    const to = notice.recipient ?? deps.teamAddress;
    const error = to
      ? await attemptMail(deps.sendMail, noticeMail(notice, to, deps))
      : 'No address of the team is set (TEAM_EMAIL)';
    tally[error === null ? 'sent' : 'failed'] += 1;
    if (error === null) await deps.settle(notice.enquiryId, notice.kind);
  }
  return tally;
}

function noticeMail(
  notice: EnquiryNotice,
  to: string,
  { siteUrl, agency }: Pick<EnquiryNoticeDeps, 'siteUrl' | 'agency'>,
): Mail {
  const { number, name, subject, enquiryId } = notice;
  return {
    to,
    subject: `[#${number}] ${headline(notice)}`,
    ...letter(
      [
        `${headline(notice)}.`,
        [
          `From: ${name}`,
          ...(subject ? [`Subject: ${subject}`] : []),
          ...(notice.answerBy ? [`Answer by: ${officeTime(notice.answerBy)}`] : []),
        ].join('\n'),
        { quote: excerpt(notice.message) },
        { label: 'Open the enquiry', href: `${siteUrl}/admin/enquiries?enquiry=${enquiryId}` },
      ],
      agency,
    ),
    headers: { 'Auto-Submitted': 'auto-generated' },
  };
}

function headline({ kind, name, actor }: EnquiryNotice): string {
  switch (kind) {
    case 'assigned':
      return `${actor ?? 'A member'} has assigned you the enquiry of ${name}`;
    case 'client-wrote':
      return `${name} has answered`;
    case 'due':
      return `${name} waits for an answer`;
  }
}

/** 'Tue, 24 Nov, 10:00 (city of the office)' */
function officeTime(at: Date): string {
  const { city, zone } = ANSWERING_OFFICE;
  const text = at.toLocaleString('en-GB', {
    ...{ timeZone: zone, weekday: 'short', day: 'numeric', month: 'short' },
    ...{ hour: '2-digit', minute: '2-digit' },
  });
  return `${text} (${city})`;
}
