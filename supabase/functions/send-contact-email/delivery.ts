// Sends what is due: the mail to the team and, where the visitor asked for one, the receipt.
import { attemptMail, type MailAddress, type SendMail } from '../_shared/mail.ts';
import { receiptMail, teamMail, type MailedEnquiry } from './mails.ts';

/** Bounds the work behind one request. */
export const DELIVERY_BATCH = 5;

export type DueEnquiry = MailedEnquiry & {
  isTeamMailDue: boolean;
  isReceiptDue: boolean;
};

export type DeliveryDeps = {
  /** The next enquiry whose mail is due, ours alone for a minute; null when there is none. */
  claim: () => Promise<DueEnquiry | null>;
  /** `error` is null when the mail was sent. */
  settle: (enquiryId: string, mail: 'team' | 'receipt', error: string | null) => Promise<void>;
  sendMail: SendMail;
  /** '' when nobody has said where the team reads. */
  teamAddress: string;
  from: MailAddress | null;
  onMailFailure: (reason: string) => void;
};

export async function deliverDueMails(
  deps: DeliveryDeps,
): Promise<{ sent: number; failed: number }> {
  const tally = { sent: 0, failed: 0 };
  for (let turn = 0; turn < DELIVERY_BATCH; turn += 1) {
    const enquiry = await deps.claim();
    if (!enquiry) break;
    // Each on its own: a wrong team address must not cost the visitor the receipt.
    if (enquiry.isTeamMailDue) {
      const error = deps.teamAddress
        ? await attemptMail(deps.sendMail, teamMail(enquiry, deps.teamAddress))
        : 'No address of the team is set (TEAM_EMAIL)';
      await settle(enquiry.id, 'team', error);
    }
    if (enquiry.isReceiptDue) {
      const error = await attemptMail(deps.sendMail, receiptMail(enquiry, deps.from));
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
