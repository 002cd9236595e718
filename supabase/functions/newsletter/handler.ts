// Subscribes to the newsletter, with double opt-in, and unsubscribes.
//
//   GET  …/ticket             the signed time at which the form was opened
//   POST …/subscribe          an address; a mail asks its owner to confirm
//   POST …/form               the same from a browser without scripts (form.ts)
//   POST …/confirm            the token of that mail, from the page its link opens
//   POST …/unsubscribe        the token of a later mail, from the page its link opens, or
//   POST …/unsubscribe?token= from a mail program (RFC 8058)
//   GET  …/unsubscribe?token= redirects to the page; a GET changes nothing, because mail scanners open links
import type { z } from 'zod';
import { NEWSLETTER_CONSENT, NEWSLETTER_HONEYPOT } from '../_shared/contracts/newsletter-fields.ts';
import {
  newsletterTokenSchema,
  subscribeSchema,
  type NewsletterReply,
} from '../_shared/contracts/newsletter.ts';
import { isFromOurSite } from '../_shared/cors.ts';
import type { TicketProblem } from '../_shared/form-ticket.ts';
import { readUserAgent, type FunctionEvent } from '../_shared/function-events.ts';
import {
  jsonReply,
  readBodyWithin,
  readJsonObject,
  type JsonObjectProblem,
} from '../_shared/http.ts';
import { pageLink, type LinkPurpose } from '../_shared/newsletter-links.ts';

export const BODY_LIMITS = { maxBytes: 4096, deadlineMs: 10_000 };

/** `isFull`: the list has reached its limit, independent of the sender. */
export type SubscribeResult =
  | { outcome: 'accepted' | 'ticket-refused' }
  | { outcome: 'limited'; retryAfter: number; isFull: boolean };

export type NewsletterDeps = {
  allowedOrigins: ReadonlySet<string>;
  siteUrl: string;
  issueTicket: () => Promise<string>;
  findTicketProblem: (ticket: string) => Promise<TicketProblem | null>;
  readToken: (purpose: LinkPurpose, token: string) => Promise<string | null>;
  subscribe: (
    wish: { email: string; consent: string; ticket: string },
    request: Request,
  ) => Promise<SubscribeResult>;
  /** False when there is nothing to confirm, or no longer. */
  confirm: (subscriberId: string) => Promise<boolean>;
  unsubscribe: (subscriberId: string) => Promise<void>;
  deliverMails: () => Promise<unknown>;
  /** Runs work after the response. */
  afterwards: (work: () => Promise<unknown>) => void;
  logEvent: (event: FunctionEvent) => Promise<void>;
  logError: (error: unknown) => void;
};

export const MESSAGES = {
  // The same response for every address, so that it does not reveal who is subscribed.
  subscribed:
    'Check your inbox: a mail with a link is on its way. Open it and confirm that the address is yours.',
  confirmed: 'You are on the list',
  unsubscribed: 'You are off the list',
} as const;

export const REFUSALS = {
  not_found: [404, 'There is nothing at this address'],
  method_not_allowed: [405, 'Method not allowed'],
  origin_not_allowed: [403, 'Please use the form on our website'],
  not_json: [415, 'Send the body as application/json'],
  not_form: [415, 'Send the address as a form'],
  not_one_click: [415, 'Send List-Unsubscribe=One-Click as a form'],
  body_too_large: [413, 'The body is too large'],
  too_slow: [408, 'Sending took too long. Please try again.'],
  broken_off: [400, 'Sending broke off. Please try again.'],
  malformed_body: [400, 'The body could not be read'],
  invalid: [422, 'Please check the address'],
  ticket_refused: [422, 'Please reload the page and try again'],
  link_invalid: [422, 'This link is not complete'],
  link_over: [410, 'This link no longer works'],
  rate_limited: [429, 'Too many requests in a short time. Please try again later.'],
  failed: [500, 'Something went wrong on our side. Please try again.'],
} as const satisfies Record<string, readonly [number, string]>;

