// The conversation about an enquiry by mail. The logic is in handler.ts and inbound.ts; this file provides
// their dependencies.
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
import { openEnquiryFiles, type CheckedFile } from '../_shared/enquiry-files.ts';
import { createEventLog } from '../_shared/function-events.ts';
import {
  createSecretCheck,
  deriveKeys,
  keyedHash,
  readSigningSecrets,
} from '../_shared/keyed-hash.ts';
import { createMailer, readMailSettings } from '../_shared/mail.ts';
import { createRestCaller } from '../_shared/rest-caller.ts';
import { DatabaseError } from '../_shared/rest.ts';
import { handleReply, type ReplyClaim, type ReplyDeps } from './handler.ts';
import { handleInbound, RECEPTIONS, type InboundDeps } from './inbound.ts';
import { replyMail } from './mails.ts';
import { isTokenOf, parseReplyAddress, replyAddress } from './reply-address.ts';

const env = (name: string) => Deno.env.get(name);
const settings = readSupabaseSettings(env);
const allowedOrigins = parseAllowedOrigins(env('ALLOWED_ORIGINS'));
const service = createServiceClient(settings);
const call = createDatabaseCall(service);
const readAgency = openAgency(createCallerClient(settings, null), logError);
const mailSettings = readMailSettings(env);
const sendMail = createMailer(mailSettings);
const files = openEnquiryFiles(service, call, logError);
const logEvent = createEventLog(call);
const afterwards = createAfterwards(logError);

/** The mailbox whose plus addresses go to …/inbound; '' without one. */
const base = env('REPLY_ADDRESS') ?? '';
const inboundSecret = env('INBOUND_MAIL_SECRET') ?? '';
const secrets = readSigningSecrets(env);
const [addressKeys, providerKeys] = await Promise.all([
  deriveKeys(secrets, 'enquiry reply address'),
  deriveKeys(secrets, 'inbound mail'),
]);
const isInboundSecret = await createSecretCheck(inboundSecret);

function replyDeps(request: Request): ReplyDeps {
  const { client, caller } = createRestCaller(settings, request);
  return {
    caller,
    claim: async ({ id, enquiryId, text, lastSeen }, fileCount) => {
      const { data, error, status } = await client.rpc('claim_enquiry_reply', {
        ...{ reply_id: id, enquiry_id: enquiryId, reply_text: text, last_seen: lastSeen },
        file_count: fileCount,
      });
      if (error) throw new DatabaseError(error.code, error.message, status);
      return claimSchema.parse(data);
    },
    compose: async (reply, { enquiry, text, references }) => {
      const agency = await readAgency();
      return replyMail({
        agency,
        ...{ replyId: reply.id, enquiry, text, references, from: mailSettings?.from ?? null },
        // Without a mailbox for them, answers go to the team.
        replyTo: base
          ? await replyAddress(addressKeys, base, enquiry)
          : env('TEAM_EMAIL') || agency.email,
      });
    },
    storeFiles: ({ id, enquiryId }, sent) => storeFiles({ enquiryId, messageId: id }, sent),
    filesOf: files.ofMessage,
    sendMail,
    settle: async (replyId, messageId, problem) => {
      const args = { reply_id: replyId, message_id: messageId, error: problem };
      await call('settle_enquiry_reply', args);
    },
    logError,
  };
}

const inboundDeps: InboundDeps = {
  isProvider: async (given) => inboundSecret !== '' && base !== '' && isInboundSecret(given),
  parseRecipient: (address) => parseReplyAddress(base, address),
  findThread: async ({ number, token }) => {
    const { data, error } = await service.from('enquiries').select('id').eq('number', number);
    if (error) throw error;
    const id = z.array(z.object({ id: z.uuid() })).parse(data)[0]?.id;
    return id && (await isTokenOf(addressKeys, { id, number }, token)) ? id : null;
  },
  receive: async (enquiryId, mail) => {
    const answer = await call('receive_enquiry_mail', { enquiry_id: enquiryId, mail });
    const { outcome, message_id: messageId } = receptionSchema.parse(answer);
    return { outcome, messageId };
  },
  storeFiles,
  hash: (text) => keyedHash(providerKeys, text),
  onIgnored: (reason) =>
    afterwards(() =>
      logEvent({
        eventType: 'suspicious_activity',
        severity: 'low',
        description: 'A mail to a reply address was ignored',
        metadata: { reason },
        userAgent: null,
      }),
    ),
  logError,
};

Deno.serve((request) =>
  withCors(request, allowedOrigins, (allowed) =>
    new URL(allowed.url).pathname.endsWith('/inbound')
      ? handleInbound(allowed, inboundDeps)
      : handleReply(allowed, replyDeps(allowed)),
  ),
);

function logError(error: unknown): void {
  console.error('enquiry-replies:', error);
}

async function storeFiles(
  { enquiryId, messageId }: { enquiryId: string; messageId: string },
  sent: readonly CheckedFile[],
): Promise<void> {
  for (const file of sent) {
    const outcome = await files.store(enquiryId, messageId, file);
    if (outcome !== 'stored' && outcome !== 'repeated')
      logError(`A file was not stored: ${outcome}`);
  }
}

const receptionSchema = z.object({
  outcome: z.enum(RECEPTIONS),
  message_id: z.uuid().nullable(),
});

const claimSchema: z.ZodType<ReplyClaim> = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.enum(['sent', 'sending']) }),
  z
    .object({
      outcome: z.literal('send'),
      file_count: z.int(),
      enquiry: z
        .object({
          ...{ id: z.uuid(), number: z.int(), name: z.string(), email: z.string() },
          ...{ subject: z.string().nullable(), message: z.string(), created_at: z.string() },
        })
        .transform(({ created_at, ...enquiry }) => ({ ...enquiry, createdAt: created_at })),
      text: z.string(),
      references: z.array(z.string()),
    })
    .transform(({ file_count, ...claim }) => ({ ...claim, fileCount: file_count })),
]);
