import { z } from 'zod';
import { askBackend, withTimeout } from '@/lib/backend';
import type { Database } from '@/lib/database.types';
import { parseTimestamp } from '@/lib/dates';
import { unsentMailSchema } from '@/lib/outbox';
import { parseResponse } from '@/lib/parse-response';
import type { Anchor, ClientComment, StaffNote } from './model';

/**
 * What became of a request. 'change-asked': the client asks for a change that is not done. 'changed': approved, and staff
 * have saved other words since.
 */
export type RequestState =
  | 'waiting'
  | 'change-asked'
  | 'expired'
  | 'withdrawn'
  | 'approved'
  | 'changed';

export type SignOffRequest = {
  id: string;
  kind: 'case-study' | 'post';
  documentId: string;
  title: string;
  /** The saved version that the client reads. */
  version: number;
  clientName: string;
  /** Gets the link and answers by mail; null: staff pass the link on. */
  clientEmail: string | null;
  /** Why the last mail to the client was not sent yet; null when nothing is wrong. */
  mailProblem: string | null;
  /** Email of a member. */
  askedBy: string | null;
  askedAt: Date;
  expiresAt: Date;
  state: RequestState;
  /** Whether the client reads what is saved now. */
  isCurrent: boolean;
  /** Whether visitors read the same words. */
  isLive: boolean;
  approval: { name: string; at: Date; version: number } | null;
  openComments: number;
  lastCommentAt: Date | null;
};

type Row = Database['public']['Functions']['list_sign_offs']['Returns'][number];

function toRequest(row: Row): SignOffRequest {
  const approvedAt: string | null = row.approved_at;
  const lastCommentAt: string | null = row.last_comment_at;
  const withdrawnAt: string | null = row.withdrawn_at;
  const clientEmail: string | null = row.client_email;
  const expiresAt = parseTimestamp(row.expires_at);
  const approval =
    approvedAt === null
      ? null
      : { name: row.approved_by, at: parseTimestamp(approvedAt), version: row.approved_version };
  const state = (): RequestState => {
    if (withdrawnAt !== null) return 'withdrawn';
    if (approval?.version === row.version) return row.is_current ? 'approved' : 'changed';
    if (row.asks_change) return 'change-asked';
    return expiresAt.getTime() <= Date.now() ? 'expired' : 'waiting';
  };
  return {
    ...{ id: row.id, kind: row.kind === 'post' ? 'post' : 'case-study', title: row.title },
    ...{ documentId: row.document_id, version: row.version, clientName: row.client_name },
    ...{
      clientEmail,
      mailProblem: unsentMailSchema.safeParse(row.unsent_mail).data?.error ?? null,
    },
    ...{ askedBy: row.asked_by_email, askedAt: parseTimestamp(row.asked_at), expiresAt },
    ...{ state: state(), isCurrent: row.is_current, isLive: row.is_live, approval },
    openComments: row.open_comments,
    lastCommentAt: lastCommentAt === null ? null : parseTimestamp(lastCommentAt),
  };
}

