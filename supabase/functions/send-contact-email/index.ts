// Receives the contact form. The logic is in handler.ts; this file provides its dependencies.
import { z } from 'zod';
import { openAgency } from '../_shared/agency.ts';
import { createAfterwards } from '../_shared/background.ts';
import {
  createCallerClient,
  createDatabaseCall,
  createServiceClient,
  readSupabaseSettings,
} from '../_shared/clients.ts';
import { ANSWERING_OFFICE, HOLIDAYS } from '../_shared/contracts/agency.ts';
import { ENQUIRY_SERVICES } from '../_shared/contracts/enquiry-fields.ts';
import type { Enquiry } from '../_shared/contracts/enquiry.ts';
import { parseAllowedOrigins, withCors } from '../_shared/cors.ts';
import { createFloodGate } from '../_shared/flood-gate.ts';
import { findTicketProblem, issueTicket } from '../_shared/form-ticket.ts';
import { openEnquiryFiles } from '../_shared/enquiry-files.ts';
import { createEventLog } from '../_shared/function-events.ts';
import { createSecretCheck, deriveKeys, readSigningSecrets } from '../_shared/keyed-hash.ts';
import { createMailer, readMailSettings } from '../_shared/mail.ts';
import { openOutbox } from '../_shared/outbox/outbox.ts';
import { hashRecipient } from '../_shared/recipient.ts';
import { createRestCaller } from '../_shared/rest-caller.ts';
import { hashSender, readTrustedProxies, type Sender } from '../_shared/sender.ts';
import { handleFile, type FileDeps } from './files.ts';
import { handleForm } from './form.ts';
import {
  ENQUIRY_DEADLINE_MS,
  handleEnquiry,
  KEPT_OUTCOMES,
  type EnquiryDeps,
  type Submission,
} from './handler.ts';
import { handleTestMail, type TestMailClaim } from './test-mail.ts';

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const trustedProxies = readTrustedProxies(env('TRUSTED_PROXIES'));
const siteUrl =
  env('SITE_URL')?.replace(/\/+$/, '') || [...allowedOrigins][0] || settings.publicUrl;
const service = createServiceClient(settings);
const call = createDatabaseCall(service);
const callForVisitor = createDatabaseCall(service, ENQUIRY_DEADLINE_MS);
const readAgency = openAgency(createCallerClient(settings, null), logError);
const mailSettings = readMailSettings(env);
const sendMail = createMailer(mailSettings);
const logEvent = createEventLog(call);
const afterwards = createAfterwards(logError);

const secrets = readSigningSecrets(env);
const [ticketKeys, senderKeys, recipientKeys] = await Promise.all([
  deriveKeys(secrets, 'enquiry ticket'),
  deriveKeys(secrets, 'enquiry sender'),
  // The same keys as for the newsletter, so that the limit per domain counts both.
  deriveKeys(secrets, 'form recipient'),
]);
const isOperator = await createSecretCheck(...settings.secretKeys);

const files = openEnquiryFiles(service, call, logError);
const deliverDueMails = await openOutbox({
  ...{ env, settings, siteUrl, call, readAgency, sendMail, from: mailSettings?.from ?? null },
  ...{ afterwards, logEvent, logError },
});

const passGate = createFloodGate({ concurrency: 4, rememberMs: 5000 });

const deps: EnquiryDeps = {
  allowedOrigins,
  issueTicket: () => issueTicket(ticketKeys, Date.now()),
  findTicketProblem: (ticket) => findTicketProblem(ticketKeys, ticket, Date.now()),
  submit: async (enquiry, doubts, request) => {
    const sender = await hashSender(request, senderKeys, Date.now(), trustedProxies);
    // Counted separately, so that a refusal without a ticket does not affect a visitor with one on the same
    // network.
    const counter = `${sender.hash} ${doubts.ticket === null}`;
    return passGate(counter, () => store(enquiry, doubts, sender));
  },
  settleCheck: async (problem) => {
    await call('settle_enquiry_check', { problem });
  },
  isOperator,
  deliverMails: async () => {
    const tally = await deliverDueMails();
    await files.sweep();
    return tally;
  },
  afterwards,
  logEvent,
  logError,
};

