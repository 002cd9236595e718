// Mails a reply of staff to the client of an enquiry.
//
//   POST …          a reply, with the session of a member
//   POST …/inbound  a mail of a client, by the mail provider (inbound.ts)
import { replySchema, type Reply, type ReplyAnswer } from '../_shared/contracts/conversation.ts';
import { jsonReply, readJsonObject } from '../_shared/http.ts';
import { attemptMail, type Mail, type SendMail } from '../_shared/mail.ts';
import { DatabaseError, type Caller } from '../_shared/rest.ts';
import type { AnsweredEnquiry } from './mails.ts';

export const REPLY_BODY_MAX_BYTES = 128 * 1024;
const DEADLINE_MS = 10_000;

export type ReplyClaim =
  | { outcome: 'sent' | 'sending' }
  | {
      outcome: 'send';
      enquiry: AnsweredEnquiry;
      /** The stored text: sent again, a reply keeps its first one. */
      text: string;
      references: string[];
    };

export type ReplyDeps = {
  caller: Caller;
  /** With the caller's rights: the database checks again that it is a member. */
  claim: (reply: Reply) => Promise<ReplyClaim>;
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
  const body = await readJsonObject(request, {
    maxBytes: REPLY_BODY_MAX_BYTES,
    deadlineMs: DEADLINE_MS,
  });
  if (!body.ok) return refused(400, 'malformed', 'The reply could not be read');
  const parsed = replySchema.safeParse(body.value);
  if (!parsed.success) {
    return refused(422, 'invalid', parsed.error.issues[0]?.message ?? 'The reply does not fit');
  }
  return answered(await send(parsed.data, deps));
}

type State = NonNullable<NonNullable<ReplyAnswer['data']>['state']>;

async function send(reply: Reply, deps: ReplyDeps): Promise<State> {
  const claim = await deps.claim(reply);
  if (claim.outcome !== 'send') return claim.outcome;
  const mail = await deps.compose(reply, claim);
  const error = await attemptMail(deps.sendMail, mail);
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
