import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { AppError } from '@/lib/errors';
import type { Note } from './model';

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
