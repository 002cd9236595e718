// Sends due mails: the confirmation request and the welcome mail.
import { attemptMail, type SendMail } from '../_shared/mail.ts';
import type { LinkPurpose } from './links.ts';
import { confirmationMail, welcomeMail, type MailContext } from './mails.ts';

/** Limits the work per request. */
export const DELIVERY_BATCH = 5;

export type DueMail = { id: string; email: string; mail: 'confirmation' | 'welcome' };

export type DeliveryDeps = {
  /** Claims the next due mail for a minute; null when there is none. */
  claim: () => Promise<DueMail | null>;
  /** `error` is null when the mail was sent. */
  settle: (due: DueMail, error: string | null) => Promise<void>;
  issueToken: (purpose: LinkPurpose, subscriberId: string) => Promise<string>;
  sendMail: SendMail;
  context: MailContext;
  onMailFailure: (reason: string) => void;
};

export async function deliverDueMails(deps: DeliveryDeps): Promise<void> {
  for (let turn = 0; turn < DELIVERY_BATCH; turn += 1) {
    const due = await deps.claim();
    if (!due) return;
    const error = await attemptMail(deps.sendMail, await compose(due, deps));
    await deps.settle(due, error);
    if (error !== null) deps.onMailFailure(error);
  }
}

async function compose({ id, email, mail }: DueMail, { issueToken, context }: DeliveryDeps) {
  return mail === 'confirmation'
    ? confirmationMail(email, await issueToken('confirm', id), context)
    : welcomeMail(email, await issueToken('unsubscribe', id), context);
}
