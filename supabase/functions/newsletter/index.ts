// The newsletter. The logic is in handler.ts; this file provides its dependencies.
import { z } from 'zod';
import { openAgency } from '../_shared/agency.ts';
import { createAfterwards } from '../_shared/background.ts';
import {
  createCallerClient,
  createDatabaseCall,
  createServiceClient,
  readSupabaseSettings,
} from '../_shared/clients.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { findTicketProblem, issueTicket } from '../_shared/form-ticket.ts';
import { createEventLog } from '../_shared/function-events.ts';
import { deriveKeys, readSigningSecrets } from '../_shared/keyed-hash.ts';
import { createQueue } from '../_shared/queue.ts';
import { createMailer, readMailSettings } from '../_shared/mail.ts';
import { hashRecipient } from '../_shared/recipient.ts';
import { hashSender, readTrustedProxies } from '../_shared/sender.ts';
import { deliverDueMails, type DueMail } from './delivery.ts';
import { handleForm } from './form.ts';
import { handleNewsletter, type NewsletterDeps, type SubscribeResult } from './handler.ts';
import { issueLinkToken, readLinkToken } from './links.ts';

const DATABASE_DEADLINE_MS = 10_000;

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const trustedProxies = readTrustedProxies(env('TRUSTED_PROXIES'));
const service = createServiceClient(settings);
const call = createDatabaseCall(service, DATABASE_DEADLINE_MS);
const readAgency = openAgency(createCallerClient(settings, null), logError);
const sendMail = createMailer(readMailSettings(env));
const logEvent = createEventLog(createDatabaseCall(service));
const afterwards = createAfterwards(logError);
const enqueue = createQueue(4);
/** Every request checks for due mails: limits how many do so at a time. */
const enqueueMails = createQueue(2);

const publicUrl = settings.publicUrl.replace(/\/+$/, '');
const siteUrl = env('SITE_URL')?.replace(/\/+$/, '') || [...allowedOrigins][0] || publicUrl;

const secrets = readSigningSecrets(env);
const [linkKeys, ticketKeys, senderKeys, recipientKeys] = await Promise.all([
  deriveKeys(secrets, 'newsletter link'),
  deriveKeys(secrets, 'newsletter ticket'),
  deriveKeys(secrets, 'newsletter sender'),
  // The same keys as for the contact form, so that the limit per domain counts both.
  deriveKeys(secrets, 'form recipient'),
]);

const deps: NewsletterDeps = {
  allowedOrigins,
  siteUrl,
  issueTicket: () => issueTicket(ticketKeys, Date.now()),
  findTicketProblem: (ticket) => findTicketProblem(ticketKeys, ticket, Date.now()),
  readToken: (purpose, token) => readLinkToken(linkKeys, purpose, token),
  subscribe: async ({ email, consent, ticket }, request) => {
    const sender = await hashSender(request, senderKeys, Date.now(), trustedProxies);
    const recipient = await hashRecipient(recipientKeys, email);
    return toResult(
      await enqueue(() =>
        call('request_newsletter', {
          email,
          consent_text: consent,
          sender: { hash: sender.hash, network: sender.network, is_known: sender.isKnown },
          ticket,
          recipient,
        }),
      ),
    );
  },
  confirm: async (subscriberId) =>
    z.boolean().parse(await call('confirm_newsletter', { subscriber_id: subscriberId })),
  unsubscribe: async (subscriberId) => {
    await call('unsubscribe_newsletter', { subscriber_id: subscriberId });
  },
  deliverMails: () =>
    enqueueMails(async () => {
      const agency = await readAgency();
      await deliverDueMails({
        claim: claimMail,
        settle: async ({ id, mail }, error) => {
          await call('settle_newsletter_mail', { subscriber_id: id, mail, error });
        },
        issueToken: (purpose, subscriberId) => issueLinkToken(linkKeys, purpose, subscriberId),
        sendMail,
        context: {
          siteUrl,
          functionUrl: `${publicUrl}/functions/v1/newsletter`,
          postbox: env('TEAM_EMAIL') || agency.email,
          agency,
        },
        onMailFailure: (reason) =>
          afterwards(() =>
            logEvent({
              eventType: 'application_error',
              severity: 'medium',
              description: 'A mail of the newsletter was not sent',
              metadata: { reason },
              userAgent: null,
            }),
          ),
      });
    }),
  afterwards,
  logEvent,
  logError,
};

Deno.serve((request) =>
  withCors(request, allowedOrigins, (allowed) =>
    new URL(allowed.url).pathname.endsWith('/form')
      ? handleForm(allowed, { ...deps, readAgency })
      : handleNewsletter(allowed, deps),
  ),
);

function logError(error: unknown): void {
  console.error('newsletter:', error);
}

const resultSchema = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['accepted', 'ticket-refused']) }),
  z.object({
    outcome: z.literal('limited'),
    retry_after: z.number(),
    is_full: z.boolean().default(false),
  }),
]);

function toResult(answer: unknown): SubscribeResult {
  const result = resultSchema.parse(answer);
  return result.outcome === 'limited'
    ? { outcome: 'limited', retryAfter: result.retry_after, isFull: result.is_full }
    : result;
}

const dueSchema = z.array(
  z.object({ id: z.uuid(), email: z.string(), mail: z.enum(['confirmation', 'welcome']) }),
);

async function claimMail(): Promise<DueMail | null> {
  return dueSchema.parse(await call('claim_newsletter_mail'))[0] ?? null;
}
