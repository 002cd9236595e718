import type { SupabaseClient } from '@supabase/supabase-js';
import type { Database } from './database.types';

/**
 * Where supabase-js keeps the session in local storage. Named here, apart from the client, so that
 * the first view can ask "was anyone signed in?" without downloading it.
 */
export const SESSION_STORAGE_KEY = 'agency-session';

export type Supabase = SupabaseClient<Database>;

let client: Promise<Supabase> | undefined;

/**
 * The one client, fetched on first need and kept. A failed download is forgotten, so that the next
 * call tries again.
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
