// Requests of the client, who has a token and no account.
import { askBackend, withTimeout } from '@/lib/backend';
import type { Json } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { parseResponse } from '@/lib/parse-response';
import { toPictureFacts } from '@/lib/picture-facts';
import { z } from 'zod';
import type { Key, NewApproval, NewComment, OpenedSignOff, Refusal } from './model';

const OPEN = 'The text could not be loaded';
const COMMENT = 'The comment could not be sent';
const APPROVE = 'The approval could not be sent';

const refusals = [
  ...(['unknown', 'withdrawn', 'expired', 'deleted'] as const),
  ...(['passphrase', 'wrong-passphrase', 'locked'] as const),
];
const refusalSchema = z.object({ outcome: z.enum(refusals) });
const time = z.string().transform(parseTimestamp);

const openedSchema = z
  .object({
    outcome: z.literal('ready'),
    request: z.object({
      ...{ id: z.string(), kind: z.enum(['case-study', 'post']), version: z.number() },
      ...{ title: z.string(), content: z.custom<Json>(), content_hash: z.string() },
      ...{ client_name: z.string(), asked_at: time, expires_at: time },
    }),
    is_current: z.boolean(),
    picture_facts: z.unknown(),
    approval: z.object({ name: z.string(), approved_at: time, is_mailed: z.boolean() }).nullable(),
    comments: z.array(
      z.object({
        ...{ id: z.string(), author_name: z.string(), anchor: z.array(z.string()) },
        ...{ quote: z.string().nullable(), text: z.string(), created_at: time },
        ...{ asks_change: z.boolean(), is_done: z.boolean(), is_outdated: z.boolean() },
        ...{ answer: z.string().nullable(), answered_at: time.nullable() },
      }),
    ),
  })
  .transform(({ request, is_current, picture_facts, approval, comments }): OpenedSignOff => ({
    ...{ id: request.id, kind: request.kind, version: request.version, title: request.title },
    ...{ content: request.content, contentHash: request.content_hash },
    ...{
      clientName: request.client_name,
      askedAt: request.asked_at,
      expiresAt: request.expires_at,
    },
    isCurrent: is_current,
    pictureFacts: toPictureFacts(picture_facts),
    approval: approval && {
      ...{ name: approval.name, approvedAt: approval.approved_at },
      isMailed: approval.is_mailed,
    },
    comments: comments.map((row) => ({
      ...{ id: row.id, authorName: row.author_name, anchor: row.anchor, quote: row.quote },
      ...{ text: row.text, asksChange: row.asks_change },
      ...{ isDone: row.is_done, isOutdated: row.is_outdated },
      answer:
        row.answer !== null && row.answered_at !== null
          ? { text: row.answer, at: row.answered_at }
          : null,
      createdAt: row.created_at,
    })),
  }));

/** @throws AppError when the backend cannot be reached */
export async function openSignOff(
  key: Key,
  signal?: AbortSignal,
): Promise<OpenedSignOff | { outcome: Refusal }> {
  const { data } = await askBackend(OPEN, (supabase) =>
    supabase.rpc('open_sign_off', keyOf(key)).abortSignal(withTimeout(signal)).retry(false),
  );
  return parseResponse(z.union([openedSchema, refusalSchema]), data, OPEN);
}

const commentedSchema = z.object({
  outcome: z.enum([...refusals, 'stored', 'approved', 'full', 'invalid']),
});
export type CommentOutcome = z.infer<typeof commentedSchema>['outcome'];

/** @throws AppError when it is not known whether the comment was stored; send it again with the same id */
export async function sendComment(key: Key, comment: NewComment): Promise<CommentOutcome> {
  const { data } = await askBackend(COMMENT, (supabase) =>
    supabase
      .rpc('comment_sign_off', {
        ...keyOf(key),
        comment: {
          ...{ id: comment.id, author_name: comment.authorName, anchor: [...comment.anchor] },
          ...{ quote: comment.quote, text: comment.text, asks_change: comment.asksChange },
        },
      })
      .abortSignal(withTimeout())
      .retry(false),
  );
  return parseResponse(commentedSchema, data, COMMENT).outcome;
}

const approvedSchema = z.object({
  outcome: z.enum([...refusals, 'approved', 'changed', 'invalid']),
});
export type ApprovalOutcome = z.infer<typeof approvedSchema>['outcome'];

/** @throws AppError when it is not known whether the approval was stored; sent again it is stored once */
export async function sendApproval(key: Key, approval: NewApproval): Promise<ApprovalOutcome> {
  const { data } = await askBackend(APPROVE, (supabase) =>
    supabase
      .rpc('approve_sign_off', {
        ...keyOf(key),
        approval: {
          ...{ id: approval.id, name: approval.name, email: approval.email || null },
          content_hash: approval.contentHash,
        },
      })
      .abortSignal(withTimeout())
      .retry(false),
  );
  return parseResponse(approvedSchema, data, APPROVE).outcome;
}

/** The generated types have no null for an argument. */
function keyOf({ token, passphrase }: Key) {
  return { token, passphrase: passphrase as string };
}
