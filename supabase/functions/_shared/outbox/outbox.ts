// Sends the mails of private.mails that are due, for all functions that may have planned one.
import { z } from 'zod';
import type { Agency } from '../agency.ts';
import type { Afterwards } from '../background.ts';
import type { DatabaseCall, SupabaseSettings } from '../clients.ts';
import type { createEventLog } from '../function-events.ts';
import { deriveKeys, readSigningSecrets } from '../keyed-hash.ts';
import { attemptMail, type MailAddress, type SendMail } from '../mail.ts';
import { issueLinkToken } from '../newsletter-links.ts';
import { createQueue } from '../queue.ts';
import type { MailSetting } from './composer.ts';
import { COMPOSERS } from './composers.ts';

/** Limits the work per request. */
export const MAIL_BATCH = 20;

const mailSchema = z.object({
  ...{ id: z.int(), kind: z.string(), recipient: z.string().nullable() },
  about: z.unknown(),
});
type DueMail = z.infer<typeof mailSchema>;

export type OutboxDeps = {
  call: DatabaseCall;
  sendMail: SendMail;
  /** '' when TEAM_EMAIL is not set. */
  teamAddress: string;
  readSetting: () => Promise<MailSetting>;
  onFailure: (kind: string, reason: string) => void;
  logError: (error: unknown) => void;
};

export type Tally = { sent: number; failed: number };

/** What a function has already: its environment, its settings and its clients. */
export type FunctionParts = {
  env: (name: string) => string | undefined;
  settings: SupabaseSettings;
  /** Without a slash at the end. */
  siteUrl: string;
  call: DatabaseCall;
  readAgency: () => Promise<Agency>;
  sendMail: SendMail;
  from: MailAddress | null;
  afterwards: Afterwards;
  logEvent: ReturnType<typeof createEventLog>;
  logError: (error: unknown) => void;
};

/** The returned function sends what is due. Every request of a visitor calls it: at most two do so at a time. */
export async function openOutbox(parts: FunctionParts): Promise<() => Promise<Tally>> {
  const { env, settings, siteUrl, from, readAgency, afterwards, logEvent } = parts;
  const linkKeys = await deriveKeys(readSigningSecrets(env), 'newsletter link');
  const enqueue = createQueue(2);
  const deps: OutboxDeps = {
    ...parts,
    teamAddress: env('TEAM_EMAIL') ?? '',
    readSetting: async () => {
      const agency = await readAgency();
      return {
        ...{ siteUrl, from, agency },
        newsletter: {
          functionUrl: `${settings.publicUrl.replace(/\/+$/, '')}/functions/v1/newsletter`,
          postbox: env('TEAM_EMAIL') || agency.email,
          issueToken: (purpose, subscriberId) => issueLinkToken(linkKeys, purpose, subscriberId),
        },
      };
    },
    onFailure: (kind, reason) =>
      afterwards(() =>
        logEvent({
          eventType: 'application_error',
          severity: 'medium',
          description: 'A mail was not sent',
          metadata: { kind, reason },
          userAgent: null,
        }),
      ),
  };
  return () => enqueue(() => deliverDueMails(deps));
}

export async function deliverDueMails(deps: OutboxDeps): Promise<Tally> {
  const tally = { sent: 0, failed: 0 };
  const setting = await deps.readSetting();
  for (let turn = 0; turn < MAIL_BATCH; turn += 1) {
    // One at a time, because a claim lasts a minute and must cover the sending.
    const due = mailSchema.nullable().parse(await deps.call('claim_mail'));
    if (!due) break;
    const problem = await send(due, setting, deps);
    await deps.call('settle_mail', { mail_id: due.id, error: problem });
    tally[problem === null ? 'sent' : 'failed'] += 1;
    if (problem !== null) deps.onFailure(due.kind, problem);
  }
  return tally;
}

/** Null when the mail was sent, otherwise the error to store. A mail that cannot be composed stops no other. */
async function send(
  { kind, recipient, about }: DueMail,
  setting: MailSetting,
  { sendMail, teamAddress, logError }: OutboxDeps,
): Promise<string | null> {
  const to = recipient === null ? teamAddress : { name: '', address: recipient };
  if (to === '') return 'No address of the team is set (TEAM_EMAIL)';
  try {
    const compose = COMPOSERS[kind];
    if (!compose) throw new Error(`This version of the function composes no mail "${kind}"`);
    return await attemptMail(sendMail, { to, ...(await compose(about, setting)) });
  } catch (error) {
    logError(error);
    return 'The mail could not be composed';
  }
}
