// Accepts an enquiry from the contact form: checks it with the schema of the form, stores it once, responds,
// and sends the mails afterwards.
//
//   GET  …/ticket  the signed time at which the form was opened
//   POST …         an enquiry
//   POST …/form    the form of a browser without scripts (form.ts)
//   POST …/file    a file with an enquiry (files.ts)
//   POST …/retry   sends due mails; for the scheduler, with a secret key
//   POST …/check   sends an enquiry of its own, which is deleted at once; for the scheduler, with a secret key
//   POST …/test    sends a test mail to the owner who requests it (test-mail.ts)
import type { z } from 'zod';
import { AGENCY } from '../_shared/contracts/agency.ts';
import {
  ENQUIRY_FAILED_MESSAGE,
  ENQUIRY_HONEYPOT,
  OTHER_SERVICE,
  createCsrfToken,
  enquiryThanks,
} from '../_shared/contracts/enquiry-fields.ts';
import {
  SERVICE_UNKNOWN,
  enquirySchema,
  type Enquiry,
  type EnquiryReply,
} from '../_shared/contracts/enquiry.ts';
import { asciiEmail } from '../_shared/contracts/email.ts';
import { isFromOurSite } from '../_shared/cors.ts';
import type { TicketProblem } from '../_shared/form-ticket.ts';
import { readUserAgent } from '../_shared/function-events.ts';
import { jsonReply, readJsonObject, type JsonObjectProblem } from '../_shared/http.ts';

export const ENQUIRY_BODY_MAX_BYTES = 32 * 1024;
export const ENQUIRY_DEADLINE_MS = 10_000;

export type QuarantineReason = TicketProblem | 'honeypot' | 'used-ticket' | 'over-limit';

export type EnquiryEvent = {
  eventType:
    | 'contact_submission_success'
    | 'contact_submission_failed'
    | 'contact_service_error'
    | 'rate_limit_exceeded'
    | 'csrf_attempt'
    | 'suspicious_activity';
  severity: 'low' | 'medium' | 'high';
  description: string;
  metadata: Record<string, string | string[]>;
  userAgent: string | null;
};

/**
 * `stored` is false when this enquiry, or one with the same text, is stored already. `reasons` says why it
 * is quarantined, and is empty if it is not. `agencyProblem`: why the services and hours of the agency were not stored,
 * which does not stop an enquiry. `isFull`: the table has reached its limit. 'not-offered': the service.
 */
/** Of submit_enquiry, for an enquiry that is in the table. */
export const KEPT_OUTCOMES = ['stored', 'repeated', 'duplicate'] as const;

export type Submission =
  | {
      outcome: 'kept';
      id: string;
      number: number;
      stored: boolean;
      reasons: string[];
      agencyProblem?: string | null;
    }
  | { outcome: 'not-offered' }
  | { outcome: 'limited'; retryAfter: number; isFull?: boolean; isRemembered?: boolean };

export type EnquiryDeps = {
  allowedOrigins: ReadonlySet<string>;
  issueTicket: () => Promise<string>;
  findTicketProblem: (ticket: string) => Promise<TicketProblem | null>;
  submit: (
    enquiry: Enquiry,
    doubts: {
      isQuarantined: boolean;
      reasons: QuarantineReason[];
      /** The ticket, if its signature is valid. */
      ticket: string | null;
      /** Takes every step, and leaves nothing. */
      isCheck?: boolean;
    },
    request: Request,
  ) => Promise<Submission>;
  /** @param problem null when the enquiry of the check was taken */
  settleCheck: (problem: string | null) => Promise<void>;
  /** @param key the `apikey` of the request */
  isOperator: (key: string) => Promise<boolean>;
  deliverMails: () => Promise<{ sent: number; failed: number }>;
  /** Runs work after the response. */
  afterwards: (work: () => Promise<unknown>) => void;
  logEvent: (event: EnquiryEvent) => Promise<void>;
  logError: (error: unknown) => void;
};

