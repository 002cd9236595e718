// The newsletter form of a browser without scripts. _shared/form-page.ts says what replaces the ticket of the form.
import type { Agency } from '../_shared/agency.ts';
import { NEWSLETTER_CONSENT, NEWSLETTER_HONEYPOT } from '../_shared/contracts/newsletter-fields.ts';
import { subscribeSchema } from '../_shared/contracts/newsletter.ts';
import {
  isFormAllowed,
  pageReply,
  readFormFields,
  type FormBodyProblem,
  type FormPage,
} from '../_shared/form-page.ts';
import {
  BODY_LIMITS,
  MESSAGES,
  REFUSALS,
  fieldsOf,
  record,
  takeFields,
  type NewsletterDeps,
  type Refusal,
  type RefusalCode,
} from './handler.ts';

export type FormDeps = NewsletterDeps & { readAgency: () => Promise<Agency> };

const NOT_YET = 'You are not on the list yet.';

export async function handleForm(request: Request, deps: FormDeps): Promise<Response> {
  if (request.method !== 'POST') {
    // A page that is opened again, from the history or a bookmark.
    const headers = { location: `${deps.siteUrl}/blog`, 'cache-control': 'no-store' };
    return new Response(null, { status: 303, headers });
  }
  if (!isFormAllowed(request, deps.allowedOrigins)) {
    record(deps, request, 'csrf_attempt', 'medium', 'Newsletter form of a foreign origin refused');
    return refused('origin_not_allowed', deps);
  }
  const body = await readFormFields(request, BODY_LIMITS);
  if (!body.ok) return refused(BODY_REFUSALS[body.reason], deps);
  const typed = body.fields;
  const received = { [NEWSLETTER_HONEYPOT]: '', ...Object.fromEntries(typed) };

  const ticket = typed.get('ticket') ?? '';
  const problem = await deps.findTicketProblem(ticket);
  if (problem === 'missing-ticket' || problem === 'forged-ticket') {
    deps.afterwards(deps.deliverMails);
    const { error } = subscribeSchema.safeParse(received);
    const page = error
      ? { title: REFUSALS.invalid[1], text: [NOT_YET, NEWSLETTER_CONSENT] }
      : {
          title: 'Is this your address?',
          text: [`${NOT_YET} Press “Subscribe” below to ask for it.`, NEWSLETTER_CONSENT],
        };
    const form = formOf(typed, await deps.issueTicket(), error ? fieldsOf(error) : {});
    return answer(error ? 422 : 200, { ...page, form }, deps);
  }
  if (problem === 'too-fast') {
    const title = 'Please send it once more';
    const text = [`${NOT_YET} Wait three seconds, then press “Subscribe” again.`];
    return answer(422, { title, text, form: formOf(typed, ticket) }, deps);
  }
  const refusal = await takeFields(received, request, deps).catch((error: unknown): Refusal => {
    deps.logError(error);
    record(deps, request, 'application_error', 'high', 'The newsletter function failed');
    return { code: 'failed' };
  });
  if (!refusal) {
    return answer(202, { title: 'Check your inbox', text: [MESSAGES.subscribed] }, deps);
  }
  const { code, fields, headers } = refusal;
  if (code === 'ticket_refused') {
    // It was used: the page was sent before.
    const title = 'Please send it once more';
    const form = formOf(typed, await deps.issueTicket());
    return answer(422, { title, text: [NOT_YET], form }, deps);
  }
  const [status, title] = REFUSALS[code];
  return answer(
    status,
    { title, text: [NOT_YET], form: formOf(typed, ticket, fields), isFailure: code !== 'invalid' },
    deps,
    headers,
  );
}

const BODY_REFUSALS = {
  'not-form': 'not_form',
  'too-large': 'body_too_large',
  'too-slow': 'too_slow',
  'broken-off': 'broken_off',
} as const satisfies Record<FormBodyProblem, RefusalCode>;

function formOf(
  typed: URLSearchParams,
  ticket: string,
  errors: Readonly<Record<string, string>> = {},
): NonNullable<FormPage['form']> {
  return {
    controls: [
      {
        ...{ name: 'email', label: 'Email', kind: 'email' },
        ...{ value: typed.get('email') ?? '', error: errors.email },
      },
    ],
    hidden: { ticket },
    honeypot: { name: NEWSLETTER_HONEYPOT, value: typed.get(NEWSLETTER_HONEYPOT) ?? '' },
    submit: 'Subscribe',
  };
}

function refused(code: RefusalCode, deps: FormDeps): Promise<Response> {
  const [status, title] = REFUSALS[code];
  return answer(status, { title, text: [NOT_YET], isFailure: true }, deps);
}

async function answer(
  status: number,
  page: Omit<FormPage, 'back'>,
  deps: FormDeps,
  headers?: HeadersInit,
): Promise<Response> {
  const back = { label: 'Back to the blog', href: `${deps.siteUrl}/blog` };
  return pageReply(status, { ...page, back }, await deps.readAgency(), headers);
}
