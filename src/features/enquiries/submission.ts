// What the form needs once it is used: zod, the queue, the network. Loaded on the first focus.
import { enquirySchema, type EnquiryInput } from '@contracts/enquiry';
import {
  createCsrfToken,
  ENQUIRY_FAILED_MESSAGE,
  ENQUIRY_HONEYPOT,
} from '@contracts/enquiry-fields';
import { isConnectionError } from '@/lib/errors';
import { hasQueuedWork } from '@/lib/queued-work';
import { logSecurityEvent } from '@/lib/security-log';
import { getAttachments, setAttachments } from './attachments';
import { clearDraft, identifySubmission } from './draft';
import type { FormEvent } from './form-state';
import {
  isTextField,
  TEXT_FIELDS,
  type EnquiryText,
  type FieldErrors,
  type FormValues,
  type TextField,
} from './form-values';
import { forgetKeptEnquiry, keepEnquiry } from './kept-enquiries';
import { enquiryMailLink } from './mail-link';
import { sendAttachments } from './send-attachments';
import { sendEnquiry, type EnquiryBody, type Reply } from './sending';
import { readyTicket, requestTicket, spendTicket } from './ticket';

/** Here, because a chunk of its own would cost every visitor its name. */
export { AttachmentPicker } from './components/attachment-picker';

/** What led to the form. */
export type EnquiryOrigin = NonNullable<EnquiryInput['startedFrom']>;

/** Starts the ticket's fill time. Failures are handled when the ticket is needed. */
export function openForm() {
  requestTicket().catch(() => undefined);
}

export function checkField(name: TextField, value: string): string | undefined {
  const { error } = enquirySchema.shape[name].safeParse(value);
  return error?.issues.map(({ message }) => message).join('. ');
}

export function checkText(text: EnquiryText): FieldErrors {
  const errors: FieldErrors = {};
  for (const name of TEXT_FIELDS) {
    const message = checkField(name, text[name]);
    if (message !== undefined) errors[name] = message;
  }
  return errors;
}

export type Outcome = { event: FormEvent; errors: FieldErrors };

/** Sends an enquiry, or queues it on this device when the server does not answer. Never throws. */
export async function submitEnquiry(
  values: FormValues,
  origin: EnquiryOrigin | null,
): Promise<Outcome> {
  const enquiry = toEnquiry(values, origin);
  try {
    enquiry.ticket = await readyTicket();
    return await settle(await sendEnquiry(enquiry), enquiry, values.text);
  } catch (error) {
    // It may have arrived: a changed text would need another ticket.
    spendTicket();
    logSecurityEvent({
      type: 'contact_service_error',
      severity: 'medium',
      description: 'The contact form got no answer',
    });
    return { event: await keep(enquiry, values.text, error), errors: {} };
  }
}

function toEnquiry(values: FormValues, origin: EnquiryOrigin | null): EnquiryBody {
  const { text, wantsReceipt, tellsOrigin, honeypot } = values;
  return {
    ...text,
    // A value that is not in the list cannot come from our form.
    service: enquirySchema.shape.service.safeParse(text.service).data ?? '',
    [ENQUIRY_HONEYPOT]: honeypot,
    csrfToken: createCsrfToken(),
    submissionId: identifySubmission(text),
    ticket: '',
    wantsReceipt,
    ...(origin && tellsOrigin && { startedFrom: origin }),
  };
}

async function settle(reply: Reply, enquiry: EnquiryBody, text: EnquiryText): Promise<Outcome> {
  if (reply.success) {
    // Without an answer the enquiry is kept with its files, and sent again: it is stored once.
    await sendAttachments(enquiry.submissionId, getAttachments());
    spendTicket();
    clearDraft();
    setAttachments([]);
    if (hasQueuedWork()) await forgetKeptEnquiry(enquiry.submissionId);
    const { thanks, number } = reply;
    return { event: { type: 'accepted', thanks, number }, errors: {} };
  }
  const { status, message, fields } = reply;
  const isOurs = status >= 500;
  logSecurityEvent({
    type: isOurs ? 'contact_service_error' : 'contact_submission_failed',
    severity: isOurs ? 'medium' : 'low',
    description: 'The contact form was refused',
    metadata: { status, fields: Object.keys(fields) },
  });
  const errors: FieldErrors = {};
  const others: string[] = [];
  for (const [name, problem] of Object.entries(fields)) {
    if (isTextField(name)) errors[name] = problem;
    else others.push(problem);
  }
  const mailLink = isOurs || status === 429 ? enquiryMailLink(text) : null;
  return { event: { type: 'refused', message: others[0] ?? message, mailLink }, errors };
}

async function keep(enquiry: EnquiryBody, text: EnquiryText, reason: unknown): Promise<FormEvent> {
  const mailLink = enquiryMailLink(text);
  try {
    if (!isConnectionError(reason)) throw reason;
    await keepEnquiry({ ...enquiry, files: getAttachments() });
    setAttachments([]);
    return { type: 'kept', submissionId: enquiry.submissionId, mailLink, problem: null };
  } catch {
    return { type: 'refused', message: ENQUIRY_FAILED_MESSAGE, mailLink };
  }
}
