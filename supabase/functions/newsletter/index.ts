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
import { readLinkToken } from '../_shared/newsletter-links.ts';
import { openOutbox } from '../_shared/outbox/outbox.ts';
import { hashRecipient } from '../_shared/recipient.ts';
import { hashSender, readTrustedProxies } from '../_shared/sender.ts';
import { handleForm } from './form.ts';
import { handleNewsletter, type NewsletterDeps, type SubscribeResult } from './handler.ts';

const DATABASE_DEADLINE_MS = 10_000;

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const trustedProxies = readTrustedProxies(env('TRUSTED_PROXIES'));
const service = createServiceClient(settings);
const call = createDatabaseCall(service, DATABASE_DEADLINE_MS);
const readAgency = openAgency(createCallerClient(settings, null), logError);
const mailSettings = readMailSettings(env);
const sendMail = createMailer(mailSettings);
const logEvent = createEventLog(createDatabaseCall(service));
const afterwards = createAfterwards(logError);
const enqueue = createQueue(4);

const siteUrl =
  env('SITE_URL')?.replace(/\/+$/, '') || [...allowedOrigins][0] || settings.publicUrl;

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
  deliverMails: await openOutbox({
    ...{ env, settings, siteUrl, call, readAgency, sendMail, from: mailSettings?.from ?? null },
    ...{ afterwards, logEvent, logError },
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
