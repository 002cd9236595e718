import { askBackend } from './backend';

/**
 * Records the export of a list as an audit event. Call it before offering the file: without the
 * event there is no file.
 *
 * @param subject what is exported, as shown to owners
 */
export async function recordExport(subject: string): Promise<void> {
  await askBackend('The export could not be recorded, so nothing was exported', (supabase) =>
    supabase.rpc('record_export', { subject }),
  );
}
