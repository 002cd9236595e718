// Mails a reply of staff to the client of an enquiry.
//
//   POST …          a reply, with the session of a member: JSON, or a form with the fields `reply` and `file`
//   POST …/inbound  a mail of a client, by the mail provider (inbound.ts)
import { Buffer } from 'node:buffer';
import { replySchema, type Reply, type ReplyAnswer } from '../_shared/contracts/conversation.ts';
import { MAIL_FILES_MAX, MAIL_FILES_MAX_BYTES } from '../_shared/contracts/document.ts';
import { checkFile, type CheckedFile } from '../_shared/enquiry-files.ts';
import { hasJsonType, jsonReply, readBodyWithin, readJsonObject } from '../_shared/http.ts';
import { attemptMail, type Mail, type SendMail } from '../_shared/mail.ts';
import { DatabaseError, type Caller } from '../_shared/rest.ts';
import type { AnsweredEnquiry } from './mails.ts';

export const REPLY_BODY_MAX_BYTES = 128 * 1024;
const DEADLINE_MS = 10_000;
const FILES_DEADLINE_MS = 60_000;
const FILE_MISSING = 'A file could not be stored. Please send it with a new reply.';
const FILES_TOO_LARGE = 'A mail carries at most 10 files of 10 MB together';

export type ReplyClaim =
  | { outcome: 'sent' | 'sending' }
  | {
      outcome: 'send';
      enquiry: AnsweredEnquiry;
      /** The stored text: sent again, a reply keeps its first one. */
      text: string;
      references: string[];
      /** Of the first try: without one of them the reply is not sent. */
      fileCount: number;
    };

export type ReplyDeps = {
  caller: Caller;
  /** With the caller's rights: the database checks again that it is a member. */
  claim: (reply: Reply, fileCount: number) => Promise<ReplyClaim>;
  /** Once: a file that was stored with this reply stays. */
  storeFiles: (reply: Reply, files: readonly CheckedFile[]) => Promise<void>;
  /** The stored ones, also of an earlier try. */
  filesOf: (replyId: string) => Promise<CheckedFile[]>;
  compose: (
    reply: Reply,
    claim: Extract<ReplyClaim, { outcome: 'send' }>,
  ) => Promise<Mail & { messageId: string }>;
  sendMail: SendMail;
  /** `error` is null when the mail was sent. */
  settle: (replyId: string, messageId: string, error: string | null) => Promise<void>;
  logError: (error: unknown) => void;
};

export async function handleReply(request: Request, deps: ReplyDeps): Promise<Response> {
  if (request.method !== 'POST') {
    return refused(405, 'method_not_allowed', 'Method not allowed', { allow: 'POST, OPTIONS' });
  }
  if (!deps.caller.hasToken) return signedOut();
  try {
    return (await deps.caller.isStaff()) ? await takeReply(request, deps) : forbidden();
  } catch (error) {
    return refusalOf(error, deps);
  }
}

async function takeReply(request: Request, deps: ReplyDeps): Promise<Response> {
  const received = await (hasJsonType(request) ? readJson(request) : readForm(request));
  if (received === 'too-large') return refused(413, 'too_large', FILES_TOO_LARGE);
  if (received === null) return refused(400, 'malformed', 'The reply could not be read');
  const parsed = replySchema.safeParse(received.reply);
  if (!parsed.success) {
    return refused(422, 'invalid', parsed.error.issues[0]?.message ?? 'The reply does not fit');
  }
  const files: CheckedFile[] = [];
  for (const file of received.files) {
    const checked = await checkFile(file);
    if (typeof checked === 'string') return refused(422, 'invalid', `${file.name}: ${checked}`);
    files.push(checked);
  }
  return answered(await send(parsed.data, files, deps));
}

type Received = { reply: unknown; files: Parameters<typeof checkFile>[0][] };

async function readJson(request: Request): Promise<Received | null> {
  const limits = { maxBytes: REPLY_BODY_MAX_BYTES, deadlineMs: DEADLINE_MS };
  const body = await readJsonObject(request, limits);
  return body.ok ? { reply: body.value, files: [] } : null;
}

async function readForm(request: Request): Promise<Received | 'too-large' | null> {
  const contentType = request.headers.get('content-type') ?? '';
  const body = await readBodyWithin(request, {
    maxBytes: MAIL_FILES_MAX_BYTES + REPLY_BODY_MAX_BYTES,
    deadlineMs: FILES_DEADLINE_MS,
  });
  if (!body.ok) return body.reason === 'too-large' ? 'too-large' : null;
  try {
    const sent = new Response(body.bytes, { headers: { 'content-type': contentType } });
    const form = await sent.formData();
    const parts = form.getAll('file').filter((part) => typeof part !== 'string');
    const total = parts.reduce((sum, { size }) => sum + size, 0);
    if (parts.length > MAIL_FILES_MAX || total > MAIL_FILES_MAX_BYTES) return 'too-large';
    const files = parts.map(async (part) => ({
      ...{ name: part.name, type: part.type },
      bytes: new Uint8Array(await part.arrayBuffer()),
    }));
    return { reply: JSON.parse(String(form.get('reply'))), files: await Promise.all(files) };
  } catch {
    return null;
  }
}

type State = NonNullable<NonNullable<ReplyAnswer['data']>['state']>;

async function send(reply: Reply, files: readonly CheckedFile[], deps: ReplyDeps): Promise<State> {
  const claim = await deps.claim(reply, files.length);
  if (claim.outcome !== 'send') return claim.outcome;
  if (files.length > 0) await deps.storeFiles(reply, files);
  const [mail, stored] = await Promise.all([deps.compose(reply, claim), deps.filesOf(reply.id)]);
  const attachments = stored.map(({ name, type, bytes }) => ({
    ...{ filename: name, contentType: type, content: Buffer.from(bytes) },
  }));
  const isComplete = stored.length >= claim.fileCount;
  const error = isComplete
    ? await attemptMail(deps.sendMail, { ...mail, attachments })
    : FILE_MISSING;
  await deps.settle(reply.id, mail.messageId, error);
  return error === null ? 'sent' : 'failed';
}

const STATUS_BY_CODE: Record<string, number> = { PT404: 404, PT409: 409, PT422: 422, PT429: 429 };

function refusalOf(error: unknown, deps: ReplyDeps): Response {
  if (error instanceof DatabaseError) {
    const status = STATUS_BY_CODE[error.code];
    if (status !== undefined) return refused(status, error.code, error.message);
    if (error.status === 401) return signedOut();
    if (error.code === '42501') return forbidden();
  }
  deps.logError(error);
  return refused(500, 'failed', 'Something went wrong on our side');
}

function answered(state: State): Response {
  const body: ReplyAnswer = { data: { state }, error: null };
  return jsonReply(200, body);
}

function forbidden(): Response {
  return refused(403, 'forbidden', 'Only staff may reply');
}

function signedOut(): Response {
  return refused(401, 'signed_out', 'Sign in to do this', { 'www-authenticate': 'Bearer' });
}

function refused(
  status: number,
  code: string,
  message: string,
  headers: HeadersInit = {},
): Response {
  const body: ReplyAnswer = { data: null, error: { code, message } };
  return jsonReply(status, body, headers);
}
