import { apiErrorSchema, postReplySchema, type Post } from '@contracts/blog';
import { sessionHeaders } from '@/lib/backend-headers';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http, HttpError, type HttpReply, type HttpRequest } from '@/lib/http';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase } from '@/lib/supabase';
import { toChanges, toWire, type PostInput } from './model';

/** A save without an answer by then counts as failed; asking again finds out whether it arrived. */
const SAVE_TIMEOUT_MS = 30_000;

/** A post with its Markdown, as staff edit it. */
export async function getPost(id: string, signal?: AbortSignal): Promise<Post> {
  const sentence = `Failed to load blog post with ID ${id}`;
  const reply = await ask(postPath(id), signal ? { signal } : {}, sentence);
  return readPost(reply, sentence);
}

export type SavePost = {
  /** Chosen before the first save, so that a create sent twice is one post. */
  id: string;
  /** Null creates; otherwise the version the editor started from. */
  version: number | null;
  input: PostInput;
  /** What the post held when the editor started; null creates. */
  before: PostInput | null;
  /** The version whose content this is again, for the history. */
  restoredFrom?: number;
};

/**
 * @returns the post as it is stored now
 * @throws AppError of kind `conflict` when someone else saved first (nothing was changed then)
 */
export async function savePost({
  id,
  version,
  input,
  before,
  restoredFrom,
}: SavePost): Promise<Post> {
  const isNew = version === null || before === null;
  const sentence = isNew
    ? 'Failed to create blog post'
    : `Failed to update blog post with ID ${id}`;
  const reply = await ask(
    isNew ? '/blog/posts' : postPath(id),
    {
      method: isNew ? 'POST' : 'PUT',
      body: isNew
        ? { ...toWire(input), id }
        : { ...toChanges(before, input), version, restoredFrom },
      timeoutMs: SAVE_TIMEOUT_MS,
    },
    sentence,
  );
  notePublishedChange();
  return readPost(reply, sentence);
}

/** Deletes a post; the database keeps it for 30 days. */
export async function deletePost(id: string): Promise<void> {
  await ask(postPath(id), { method: 'DELETE' }, `Failed to delete blog post with ID ${id}`);
  notePublishedChange();
}

/** Brings a deleted post back with its tags. */
export async function restorePost(id: string): Promise<void> {
  const sentence = 'Failed to restore the post';
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('restore_blog_post', { post_id: id });
    if (error) throw toAppError({ ...error, status }, sentence);
    notePublishedChange();
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

/** Deletes a deleted post for good, with its history. */
export async function purgePost(id: string): Promise<void> {
  const sentence = 'Failed to delete for good';
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('purge_deleted_blog_post', { post_id: id });
    if (error) throw toAppError({ ...error, status }, sentence);
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

/** What the service says about single fields of a post it refused, by the names of the form. */
export function refusedFields(error: AppError): Readonly<Record<string, string>> {
  const cause = error.cause instanceof HttpError ? error.cause : null;
  return apiErrorSchema.safeParse(cause?.body).data?.error.fields ?? {};
}

function postPath(id: string): string {
  return `/blog/posts/${encodeURIComponent(id)}`;
}

async function ask(path: string, request: HttpRequest, sentence: string): Promise<HttpReply> {
  try {
    const headers = await sessionHeaders();
    return await http(getEnv().apiBaseUrl + path, { ...request, headers });
  } catch (error) {
    throw toRefusal(error, sentence);
  }
}

function toRefusal(error: unknown, sentence: string): AppError {
  if (!(error instanceof HttpError)) return toAppError(error, sentence);
  const { status } = error;
  const said = apiErrorSchema.safeParse(error.body).data?.error;
  const known = toAppError({ status, message: said?.message ?? '' }, sentence);
  const message =
    known.kind === 'signed-out' ? `${sentence}: your session has ended` : known.message;
  return new AppError(known.kind, message, { cause: error, code: said?.code ?? String(status) });
}

function readPost(reply: HttpReply, sentence: string): Post {
  const parsed = postReplySchema.safeParse(reply.body);
  if (parsed.success) return parsed.data.data;
  throw new AppError('unexpected', `${sentence}: the reply could not be understood`, {
    cause: parsed.error,
  });
}