export const REFUSALS = {
  not_found: [404, 'There is nothing at this address'],
  method_not_allowed: [405, 'Method not allowed'],
  not_allowed: [401, 'This call needs a secret key'],
  origin_not_allowed: [403, 'Please use the form on our website'],
  not_json: [415, 'Send the enquiry as application/json'],
  not_form: [415, 'Send the enquiry as a form'],
  body_too_large: [413, 'The message is too large'],
  too_slow: [408, 'Sending took too long. Please try again.'],
  broken_off: [400, 'Sending broke off. Please try again.'],
  malformed_body: [400, 'The enquiry could not be read'],
  invalid: [422, 'Please check the marked fields'],
  rate_limited: [429, 'Too many messages in a short time. Please try again later.'],
  failed: [500, ENQUIRY_FAILED_MESSAGE],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof REFUSALS;

/** What became of an enquiry. */
export type Verdict =
  /** The email as the visitor spelt it. */
  | { id: string; number: number; email: string }
  | { code: RefusalCode; fields?: Record<string, string>; headers?: HeadersInit };

export async function handleEnquiry(request: Request, deps: EnquiryDeps): Promise<Response> {
  try {
    const action = /^\/[^/]+\/?(.*?)\/?$/.exec(new URL(request.url).pathname)?.[1] ?? '';
    if (action === 'ticket') return await giveTicket(request, deps);
    if (action === 'retry') return await retryMails(request, deps);
    if (action === 'check') return await checkEnquiries(request, deps);
    return action === '' ? await takeEnquiry(request, deps) : refused('not_found');
  } catch (error) {
    deps.logError(error);
    record(deps, request, 'contact_service_error', 'high', 'An enquiry could not be stored');
    return refused('failed');
  }
}

async function giveTicket(request: Request, deps: EnquiryDeps): Promise<Response> {
  if (request.method !== 'GET') return refused('method_not_allowed', { allow: 'GET, OPTIONS' });
  // Retries failed mails when a form is opened, which happens more often than an enquiry.
  deps.afterwards(deps.deliverMails);
  return jsonReply(200, { data: { ticket: await deps.issueTicket() }, error: null });
}

async function retryMails(request: Request, deps: EnquiryDeps): Promise<Response> {
  if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST' });
  if (!(await deps.isOperator(request.headers.get('apikey') ?? ''))) return refused('not_allowed');
  return jsonReply(200, { data: await deps.deliverMails(), error: null });
}

async function checkEnquiries(request: Request, deps: EnquiryDeps): Promise<Response> {
  if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST' });
  if (!(await deps.isOperator(request.headers.get('apikey') ?? ''))) return refused('not_allowed');
  let problem: string | null;
  try {
    problem = await problemOfCheck(request, deps);
  } catch (error) {
    deps.logError(error);
    // supabase-js throws objects that are no Error.
    const hasMessage = typeof error === 'object' && error !== null && 'message' in error;
    problem = String(hasMessage ? error.message : error);
  }
  await deps.settleCheck(problem);
  // Owners get a mail about a problem.
  deps.afterwards(deps.deliverMails);
  return jsonReply(200, { data: { problem }, error: null });
}

/** Sends an enquiry through what one of a visitor passes. */
async function problemOfCheck(request: Request, deps: EnquiryDeps): Promise<string | null> {
  const ticket = await deps.issueTicket();
  const ticketProblem = await deps.findTicketProblem(ticket);
  if (ticketProblem !== null && ticketProblem !== 'too-fast') return `The ticket: ${ticketProblem}`;
  const parsed = enquirySchema.safeParse({
    name: 'Hourly check',
    email: AGENCY.email,
    message: 'Are enquiries taken?',
    service: OTHER_SERVICE.value,
    csrfToken: createCsrfToken(),
    submissionId: crypto.randomUUID(),
    ticket,
  });
  if (!parsed.success) return `The form: ${parsed.error.issues[0]?.message}`;
  const doubts = { isQuarantined: false, reasons: [], ticket, isCheck: true };
  const result = await deps.submit(parsed.data, doubts, request);
  if (result.outcome === 'kept') return result.agencyProblem ?? null;
  if (result.outcome === 'not-offered') return "The service 'Other' is not offered";
  return result.isFull ? 'The list of enquiries is full' : 'Too many enquiries';
}

async function takeEnquiry(request: Request, deps: EnquiryDeps): Promise<Response> {
  if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST, OPTIONS' });
  if (!isFromOurSite(request, deps.allowedOrigins)) {
    record(deps, request, 'csrf_attempt', 'medium', 'Enquiry from a foreign origin refused');
    return refused('origin_not_allowed');
  }
  const body = await readJsonObject(request, {
    maxBytes: ENQUIRY_BODY_MAX_BYTES,
    deadlineMs: ENQUIRY_DEADLINE_MS,
  });
  if (!body.ok) {
    const code = BODY_REFUSALS[body.reason];
    recordRefusal(deps, request, code);
    return refused(code);
  }
  return toReply(await takeFields(body.value, request, deps));
}

/** Checks and stores what a form has sent. */
export async function takeFields(
  received: Record<string, unknown>,
  request: Request,
  deps: EnquiryDeps,
): Promise<Verdict> {
  // A filled honeypot is not refused, because a refusal would show bots how to avoid it.
  const isTrapped = hasText(received[ENQUIRY_HONEYPOT]);
  const parsed = enquirySchema.safeParse({ ...received, [ENQUIRY_HONEYPOT]: '' });
  if (!parsed.success) return refuseInvalid(parsed.error, request, deps);

  const ticketProblem = await deps.findTicketProblem(parsed.data.ticket);
  const reasons: QuarantineReason[] = [
    ...(isTrapped ? (['honeypot'] as const) : []),
    ...(ticketProblem ? [ticketProblem] : []),
  ];
  // An expired ticket is accepted: the enquiry may have waited offline, or the page over a weekend.
  const isQuarantined = reasons.some((reason) => reason !== 'expired-ticket');
  const ticket =
    ticketProblem === null || ticketProblem === 'expired-ticket' ? parsed.data.ticket : null;
  const result = await deps.submit(parsed.data, { isQuarantined, reasons, ticket }, request);
  if (result.outcome === 'not-offered') {
    return { code: 'invalid', fields: { service: SERVICE_UNKNOWN } };
  }
  if (result.outcome === 'limited') {
    if (result.isFull) {
      const description = 'Enquiry refused: the quarantine or the whole list is full';
      record(deps, request, 'contact_service_error', 'high', description);
    } else if (!result.isRemembered) {
      record(deps, request, 'rate_limit_exceeded', 'medium', 'Too many enquiries from one sender');
    }
    return { code: 'rate_limited', headers: { 'retry-after': String(result.retryAfter) } };
  }

  if (result.agencyProblem) {
    const description = 'The services or hours of the agency could not be stored';
    record(deps, request, 'contact_service_error', 'high', description, {
      reason: result.agencyProblem,
    });
  }
  if (result.reasons.length > 0) {
    record(deps, request, 'suspicious_activity', 'medium', 'Enquiry put aside', {
      reasons: result.reasons,
    });
  } else if (result.stored) {
    record(deps, request, 'contact_submission_success', 'low', 'Enquiry received');
  }
  deps.afterwards(deps.deliverMails);
  const typed = String(received.email).trim();
  const isSame = asciiEmail(typed) === parsed.data.email;
  return { id: result.id, number: result.number, email: isSame ? typed : parsed.data.email };
}

const BODY_REFUSALS = {
  'not-json': 'not_json',
  'too-large': 'body_too_large',
  'too-slow': 'too_slow',
  'broken-off': 'broken_off',
  malformed: 'malformed_body',
} as const satisfies Record<JsonObjectProblem, RefusalCode>;

function hasText(value: unknown): boolean {
  return value !== undefined && value !== null && value !== '';
}

/** The messages of each field, on one line. */
export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) {
    const name = String(path[0]);
    fields[name] = fields[name] === undefined ? message : `${fields[name]}. ${message}`;
  }
  return fields;
}