const fileDeps: FileDeps = {
  ...{ allowedOrigins, afterwards, logEvent, logError, store: files.store },
  findEnquiry: async (submissionId) => {
    const answer = await call('find_enquiry_for_file', { submission_id: submissionId });
    return z.uuid().nullable().parse(answer);
  },
};

async function store(
  enquiry: Enquiry,
  { isQuarantined, reasons, ticket, isCheck = false }: Parameters<EnquiryDeps['submit']>[1],
  sender: Sender,
): Promise<Submission> {
  const answer = await callForVisitor('submit_enquiry', {
    enquiry: {
      submission_id: enquiry.submissionId,
      name: enquiry.name,
      first_name: enquiry.firstName,
      last_name: enquiry.lastName,
      email: enquiry.email,
      phone: enquiry.phone,
      subject: enquiry.subject,
      message: enquiry.message,
      service: enquiry.service,
      started_page: enquiry.startedFrom?.page,
      started_services: enquiry.startedFrom?.services ?? [],
      started_host: enquiry.startedFrom?.host,
      started_studies: enquiry.startedFrom?.studies ?? [],
      wants_receipt: enquiry.wantsReceipt,
      is_quarantined: isQuarantined,
      quarantine_reasons: reasons,
      is_check: isCheck,
    },
    sender: { hash: sender.hash, network: sender.network, is_known: sender.isKnown },
    ticket,
    recipient: await hashRecipient(recipientKeys, enquiry.email),
    agency: {
      services: ENQUIRY_SERVICES,
      zone: ANSWERING_OFFICE.zone,
      office: ANSWERING_OFFICE.id,
      hours: ANSWERING_OFFICE.hours,
      holidays: HOLIDAYS,
    },
  });
  return toSubmission(answer);
}

Deno.serve((request) =>
  withCors(request, allowedOrigins, (allowed) => {
    const { pathname } = new URL(allowed.url);
    if (pathname.endsWith('/form')) return handleForm(allowed, { ...deps, siteUrl, readAgency });
    if (pathname.endsWith('/file')) return handleFile(allowed, fileDeps);
    return pathname.endsWith('/test')
      ? handleTestMail(allowed, { claim: () => claimTestMail(allowed), sendMail, logError })
      : handleEnquiry(allowed, deps);
  }),
);

async function claimTestMail(request: Request): Promise<TestMailClaim> {
  const { client, caller } = createRestCaller(settings, request);
  if (!caller.hasToken) return { outcome: 'signed-out' };
  const { data, error, status } = await client.rpc('claim_test_mail');
  if (!error) return { outcome: 'granted', address: z.string().parse(data) };
  if (error.code === 'PT429') return { outcome: 'limited', message: error.message };
  if (status === 401) return { outcome: 'signed-out' };
  if (error.code === '42501') return { outcome: 'forbidden' };
  throw error;
}

function logError(error: unknown): void {
  console.error('send-contact-email:', error);
}

const submissionSchema = z.discriminatedUnion('outcome', [
  z.object({
    outcome: z.enum(KEPT_OUTCOMES),
    id: z.uuid(),
    number: z.int(),
    reasons: z.array(z.string()).default([]),
    agency_problem: z.string().nullish(),
  }),
  z.object({ outcome: z.literal('not-offered') }),
  z.object({
    outcome: z.literal('limited'),
    retry_after: z.number(),
    is_full: z.boolean().default(false),
  }),
]);

function toSubmission(answer: unknown): Submission {
  const submission = submissionSchema.parse(answer);
  if (submission.outcome === 'not-offered') return submission;
  if (submission.outcome === 'limited') {
    return { outcome: 'limited', retryAfter: submission.retry_after, isFull: submission.is_full };
  }
  const { outcome, id, number, reasons, agency_problem: agencyProblem } = submission;
  return { outcome: 'kept', id, number, stored: outcome === 'stored', reasons, agencyProblem };
}
