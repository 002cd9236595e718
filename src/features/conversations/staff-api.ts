import { z } from 'zod';
import { replyAnswerSchema, type Reply } from '@contracts/conversation';
import { DOCUMENT_BUCKET } from '@contracts/document';
import { askBackend, withTimeout } from '@/lib/backend';
import { sessionHeaders } from '@/lib/backend-headers';
import { parseTimestamp } from '@/lib/dates';
import { writtenEmail } from '@/lib/email';
import { getEnv } from '@/lib/env';
import { AppError, toAppError } from '@/lib/errors';
import { http, HttpError } from '@/lib/http';
import { parseResponse, parseRows } from '@/lib/parse-response';
import { loadSupabase } from '@/lib/supabase';
import { MESSAGE_STATES, type ConversationFile, type Message, type Note } from './model';

/** A row with this id exists: an earlier attempt was stored, but its answer did not arrive. */
const ALREADY_STORED = '23505';

export async function listNotes(enquiryId: string, signal?: AbortSignal): Promise<Note[]> {
  const { data } = await askBackend('Failed to load the notes', (supabase) =>
    supabase
      .from('enquiry_notes')
      .select('id, author_id, author_email, text, created_at, edited_at')
      .eq('enquiry_id', enquiryId)
      .order('created_at')
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map((row) => ({
    id: row.id,
    authorId: row.author_id,
    author: row.author_email,
    text: row.text,
    createdAt: parseTimestamp(row.created_at),
    editedAt: row.edited_at === null ? null : parseTimestamp(row.edited_at),
  }));
}

export type NewNote = { id: string; enquiryId: string; text: string };

export async function addNote({ id, enquiryId, text }: NewNote): Promise<void> {
  try {
    await askBackend('Failed to save the note', (supabase) =>
      supabase.from('enquiry_notes').insert({ id, enquiry_id: enquiryId, text }),
    );
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== ALREADY_STORED) throw error;
  }
}

export async function changeNote(id: string, text: string): Promise<void> {
  const { data } = await askBackend('Failed to save the note', (supabase) =>
    supabase.from('enquiry_notes').update({ text }).eq('id', id).select('id'),
  );
  if (data.length === 0) throw new AppError('not-found', 'This note has been deleted');
}

export async function deleteNote(id: string): Promise<void> {
  await askBackend('Failed to delete the note', (supabase) =>
    supabase.from('enquiry_notes').delete().eq('id', id),
  );
}

const LIST_MESSAGES = 'Failed to load the conversation';
const messageSchema = z.object({ state: z.enum(MESSAGE_STATES) });

export async function listMessages(enquiryId: string, signal?: AbortSignal): Promise<Message[]> {
  const { data } = await askBackend(LIST_MESSAGES, (supabase) =>
    supabase
      .from('enquiry_messages')
      .select(
        'id, direction, author_id, author_email, author_name, text, attachment_names, state, error, created_at, attempted_at',
      )
      .eq('enquiry_id', enquiryId)
      .order('created_at')
      .order('id', { ascending: false })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return parseRows(messageSchema, data, LIST_MESSAGES).map((row) => ({
    id: row.id,
    isReply: row.direction === 'out',
    authorId: row.author_id,
    authorEmail: writtenEmail(row.author_email),
    authorName: row.author_name,
    text: row.text,
    attachmentNames: row.attachment_names,
    state: row.state,
    error: row.error,
    mayBeSentAgain: row.state === 'failed' || (row.state === 'sending' && isOver(row.attempted_at)),
    createdAt: parseTimestamp(row.created_at),
  }));
}

/** The claim of a reply lasts as long (migrations/*_enquiry_conversations.sql). */
const SENDING_MS = 60_000;

function isOver(attemptedAt: string | null): boolean {
  return attemptedAt !== null && Date.now() - parseTimestamp(attemptedAt).getTime() > SENDING_MS;
}

export async function listFiles(
  enquiryId: string,
  signal?: AbortSignal,
): Promise<ConversationFile[]> {
  const { data } = await askBackend('Failed to load the files', (supabase) =>
    supabase
      .from('enquiry_files')
      .select('id, message_id, name, byte_size')
      .eq('enquiry_id', enquiryId)
      .order('created_at')
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map(({ id, message_id, name, byte_size }) => ({
    ...{ id, messageId: message_id, name, bytes: byte_size },
  }));
}

const OPEN = 'Failed to open the file';
const LINK_SECONDS = 60;

/** A link that downloads the file. It expires. */
export async function linkToFile({ id, name }: ConversationFile): Promise<string> {
  try {
    const { storage } = await loadSupabase();
    const { data, error } = await storage
      .from(DOCUMENT_BUCKET)
      .createSignedUrl(id, LINK_SECONDS, { download: name });
    if (error) throw error;
    return data.signedUrl;
  } catch (error) {
    throw toAppError(error, OPEN);
  }
}

const SEND = 'Failed to send the reply';
/** The function waits for the mail server. */
const SEND_TIMEOUT_MS = 30_000;
const SEND_FILES_TIMEOUT_MS = 90_000;

export type NewReply = Reply & { files: readonly File[] };

/** @throws AppError of kind `conflict` if a message has arrived that the member has not seen */
export async function sendReply({
  files,
  ...reply
}: NewReply): Promise<'sent' | 'sending' | 'failed'> {
  try {
    const { body } = await http(`${getEnv().supabaseUrl}/functions/v1/enquiry-replies`, {
      method: 'POST',
      headers: await sessionHeaders(),
      body: files.length === 0 ? reply : toForm(reply, files),
      timeoutMs: files.length === 0 ? SEND_TIMEOUT_MS : SEND_FILES_TIMEOUT_MS,
    });
    return parseResponse(replyAnswerSchema, body, SEND).data?.state ?? 'sending';
  } catch (error) {
    if (!(error instanceof HttpError)) throw toAppError(error, SEND);
    const message = replyAnswerSchema.safeParse(error.body).data?.error?.message;
    throw toAppError({ status: error.status, message }, SEND);
  }
}

function toForm(reply: Reply, files: readonly File[]): FormData {
  const form = new FormData();
  form.append('reply', JSON.stringify(reply));
  for (const file of files) form.append('file', file);
  return form;
}