export type RefusalCode = keyof typeof REFUSALS;

export type Refusal = {
  code: RefusalCode;
  fields?: Record<string, string>;
  headers?: HeadersInit;
};

export async function handleNewsletter(request: Request, deps: NewsletterDeps): Promise<Response> {
  try {
    const { pathname } = new URL(request.url);
    switch (/^\/[^/]+\/(.*?)\/?$/.exec(pathname)?.[1]) {
      case 'ticket':
        return await giveTicket(request, deps);
      case 'subscribe':
        return await takeAddress(request, deps);
      case 'confirm':
        return await confirm(request, deps);
      case 'unsubscribe':
        return await unsubscribe(request, deps);
      default:
        return refused('not_found');
    }
  } catch (error) {
    deps.logError(error);
    record(deps, request, 'application_error', 'high', 'The newsletter function failed');
    return refused('failed');
  }
}

async function giveTicket(request: Request, deps: NewsletterDeps): Promise<Response> {
  if (request.method !== 'GET') return refused('method_not_allowed', { allow: 'GET, OPTIONS' });
  // Retries failed mails when a form is opened, which happens more often than a subscription.
  deps.afterwards(deps.deliverMails);
  return answered(200, { ticket: await deps.issueTicket() });
}

async function takeAddress(request: Request, deps: NewsletterDeps): Promise<Response> {
  if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST, OPTIONS' });
  if (!isFromOurSite(request, deps.allowedOrigins)) {
    record(deps, request, 'csrf_attempt', 'medium', 'Newsletter form of a foreign origin refused');
    return refused('origin_not_allowed');
  }
  const body = await readJsonObject(request, BODY_LIMITS);
  if (!body.ok) return refused(BODY_REFUSALS[body.reason]);
  const refusal = await takeFields(body.value, request, deps);
  return refusal
    ? refused(refusal.code, refusal.headers, refusal.fields)
    : answered(202, { message: MESSAGES.subscribed });
}

/**
 * Checks and stores what a form has sent.
 *
 * @returns null where the visitor is told to check their inbox
 */
export async function takeFields(
  received: Record<string, unknown>,
  request: Request,
  deps: NewsletterDeps,
): Promise<Refusal | null> {
  const parsed = subscribeSchema.safeParse(received);
  if (!parsed.success) return { code: 'invalid', fields: fieldsOf(parsed.error) };
  const { email, ticket, [NEWSLETTER_HONEYPOT]: trap } = parsed.data;

  // A filled honeypot gets the normal response, because a refusal would show bots how to avoid it.
  if (trap !== undefined && trap !== null && trap !== '') {
    record(
      deps,
      request,
      'suspicious_activity',
      'medium',
      'Newsletter form filled in by a program',
    );
    return null;
  }
  const problem = await deps.findTicketProblem(ticket);
  // An expired ticket is accepted: the page may have been open since yesterday.
  if (problem !== null && problem !== 'expired-ticket') {
    const reasons = [problem];
    record(deps, request, 'suspicious_activity', 'low', 'Newsletter form refused', { reasons });
    return { code: 'ticket_refused' };
  }
  const result = await deps.subscribe({ email, consent: NEWSLETTER_CONSENT, ticket }, request);
  if (result.outcome === 'ticket-refused') {
    const reasons = ['used-ticket'];
    record(deps, request, 'suspicious_activity', 'low', 'Newsletter form refused', { reasons });
    return { code: 'ticket_refused' };
  }
  if (result.outcome === 'limited') {
    if (result.isFull) {
      record(deps, request, 'application_error', 'high', 'The list of the newsletter is full');
    } else {
      record(deps, request, 'rate_limit_exceeded', 'medium', 'Too many newsletter requests');
    }
    return { code: 'rate_limited', headers: { 'retry-after': String(result.retryAfter) } };
  }
  deps.afterwards(deps.deliverMails);
  return null;
}

