// What is written about an enquiry after it has arrived. The database repeats the limits
// (migrations/*_enquiry_conversations.sql); tests/database compares.
import { z } from 'zod';
import { isBlank, textSchema } from './text.ts';

/** In characters as Postgres counts them (code points), inclusive. */
export const CONVERSATION_LIMITS = {
  note: 4000,
  reply: 10_000,
  /** A mail of the client; longer ones are cut. */
  mail: 20_000,
  authorName: 120,
  attachmentNames: 20,
  attachmentName: 200,
  messageId: 250,
} as const;

/** Why an enquiry of a person may be quarantined: password managers fill in hidden fields. */
export const HONEST_REASONS: readonly string[] = ['honeypot', 'expired-ticket', 'over-limit'];

const filled = (limit: number, message: string) =>
  textSchema(limit, z.string()).refine((text) => !isBlank(text), message);

export const noteTextSchema = filled(CONVERSATION_LIMITS.note, 'Please write something');
export const replyTextSchema = filled(CONVERSATION_LIMITS.reply, 'Please write something');

/** The body of `POST enquiry-replies`. */
export const replySchema = z.object({
  /** Chosen by the browser: sent again with it, a reply is mailed once. */
  id: z.uuid(),
  enquiryId: z.uuid(),
  text: replyTextSchema,
  /** The newest message on the member's screen. */
  lastSeen: z.uuid().nullable(),
});
export type Reply = z.infer<typeof replySchema>;

/** The response. `sending`: another request is sending it right now. */
export const replyAnswerSchema = z.object({
  data: z.object({ state: z.enum(['sent', 'sending', 'failed']) }).nullish(),
  error: z.object({ code: z.string(), message: z.string() }).nullish(),
});
export type ReplyAnswer = z.infer<typeof replyAnswerSchema>;
