import { AppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import {
  discardQueued,
  enqueue,
  getQueue,
  readQueue,
  registerQueueHandler,
  retryQueued,
  subscribeToQueue,
  type QueueItem,
} from '@/lib/offline-queue';
import type { ChosenFile } from '@/components/file-field';
import { setAttachments } from './attachments';
import { clearDraft, saveDraft, wasWrittenHere } from './draft';
import type { FormEvent } from './form-state';
import type { EnquiryText } from './form-values';
import { enquiryMailLink } from './mail-link';
import { sendAttachments } from './send-attachments';
import { sendEnquiry, type EnquiryBody, type Receipt } from './sending';
import { readyTicket, spendTicket } from './ticket';

const KIND = 'enquiry';
/** Shown in every tab, maybe to another person: contains nothing of the enquiry. */
const LABEL = 'Message from the contact form';

/** Enquiries sent since the page was loaded, by submissionId. */
const receipts = new Map<string, Receipt>();
let isRegistered = false;

/** Sends kept enquiries until the page is closed. */
export function sendKeptEnquiries() {
  if (isRegistered) return;
  isRegistered = true;
  registerQueueHandler(KIND, { run: ({ payload }) => sendKept(payload) });
}

async function sendKept(payload: unknown): Promise<void> {
  if (!isEnquiry(payload)) {
    throw new AppError('invalid', 'It was kept by an older version of this site');
  }
  const { files = [], ...enquiry } = payload;
  const ticket = payload.ticket || (await readyTicket());
  const reply = await sendEnquiry({ ...enquiry, ticket });
  if (ticket !== payload.ticket) spendTicket();
  if (!reply.success) {
    const isFinal = reply.status < 500 && reply.status !== 429;
    throw new AppError(isFinal ? 'invalid' : 'unexpected', reply.message);
  }
  await sendAttachments(payload.submissionId, files);
  if (wasWrittenHere(payload.submissionId)) {
    receipts.set(payload.submissionId, reply);
    clearDraft();
    notify({ type: 'success', title: 'Your message was sent', description: reply.thanks });
  } else {
    // No thanks here: they contain the sender's email, and this may be another person.
    notify({ type: 'success', title: 'A message that waited on this device was sent' });
  }
}

/** With its files. */
type KeptEnquiry = EnquiryBody & { files?: readonly ChosenFile[] };

/** @throws AppError if the browser has no storage */
export async function keepEnquiry(enquiry: KeptEnquiry): Promise<void> {
  sendKeptEnquiries();
  await enqueue({ kind: KIND, key: enquiry.submissionId, label: LABEL, payload: enquiry });
}

/** The waiting enquiry of this tab only: another person may use the device by now. */
export async function findKeptEnquiry(): Promise<FormEvent | null> {
  const item = (await readQueue()).find(({ kind, key }) => kind === KIND && wasWrittenHere(key));
  return item ? toEvent(item) : null;
}

/** Reports changes of a kept enquiry. */
export function watchKeptEnquiry(
  submissionId: string,
  onEvent: (event: FormEvent) => void,
): () => void {
  return subscribeToQueue(() => {
    const receipt = receipts.get(submissionId);
    const item = itemOf(submissionId);
    const event = item ? toEvent(item) : null;
    if (event) onEvent(event);
    else onEvent(receipt ? { ...receipt, type: 'accepted' } : { type: 'reopened' });
  });
}

export async function retryKeptEnquiry(submissionId: string): Promise<void> {
  const item = itemOf(submissionId);
  if (item) await retryQueued(item.id);
}

/** Moves it back into the form, to be changed. */
export async function takeBackKeptEnquiry(submissionId: string): Promise<void> {
  const item = itemOf(submissionId);
  if (item && isEnquiry(item.payload)) {
    saveDraft(textOf(item.payload));
    setAttachments(item.payload.files ?? []);
  }
  await forgetKeptEnquiry(submissionId);
}

export function forgetKeptEnquiry(submissionId: string): Promise<void> {
  return discardQueued(KIND, submissionId);
}

function itemOf(submissionId: string): QueueItem | undefined {
  return getQueue().find(({ kind, key }) => kind === KIND && key === submissionId);
}

function toEvent({ payload, state, problem }: QueueItem): FormEvent | null {
  if (!isEnquiry(payload)) return null;
  return {
    type: 'kept',
    submissionId: payload.submissionId,
    mailLink: enquiryMailLink(textOf(payload)),
    problem: state === 'failed' ? problem : null,
  };
}

function textOf(enquiry: EnquiryBody): EnquiryText {
  const { name, email, message, phone = '', service = '', subject = '' } = enquiry;
  return { name, email, phone, service, subject, message };
}

function isEnquiry(payload: unknown): payload is KeptEnquiry {
  return (
    typeof payload === 'object' &&
    payload !== null &&
    'submissionId' in payload &&
    'csrfToken' in payload &&
    'email' in payload &&
    'message' in payload
  );
}
