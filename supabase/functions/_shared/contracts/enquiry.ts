// The schema of an enquiry, used by the contact form and send-contact-email (spec §5, 'Defined contact
// schema'). The database repeats every limit (migrations/*_enquiries.sql); tests/database compares them.
// What the form needs before sending is in enquiry-fields.ts.
import { z } from 'zod';
import { asciiEmail } from './email.ts';
import {
  forbiddenWords,
  internationalPhone,
  isEmail,
  isPersonName,
  personName,
  problemOfPhoneNumber,
  scriptIn,
  singleLine,
  withoutBrokenCharacters,
} from './person.ts';
import { SLUG, SLUG_MAX } from './slug.ts';
import { isBlank, lengthOf } from './text.ts';
import { CSRF_TOKEN_BYTES, ENQUIRY_HONEYPOT, ENQUIRY_LIMITS } from './enquiry-fields.ts';

const SERVICES_MAX = 20;
const TICKET_MAX = 200;

export const SERVICE_UNKNOWN = 'Please choose a service from the list';

/** The id of a service. The database knows which of them are offered. */
const serviceSchema = z
  .string({ error: SERVICE_UNKNOWN })
  .max(60, SERVICE_UNKNOWN)
  .regex(SLUG, SERVICE_UNKNOWN);

const MESSAGES = {
  nameShort: 'Name must be at least 2 characters',
  nameLong: 'Name must be less than 50 characters',
  nameMarkup: 'Invalid characters detected',
  nameAlphabet: 'Name can only contain letters, spaces, hyphens, and apostrophes',
  email: 'Please enter a valid email address',
  emailLong: 'Email address is too long',
  emailMarkup: 'Invalid characters in email',
  phone: 'Please enter a valid phone number',
  messageShort: 'Message must be at least 10 characters',
  messageLong: 'Message must be less than 1000 characters',
  messageContent: 'Invalid content detected',
  subject: 'Subject contains invalid content or is too long',
  honeypot: 'Bot detected',
  csrfToken: 'Security token required',
} as const;

function manyLines(text: string): string {
  return withoutBrokenCharacters(text)
    .replace(/\r\n?/g, '\n')
    .replace(/(?![\n\t])\p{Cc}/gu, '')
    .trim();
}

/** A text that is cleaned first; reports the first error, with what follows it. */
function text(
  clean: (text: string) => string,
  problemOf: (text: string) => string | readonly string[] | null,
  wrongType: string,
) {
  return z
    .string({ error: wrongType })
    .transform(clean)
    .superRefine((value, context) => {
      for (const message of [problemOf(value) ?? []].flat()) {
        context.addIssue({ code: 'custom', message });
      }
    });
}

function problemOfNamePart(name: string): string | null {
  if (lengthOf(name) > ENQUIRY_LIMITS.name) return MESSAGES.nameLong;
  if (/[<>]/.test(name) || forbiddenWords(name) !== null) return MESSAGES.nameMarkup;
  return isPersonName(name) ? null : MESSAGES.nameAlphabet;
}

function problemOfName(name: string): string | null {
  return lengthOf(name) < ENQUIRY_LIMITS.nameMin ? MESSAGES.nameShort : problemOfNamePart(name);
}

function problemOfEmail(email: string): string | null {
  if (email.length > ENQUIRY_LIMITS.email) return MESSAGES.emailLong;
  if (email.includes('<')) return MESSAGES.emailMarkup;
  return isEmail(email) ? null : MESSAGES.email;
}

function problemOfPhone(phone: string): string | null {
  return lengthOf(phone) > ENQUIRY_LIMITS.phone ? MESSAGES.phone : problemOfPhoneNumber(phone);
}

function problemOfSubject(subject: string): string | null {
  return lengthOf(subject) > ENQUIRY_LIMITS.subject || scriptIn(subject) !== null
    ? MESSAGES.subject
    : null;
}

function problemOfMessage(message: string): string | readonly string[] | null {
  const length = lengthOf(message);
  if (length < ENQUIRY_LIMITS.messageMin || isBlank(message)) return MESSAGES.messageShort;
  if (length > ENQUIRY_LIMITS.message) return MESSAGES.messageLong;
  const words = forbiddenWords(message);
  return words && [MESSAGES.messageContent, `Please change “${words}”`];
}

const namePart = text(personName, problemOfNamePart, MESSAGES.nameAlphabet).optional();

/** What led to the form, sent only with the visitor's consent. */
const startedFromSchema = z.object({
  /** A path of the site, never its query. */
  page: z
    .string()
    .max(ENQUIRY_LIMITS.startedPage)
    .regex(/^\/[^\s?#\p{C}]*$/u),
  /** The services that the visitor has looked at. */
  services: z.array(serviceSchema).max(SERVICES_MAX),
  /** The website whose link led to that page, without the rest of its address. */
  host: z
    .string()
    .max(253)
    .regex(/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/)
    .optional()
    .catch(undefined),
  /** Slugs of the studies that the visitor has opened. */
  studies: z
    .array(z.string().max(SLUG_MAX).regex(SLUG))
    .max(ENQUIRY_LIMITS.startedStudies)
    .default([])
    .catch([]),
});

/** Single fields are checked by `enquirySchema.shape.email.safeParse(…)`. */
export const enquirySchema = z.object({
  name: text(personName, problemOfName, MESSAGES.nameShort),
  email: text((email) => asciiEmail(singleLine(email)), problemOfEmail, MESSAGES.email),
  subject: text(singleLine, problemOfSubject, MESSAGES.subject).default(''),
  message: text(manyLines, problemOfMessage, MESSAGES.messageShort),
  phone: text(
    (phone) => internationalPhone(singleLine(phone)),
    problemOfPhone,
    MESSAGES.phone,
  ).default(''),
  service: serviceSchema.or(z.literal('', SERVICE_UNKNOWN)).default(''),
  firstName: namePart,
  lastName: namePart,
  [ENQUIRY_HONEYPOT]: z.literal('', { error: MESSAGES.honeypot }).default(''),
  csrfToken: z
    .string({ error: MESSAGES.csrfToken })
    .regex(new RegExp(`^[0-9a-f]{${2 * CSRF_TOKEN_BYTES}}$`), MESSAGES.csrfToken),
  /** One id per text: an enquiry that is sent again with it is stored once. A changed text needs a new id. */
  submissionId: z.uuid('Please send the form again'),
  /** From `GET send-contact-email/ticket`. An enquiry without one is quarantined. */
  ticket: z.string().max(TICKET_MAX).default('').catch(''),
  // The visitor did not type these fields: an invalid value counts as missing and does not fail the form.
  wantsReceipt: z.boolean().default(false).catch(false),
  startedFrom: startedFromSchema.optional().catch(undefined),
});
/** As sent by the form. */
export type EnquiryInput = z.input<typeof enquirySchema>;
/** After parsing: cleaned, with '' for missing texts. */
export type Enquiry = z.output<typeof enquirySchema>;

/** The response of send-contact-email. With 2xx and no error, an empty `data` is a success too. */
export const enquiryReplySchema = z.object({
  data: z.object({ id: z.uuid(), number: z.int().optional(), message: z.string() }).nullish(),
  error: z
    .object({
      code: z.string(),
      message: z.string(),
      fields: z.record(z.string(), z.string()).optional(),
    })
    .nullish(),
});
export type EnquiryReply = z.infer<typeof enquiryReplySchema>;

/** The response of `GET send-contact-email/ticket`. */
export const enquiryTicketReplySchema = z.object({ data: z.object({ ticket: z.string() }) });