async function confirm(request: Request, deps: NewsletterDeps): Promise<Response> {
  if (request.method !== 'POST') return refused('method_not_allowed', { allow: 'POST, OPTIONS' });
  const body = await readJsonObject(request, BODY_LIMITS);
  if (!body.ok) return refused(BODY_REFUSALS[body.reason]);
  const id = await readSubscriberId('confirm', body.value, deps);
  if (id === null) return refused('link_invalid');
  if (!(await deps.confirm(id))) return refused('link_over');
  deps.afterwards(deps.deliverMails);
  return answered(200, { message: MESSAGES.confirmed });
}

async function unsubscribe(request: Request, deps: NewsletterDeps): Promise<Response> {
  const token = new URL(request.url).searchParams.get('token');
  if (request.method === 'GET' || request.method === 'HEAD') return toPage(token, deps);
  if (request.method !== 'POST') {
    return refused('method_not_allowed', { allow: 'GET, HEAD, POST, OPTIONS' });
  }
  const named = token === null ? await readJsonObject(request, BODY_LIMITS) : null;
  if (named && !named.ok) return refused(BODY_REFUSALS[named.reason]);
  if (!named) {
    const problem = await findOneClickProblem(request);
    if (problem) return refused(problem);
  }
  const id = await readSubscriberId('unsubscribe', named ? named.value : { token }, deps);
  if (id === null) return refused('link_invalid');
  // Succeeds also when the address is not on the list any more.
  await deps.unsubscribe(id);
  return answered(200, { message: MESSAGES.unsubscribed });
}

function toPage(token: string | null, deps: NewsletterDeps): Response {
  const location = pageLink(deps.siteUrl, 'unsubscribe', encodeURIComponent(token ?? ''));
  return new Response(null, { status: 303, headers: { location, 'cache-control': 'no-store' } });
}

/** RFC 8058 allows both form encodings. */
async function findOneClickProblem(request: Request): Promise<RefusalCode | null> {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^(application\/x-www-form-urlencoded|multipart\/form-data)\s*(;|$)/i.test(contentType)) {
    return 'not_one_click';
  }
  const body = await readBodyWithin(request, BODY_LIMITS);
  if (!body.ok) return BODY_REFUSALS[body.reason];
  const text = new TextDecoder().decode(body.bytes);
  return text.includes('List-Unsubscribe') && text.includes('One-Click') ? null : 'not_one_click';
}

async function readSubscriberId(
  purpose: LinkPurpose,
  source: Record<string, unknown>,
  deps: NewsletterDeps,
): Promise<string | null> {
  const parsed = newsletterTokenSchema.safeParse(source);
  return parsed.success ? deps.readToken(purpose, parsed.data.token) : null;
}

const BODY_REFUSALS = {
  'not-json': 'not_json',
  'too-large': 'body_too_large',
  'too-slow': 'too_slow',
  'broken-off': 'broken_off',
  malformed: 'malformed_body',
} as const satisfies Record<JsonObjectProblem, RefusalCode>;

export function fieldsOf(error: z.ZodError): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const { path, message } of error.issues) fields[String(path[0])] ??= message;
  return fields;
}

function answered(status: number, data: NonNullable<NewsletterReply['data']>): Response {
  const body: NewsletterReply = { data, error: null };
  return jsonReply(status, body);
}

function refused(
  code: RefusalCode,
  headers: HeadersInit = {},
  fields?: Record<string, string>,
): Response {
  const [status, message] = REFUSALS[code];
  const body: NewsletterReply = { data: null, error: { code, message, ...(fields && { fields }) } };
  return jsonReply(status, body, headers);
}

/** After the response, so that the log cannot delay or fail the request. */
export function record(
  deps: NewsletterDeps,
  request: Request,
  eventType: string,
  severity: FunctionEvent['severity'],
  description: string,
  metadata: FunctionEvent['metadata'] = {},
): void {
  const userAgent = readUserAgent(request);
  deps.afterwards(() => deps.logEvent({ eventType, severity, description, metadata, userAgent }));
}
