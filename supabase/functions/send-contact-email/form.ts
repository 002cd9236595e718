// The contact form of a browser without scripts. _shared/form-page.ts says what replaces the ticket of the form.
import type { Agency } from '../_shared/agency.ts';
import {
  ENQUIRY_FAILED_MESSAGE,
  ENQUIRY_HONEYPOT,
  ENQUIRY_SERVICES,
  createCsrfToken,
  enquiryThanks,
} from '../_shared/contracts/enquiry-fields.ts';
import { enquirySchema } from '../_shared/contracts/enquiry.ts';
import {
  isFormAllowed,
  pageReply,
  readFormFields,
  type FormBodyProblem,
  type FormControl,
  type FormPage,
} from '../_shared/form-page.ts';
import {
  ENQUIRY_BODY_MAX_BYTES,
  ENQUIRY_DEADLINE_MS,
  REFUSALS,
  fieldsOf,
  record,
  recordRefusal,
  takeFields,
  type EnquiryDeps,
  type RefusalCode,
  type Verdict,
} from './handler.ts';

/** In the order of the form. The service is not typed, and only named on the page. */
const CONTROLS = [
  { name: 'name', label: 'Name', kind: 'text' },
  { name: 'email', label: 'Email', kind: 'email' },
  { name: 'phone', label: 'Phone (optional)', kind: 'tel' },
  { name: 'subject', label: 'Subject (optional)', kind: 'text' },
  { name: 'message', label: 'Message', kind: 'lines' },
  { name: 'wantsReceipt', label: 'Send me a receipt', kind: 'box' },
] as const satisfies readonly Omit<FormControl, 'value'>[];

const NOT_SENT = 'Your message is not sent yet.';

export type FormDeps = EnquiryDeps & { siteUrl: string; readAgency: () => Promise<Agency> };

export async function handleForm(request: Request, deps: FormDeps): Promise<Response> {
  const contact = `${deps.siteUrl}/contact`;
  if (request.method !== 'POST') {
    // A page that is opened again, from the history or a bookmark.
    return new Response(null, {
      status: 303,
      headers: { location: contact, 'cache-control': 'no-store' },
    });
  }
  if (!isFormAllowed(request, deps.allowedOrigins)) {
    record(deps, request, 'csrf_attempt', 'medium', 'Enquiry from a foreign origin refused');
    return refused('origin_not_allowed', deps);
  }
  const body = await readFormFields(request, {
    maxBytes: ENQUIRY_BODY_MAX_BYTES,
    deadlineMs: ENQUIRY_DEADLINE_MS,
  });
  if (!body.ok) {
    recordRefusal(deps, request, BODY_REFUSALS[body.reason]);
    return refused(BODY_REFUSALS[body.reason], deps);
  }
  const typed = body.fields;
  const received = {
    ...Object.fromEntries(typed),
    wantsReceipt: typed.has('wantsReceipt'),
    // The specification requires a token; it proves nothing (contracts/enquiry-fields.ts).
    csrfToken: createCsrfToken(),
    // The same text sent twice is found by its content. An id of the page would let a changed text get lost.
    submissionId: crypto.randomUUID(),
  };

  const ticket = typed.get('ticket') ?? '';
  const problem = await deps.findTicketProblem(ticket);
  if (problem === 'missing-ticket' || problem === 'forged-ticket') {
    deps.afterwards(deps.deliverMails);
    const { error } = enquirySchema.safeParse({ ...received, [ENQUIRY_HONEYPOT]: '' });
    const page = error
      ? { title: REFUSALS.invalid[1], text: [NOT_SENT] }
      : {
          title: 'Please check your message',
          text: [`${NOT_SENT} Read it once more, then press “Send message” below.`],
        };
    const form = formOf(typed, await deps.issueTicket(), error ? fieldsOf(error) : {});
    return answer(error ? 422 : 200, { ...page, form }, deps);
  }
  if (problem === 'too-fast') {
    const title = 'Please send it once more';
    const text = [`${NOT_SENT} Wait three seconds, then press “Send message” again.`];
    return answer(422, { title, text, form: formOf(typed, ticket) }, deps);
  }
  const verdict = await takeFields(received, request, deps).catch((error: unknown): Verdict => {
    deps.logError(error);
    record(deps, request, 'contact_service_error', 'high', 'An enquiry could not be stored');
    return { code: 'failed' };
  });
  if ('code' in verdict) {
    const { code, fields = {}, headers } = verdict;
    if (fields.service !== undefined) typed.delete('service');
    const text = fields.service === undefined ? [NOT_SENT] : [NOT_SENT, SERVICE_GONE];
    const form = formOf(typed, ticket, fields);
    return fail(code, { text, form, isFailure: code !== 'invalid' }, deps, headers);
  }
  return answer(
    200,
    {
      title: 'Your message has arrived',
      text: [enquiryThanks(verdict.email), `Your enquiry has the number #${verdict.number}.`],
      back: { label: 'Back to the website', href: deps.siteUrl },
    },
    deps,
  );
}

const SERVICE_GONE = 'The service you chose is not on our list any more. We left it out.';

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
  const service = typed.get('service') ?? '';
  return {
    controls: CONTROLS.map((control) => ({
      ...control,
      value: typed.get(control.name) ?? '',
      error: errors[control.name],
    })),
    hidden: { ticket, service },
    ...(service !== '' && {
      note: `Service: ${ENQUIRY_SERVICES.find(({ value }) => value === service)?.label ?? service}`,
    }),
    honeypot: { name: ENQUIRY_HONEYPOT, value: typed.get(ENQUIRY_HONEYPOT) ?? '' },
    submit: 'Send message',
  };
}

function refused(code: RefusalCode, deps: FormDeps): Promise<Response> {
  return fail(code, { text: ['Your message was not sent.'], isFailure: true }, deps);
}

/** Below the sentence of every failure: the reason. */
function fail(
  code: RefusalCode,
  { text, ...page }: Pick<FormPage, 'text' | 'form' | 'isFailure'>,
  deps: FormDeps,
  headers?: HeadersInit,
): Promise<Response> {
  const [status, reason] = REFUSALS[code];
  const title = ENQUIRY_FAILED_MESSAGE;
  const reasons = reason === title ? [] : [reason];
  return answer(status, { title, text: [...reasons, ...text], ...page }, deps, headers);
}

async function answer(
  status: number,
  page: Omit<FormPage, 'back'> & Partial<Pick<FormPage, 'back'>>,
  deps: FormDeps,
  headers?: HeadersInit,
): Promise<Response> {
  const back = { label: 'Back to the contact page', href: `${deps.siteUrl}/contact` };
  return pageReply(status, { back, ...page }, await deps.readAgency(), headers);
}
