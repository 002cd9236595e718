// A file with an enquiry that was just sent: POST …/file?submission=<id>, a form with the field `file`. The id of the
// submission is known to its sender only.
import { z } from 'zod';
import type { EnquiryReply } from '../_shared/contracts/enquiry.ts';
import { DOCUMENT_MAX_BYTES } from '../_shared/contracts/document.ts';
import { isFromOurSite } from '../_shared/cors.ts';
import { checkFile, type EnquiryFiles } from '../_shared/enquiry-files.ts';
import { jsonReply, readBodyWithin } from '../_shared/http.ts';
import { record, type EnquiryDeps } from './handler.ts';

const DEADLINE_MS = 60_000;
/** The file and the overhead of multipart. */
const BODY_MAX_BYTES = DOCUMENT_MAX_BYTES + 16 * 1024;

export type FileDeps = Pick<EnquiryDeps, 'allowedOrigins' | 'afterwards' | 'logEvent'> & {
  /** Null for a submission that takes no file. */
  findEnquiry: (submissionId: string) => Promise<string | null>;
  store: EnquiryFiles['store'];
  logError: (error: unknown) => void;
};

export async function handleFile(request: Request, deps: FileDeps): Promise<Response> {
  try {
    return await takeFile(request, deps);
  } catch (error) {
    deps.logError(error);
    record(deps, request, 'contact_service_error', 'high', 'A file could not be stored');
    return refused(500, 'failed', 'The file could not be stored');
  }
}

async function takeFile(request: Request, deps: FileDeps): Promise<Response> {
  if (request.method !== 'POST') return refused(405, 'method_not_allowed', 'Method not allowed');
  if (!isFromOurSite(request, deps.allowedOrigins)) {
    record(deps, request, 'csrf_attempt', 'medium', 'File from a foreign origin refused');
    return refused(403, 'origin_not_allowed', 'Please use the form on our website');
  }
  const asked = new URL(request.url).searchParams.get('submission');
  const submission = z.uuid().safeParse(asked).data;
  // Asked before the body is read, so that only senders of an enquiry can send megabytes.
  const enquiryId = submission ? await deps.findEnquiry(submission) : null;
  if (enquiryId === null) {
    return refused(404, 'not_taken', 'It came too late for this message, or was the fourth file');
  }
  const file = await readFile(request);
  if (typeof file === 'number') return refused(file, 'unreadable', 'It could not be read');
  const checked = await checkFile(file);
  if (typeof checked === 'string') {
    record(deps, request, 'contact_submission_failed', 'low', `File refused: ${checked}`);
    return refused(422, 'invalid', checked);
  }
  const outcome = await deps.store(enquiryId, null, checked);
  if (outcome === 'stored' || outcome === 'repeated') return reply(200, { data: null });
  return refused(429, outcome, 'No more files can be taken at the moment');
}

/** The status of a refusal for a body that is none. */
async function readFile(request: Request) {
  const contentType = request.headers.get('content-type') ?? '';
  if (!/^multipart\/form-data\s*;/i.test(contentType)) return 415;
  const body = await readBodyWithin(request, { maxBytes: BODY_MAX_BYTES, deadlineMs: DEADLINE_MS });
  if (!body.ok) return body.reason === 'too-large' ? 413 : 400;
  try {
    const sent = new Response(body.bytes, { headers: { 'content-type': contentType } });
    const file = (await sent.formData()).get('file');
    if (file === null || typeof file === 'string') return 400;
    return { name: file.name, type: file.type, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch {
    return 400;
  }
}

const reply = (status: number, body: EnquiryReply) => jsonReply(status, body);

const refused = (status: number, code: string, message: string) =>
  reply(status, { data: null, error: { code, message } });
