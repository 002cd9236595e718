import type { SupabaseClient } from '@supabase/supabase-js';
import { toAppError } from './errors';
import { loadSupabase } from './supabase';

const RECORD = 'The export could not be recorded, so nothing was exported';

/**
 * Writes into the record of what staff did that a list leaves the site. To be called before a file is
 * handed over: without the record there is no file.
 *
 * @param subject what is exported, in words
 */
export async function recordExport(subject: string): Promise<void> {
  try {
    // Only of this call: the generated types know the functions of an earlier schema.
    const supabase: Pick<SupabaseClient, 'rpc'> = await loadSupabase();
    const { error, status } = await supabase.rpc('record_export', { subject });
    if (error) throw toAppError({ ...error, status }, RECORD);
  } catch (error) {
    throw toAppError(error, RECORD);
  }
}
