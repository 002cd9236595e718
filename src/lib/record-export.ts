import type { SupabaseClient } from '@supabase/supabase-js';
import { toAppError } from './errors';
import { loadSupabase } from './supabase';

const RECORD = 'The export could not be recorded, so nothing was exported';

/**
 * Records the export of a list as an audit event. Call it before offering the file: without the
 * event there is no file.
 *
 * @param subject what is exported, as shown to owners
 */
export async function recordExport(subject: string): Promise<void> {
  try {
    // Typed loosely for this call only: the generated types lack this function.
    const supabase: Pick<SupabaseClient, 'rpc'> = await loadSupabase();
    const { error, status } = await supabase.rpc('record_export', { subject });
    if (error) throw toAppError({ ...error, status }, RECORD);
  } catch (error) {
    throw toAppError(error, RECORD);
  }
}
