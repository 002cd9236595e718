import { toAppError } from '@/lib/errors';
import { loadSupabase } from '@/lib/supabase';
import { parseTimestamp } from '@/lib/dates';

/** The database refuses longer ones (migrations/*_staff_people_requests.sql). */
export const ACCESS_NOTE_MAX = 300;

export type AccessRequest = { askedAt: Date; isDeclined: boolean };

/** The caller's own request, or null when there is none (any more). */
export async function fetchAccessRequest(userId: string): Promise<AccessRequest | null> {
  const sentence = 'We could not find out whether you have asked already';
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .from('staff_requests')
      .select('created_at, declined_at')
      // An owner's policy would show the others' too.
      .eq('user_id', userId)
      .retry(false);
    if (error) throw { ...error, status };
    const [row] = data;
    if (!row) return null;
    return { askedAt: parseTimestamp(row.created_at), isDeclined: row.declined_at !== null };
  } catch (error) {
    throw toAppError(error, sentence);
  }
}

/** Asks the owners to add the caller to the staff; asking again replaces the note. */
export async function askForAccess(note: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.rpc('request_staff_access', { note });
    if (error) throw { ...error, status };
  } catch (error) {
    throw toAppError(error, 'Your request could not be sent');
  }
}
