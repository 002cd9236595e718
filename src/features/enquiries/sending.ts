import { enquiryReplySchema, type EnquiryInput } from '@contracts/enquiry';
import {
  ENQUIRY_FAILED_MESSAGE,
  enquiryThanks,
  type ENQUIRY_HONEYPOT,
} from '@contracts/enquiry-fields';
import { visitorHeaders } from '@/lib/backend-headers';
import { noteReachable, noteUnreachable } from '@/lib/connection';
import { SERVICE_TIMEOUT_MS } from '@/lib/constants';
import { getEnv } from '@/lib/env';
import { AppError } from '@/lib/errors';

/** The honeypot is sent even when filled: the server then quarantines the enquiry. */
export type EnquiryBody = Omit<EnquiryInput, typeof ENQUIRY_HONEYPOT> &
  Record<typeof ENQUIRY_HONEYPOT, string>;

/** What the visitor is told after sending. */
export type Receipt = { thanks: string; number: number | null };

export type Reply =
  | ({ success: true } & Receipt)
  | {
      success: false;
      status: number;
      message: string;
      /** Messages by field name of the contract. */
      fields: Record<string, string>;
    };

/**
 * Posts an enquiry. Repeated with the same submissionId it is stored once.
 *
 * @throws AppError of kind `offline` when the server does not answer
 */
export async function sendEnquiry(enquiry: EnquiryBody): Promise<Reply> {
  const response = await post(enquiry);
  const { data, error } = await readReply(response);
  if (response.ok && !error) {
    return {
      success: true,
      thanks: data?.message || enquiryThanks(enquiry.email),
      number: data?.number ?? null,
    };
  }
  return {
    success: false,
    status: response.status,
    message: failureMessage(response, error?.message),
    fields: error?.fields ?? {},
  };
}

const FILE_TIMEOUT_MS = 60_000;
const FILE_FAILED = 'The server did not take it';

/**
 * Sends a file with an enquiry that was sent just now. Repeated it is stored once.
 *
 * @returns why it was refused, or null
 * @throws AppError of kind `offline` when the server does not answer
 */
export async function sendFile(submissionId: string, file: File): Promise<string | null> {
  const body = new FormData();
  body.append('file', file);
  const path = `/file?submission=${submissionId}`;
  const response = await post(body, { path, timeoutMs: FILE_TIMEOUT_MS });
  if (response.ok) return null;
  return (await readReply(response)).error?.message ?? FILE_FAILED;
}

type PostOptions = { path?: string; timeoutMs?: number };

async function post(
  body: EnquiryBody | FormData,
  { path = '', timeoutMs = SERVICE_TIMEOUT_MS }: PostOptions = {},
): Promise<Response> {
  const isForm = body instanceof FormData;
  try {
    const response = await fetch(`${getEnv().supabaseUrl}/functions/v1/send-contact-email${path}`, {
      method: 'POST',
      // The browser names the boundary of a form itself.
      headers: { ...visitorHeaders(), ...(!isForm && { 'content-type': 'application/json' }) },
      body: isForm ? body : JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    });
    noteReachable();
    return response;
  } catch (error) {
    noteUnreachable();
    throw new AppError('offline', 'The server cannot be reached right now', { cause: error });
  }
}

/** Both parts are null for an empty or unknown reply: its status then decides. */
async function readReply(response: Response) {
  const body: unknown = await response.json().catch(() => null);
  const reply = enquiryReplySchema.safeParse(body ?? {});
  return reply.success ? reply.data : { data: null, error: null };
}

function failureMessage({ status, headers }: Response, serverMessage: string | undefined): string {
  if (status === 429) return `You have sent several messages in a short time. ${tryAgain(headers)}`;
  // Messages such as 'Check the marked fields'; internal errors are not shown to visitors.
  return status < 500 && serverMessage ? serverMessage : ENQUIRY_FAILED_MESSAGE;
}

function tryAgain(headers: Headers): string {
  const seconds = Number(headers.get('retry-after'));
  // The header is hidden across origins.
  if (!(seconds > 0)) return 'Please try again later.';
  const minutes = Math.ceil(seconds / 60);
  if (minutes >= 90) return `Please try again in ${Math.ceil(minutes / 60)} hours.`;
  return `Please try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}.`;
}
