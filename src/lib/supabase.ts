import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';

/**
 * Key of the session in local storage. Defined apart from the client, so that the first view can
 * check for a session without downloading supabase-js.
 */
export const SESSION_STORAGE_KEY = 'agency-session';

export type Supabase = SupabaseClient<Database>;

let client: Promise<Supabase> | undefined;

/**
 * The one client, downloaded on first use. After a failed download the next call tries again.
 */
export function loadSupabase(): Promise<Supabase> {
  client ??= import('./supabase-client').then(
    (module) => module.supabase,
    (error: unknown) => {
      client = undefined;
      throw error;
    },
  );
  return client;
}
