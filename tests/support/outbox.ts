import { asService, backend } from './backend';

export type ClaimedMail = {
  id: number;
  kind: string;
  recipient: string | null;
  // oxlint-disable-next-line typescript/no-explicit-any -- the assertions check it
  about: any;
};

export async function claimMail(): Promise<ClaimedMail | null> {
  return (await asService('POST', '/rest/v1/rpc/claim_mail')).data;
}

/** Claims all that is due, also of other tests. */
export async function claimMails(): Promise<ClaimedMail[]> {
  const { rows } = await backend.sql.query(
    `with recursive claimed (mail) as (
       select public.claim_mail()
       union all
       select public.claim_mail() from claimed where mail is not null
     )
     select mail from claimed where mail is not null`,
  );
  return rows.map(({ mail }): ClaimedMail => mail);
}

export const settleMail = ({ id }: Pick<ClaimedMail, 'id'>, error: string | null = null) =>
  asService('POST', '/rest/v1/rpc/settle_mail', { mail_id: id, error });

/** The mails about one event, enquiry, request or subscriber, the first one first. */
export async function mailsAbout(id: string) {
  const { rows } = await backend.sql.query(
    `select mail.id::integer, mail.kind, mail.recipient, mail.attempts, mail.last_error,
       mail.due_at, mail.sent_at is not null as is_sent, mail.due_at <= now() as is_due,
       extract(epoch from mail.due_at - now()) / 60 as minutes
     from private.mails as mail
     where $1 in (mail.event_id::text, mail.enquiry_id::text, mail.request_id::text, mail.subscriber_id::text)
     order by mail.id`,
    [id],
  );
  return rows;
}

/** Instead of waiting: the claims of a minute ago have ended, and what waits about this is due. */
export async function makeDue(id: string) {
  await backend.sql.query(
    `update private.mails as mail set
       due_at = now() - interval '1 second', claimed_at = claimed_at - interval '2 minutes'
     where mail.sent_at is null
       and $1 in (mail.event_id::text, mail.enquiry_id::text, mail.request_id::text, mail.subscriber_id::text)`,
    [id],
  );
}

/**
 * For a file that calls functions, before and after it. After its answer a function sends all that is due, for half a
 * minute: it would take the mails that other files claim themselves.
 */
export const emptyOutbox = () => backend.sql.exec('delete from private.mails');