function refuseInvalid(error: z.ZodError, request: Request, deps: EnquiryDeps): Verdict {
  const fields = fieldsOf(error);
  const names = Object.keys(fields);
  if (names.includes('csrfToken')) {
    record(deps, request, 'csrf_attempt', 'medium', 'Enquiry without a security token refused');
  } else {
    const description = 'Enquiry refused: invalid fields';
    record(deps, request, 'contact_submission_failed', 'low', description, { fields: names });
  }
  return { code: 'invalid', fields };
}

export function recordRefusal(deps: EnquiryDeps, request: Request, code: RefusalCode): void {
  const [, message] = REFUSALS[code];
  record(deps, request, 'contact_submission_failed', 'low', `Enquiry refused: ${message}`);
}

function toReply(verdict: Verdict): Response {
  if ('code' in verdict) return refused(verdict.code, verdict.headers, verdict.fields);
  const { id, number, email } = verdict;
  const body: EnquiryReply = { data: { id, number, message: enquiryThanks(email) }, error: null };
  return jsonReply(200, body);
}

function refused(
  code: RefusalCode,
  headers: HeadersInit = {},
  fields?: Record<string, string>,
): Response {
  const [status, message] = REFUSALS[code];
  const body: EnquiryReply = { data: null, error: { code, message, ...(fields && { fields }) } };
  return jsonReply(status, body, headers);
}

/** After the response, so that the log cannot delay or fail the request. */
export function record(
  deps: Pick<EnquiryDeps, 'afterwards' | 'logEvent'>,
  request: Request,
  eventType: EnquiryEvent['eventType'],
  severity: EnquiryEvent['severity'],
  description: string,
  metadata: EnquiryEvent['metadata'] = {},
): void {
  const event = {
    ...{ eventType, severity, description, metadata },
    userAgent: readUserAgent(request),
  };
  deps.afterwards(() => deps.logEvent(event));
}
