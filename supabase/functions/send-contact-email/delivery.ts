// Sends due mails: to the team and, if the visitor asked for it, the receipt.
import type { Agency } from '../_shared/agency.ts';
import { attemptMail, type MailAddress, type SendMail } from '../_shared/mail.ts';
import { receiptMail, teamMail, type MailedEnquiry } from './mails.ts';

/** Limits the work per request. */
export const DELIVERY_BATCH = 5;

export type DueEnquiry = MailedEnquiry & {
  isTeamMailDue: boolean;
  isReceiptDue: boolean;
};

export type DeliveryDeps = {
  /** Claims the next enquiry with a due mail for a minute; null when there is none. */
  claim: () => Promise<DueEnquiry | null>;
  /** `error` is null when the mail was sent. */
  settle: (enquiryId: string, mail: 'team' | 'receipt', error: string | null) => Promise<void>;
  sendMail: SendMail;
  /** '' when TEAM_EMAIL is not set. */
  teamAddress: string;
  from: MailAddress | null;
  agency: Agency;
  onMailFailure: (reason: string) => void;
};

export async function deliverDueMails(
  deps: DeliveryDeps,
): Promise<{ sent: number; failed: number }> {
  const tally = { sent: 0, failed: 0 };
  for (let turn = 0; turn < DELIVERY_BATCH; turn += 1) {
    const enquiry = await deps.claim();
    if (!enquiry) break;
    // Separately, so that a wrong team address does not prevent the receipt.
    if (enquiry.isTeamMailDue) {
      const error = deps.teamAddress
        ? await attemptMail(deps.sendMail, teamMail(enquiry, deps.teamAddress))
        : 'No address of the team is set (TEAM_EMAIL)';
      await settle(enquiry.id, 'team', error);
    }
    if (enquiry.isReceiptDue) {
      const error = await attemptMail(deps.sendMail, receiptMail(enquiry, deps.from, deps.agency));
      await settle(enquiry.id, 'receipt', error);
    }
  }
  return tally;

  async function settle(enquiryId: string, mail: 'team' | 'receipt', error: string | null) {
    await deps.settle(enquiryId, mail, error);
    tally[error === null ? 'sent' : 'failed'] += 1;
    if (error !== null) deps.onMailFailure(error);
  }
}