/** Of one document, or of all documents whose links are not withdrawn; the newest first. */
export async function listSignOffs(
  documentId: string | null,
  signal?: AbortSignal,
): Promise<SignOffRequest[]> {
  const { data } = await askBackend('Failed to load what clients were asked', (supabase) =>
    supabase
      .rpc('list_sign_offs', documentId === null ? {} : { of_document: documentId })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.map(toRequest);
}

/** Comments of clients and notes of members, the oldest first. */
export async function listComments(
  documentId: string,
  signal?: AbortSignal,
): Promise<{ comments: ClientComment[]; notes: StaffNote[] }> {
  const { data } = await askBackend('Failed to load the comments', (supabase) =>
    supabase
      .rpc('list_sign_off_comments', { document_id: documentId })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  const toComment = (row: (typeof data)[number]): ClientComment => ({
    ...{ id: row.id, authorName: row.author_name, anchor: row.anchor, quote: row.quote },
    ...{ text: row.text, asksChange: row.asks_change },
    ...{ isDone: row.is_done, isOutdated: row.is_outdated },
    answer: toAnswer(row.answer, row.answered_at),
    createdAt: parseTimestamp(row.created_at),
  });
  return {
    comments: data.filter((row) => !row.is_note).map(toComment),
    notes: data
      .filter((row) => row.is_note)
      .map((row) => ({
        ...toComment(row),
        ...{ authorEmail: row.author_email, forEmail: row.for_email },
      })),
  };
}

export type NewNote = {
  /** The same when it is sent again. */
  id: string;
  documentId: string;
  anchor: Anchor;
  text: string;
  /** The email of a member, or '' for none. */
  forEmail: string;
};

export async function writeNote({ id, documentId, anchor, text, forEmail }: NewNote) {
  await askBackend('The note could not be stored', (supabase) =>
    supabase.rpc('write_note', {
      note: {
        ...{ id, document_id: documentId, anchor: [...anchor], text },
        for: forEmail || null,
      },
    }),
  );
}

export type NoteForMe = {
  id: string;
  kind: 'case-study' | 'post';
  documentId: string;
  title: string;
  authorEmail: string | null;
  text: string;
  createdAt: Date;
};

/** Those that are not done, the newest first. */
export async function listNotesForMe(signal?: AbortSignal): Promise<NoteForMe[]> {
  const { data } = await askBackend('Failed to load the notes for you', (supabase) =>
    supabase.rpc('list_notes_for_me').abortSignal(withTimeout(signal)).retry(false),
  );
  return data.map((row) => ({
    ...{ id: row.id, kind: row.kind === 'post' ? 'post' : 'case-study', title: row.title },
    ...{ documentId: row.document_id, authorEmail: row.author_email, text: row.text },
    createdAt: parseTimestamp(row.created_at),
  }));
}

/** The generated types know no nulls in results. */
function toAnswer(text: string | null, at: string | null): ClientComment['answer'] {
  return text === null || at === null ? null : { text, at: parseTimestamp(at) };
}

/** Of a comment or a note. Marks it as done, too. A client whose address is known gets a mail. */
export async function answerComment(id: string, answer: string): Promise<void> {
  await askBackend('The answer could not be stored', (supabase) =>
    supabase.rpc('answer_sign_off', { comment_id: id, answer }),
  );
}

export async function markComment(id: string, isDone: boolean): Promise<void> {
  await askBackend('Failed to change the comment', (supabase) =>
    supabase.from('sign_off_comments').update({ is_done: isDone }).eq('id', id),
  );
}

export type NewRequest = {
  documentId: string;
  /** The saved version on the screen. */
  version: number;
  clientName: string;
  /** '' for none. */
  clientEmail: string;
  validDays: number;
  /** '' for none. */
  passphrase: string;
};

const ASK = 'The link could not be made';
const askedSchema = z.object({ token: z.string() });

/**
 * @returns the token, which cannot be read again
 * @throws AppError `conflict` if the document was saved since `version`
 */
export async function askClient({
  documentId,
  version,
  clientName,
  clientEmail,
  validDays,
  passphrase,
}: NewRequest): Promise<string> {
  const { data } = await askBackend(ASK, (supabase) =>
    supabase.rpc('ask_sign_off', {
      document_id: documentId,
      expected_version: version,
      client_name: clientName.trim(),
      valid_days: validDays,
      ...(passphrase !== '' && { passphrase }),
      ...(clientEmail.trim() !== '' && { client_email: clientEmail.trim() }),
    }),
  );
  return parseResponse(askedSchema, data, ASK).token;
}

/** @throws AppError `conflict` if the document was saved since `version` */
export async function askClientAgain(requestId: string, version: number): Promise<void> {
  await askBackend('The client could not be asked again', (supabase) =>
    supabase.rpc('ask_sign_off_again', { request_id: requestId, expected_version: version }),
  );
}

export async function withdrawRequest(requestId: string): Promise<void> {
  await askBackend('The link could not be withdrawn', (supabase) =>
    supabase.rpc('withdraw_sign_off', { request_id: requestId }),
  );
}

/** For owners. The audit log keeps the name. */
export async function removeApprovals(requestId: string): Promise<void> {
  await askBackend('The approval could not be removed', (supabase) =>
    supabase.from('sign_off_approvals').delete().eq('request_id', requestId),
  );
}

/** Whether the document needs an approval to be published. */
export async function isApprovalDemanded(
  documentId: string,
  signal?: AbortSignal,
): Promise<boolean> {
  const { data } = await askBackend('Failed to load whether an approval is needed', (supabase) =>
    supabase
      .from('sign_off_demands')
      .select('document_id')
      .eq('document_id', documentId)
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return data.length > 0;
}

export async function demandApproval(documentId: string, isDemanded: boolean): Promise<void> {
  await askBackend('Failed to change whether an approval is needed', (supabase) => {
    const demands = supabase.from('sign_off_demands');
    return isDemanded
      ? demands.insert({ document_id: documentId })
      : demands.delete().eq('document_id', documentId);
  });
}
