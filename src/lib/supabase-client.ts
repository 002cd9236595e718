import { createClient } from '@supabase/supabase-js';
import type { Database } from './database.types';
import { getEnv } from './env';
import { SESSION_STORAGE_KEY } from './supabase';

const { supabaseUrl, supabaseAnonKey } = getEnv();

/** Import through loadSupabase(): this module adds 43 kB, which a visitor's first view does not need. */
export const supabase = createClient<Database>(supabaseUrl, supabaseAnonKey, {
  auth: {
    storageKey: SESSION_STORAGE_KEY,
    persistSession: true,
    autoRefreshToken: true,
    // features/session/links/auth-callback.ts reads mailed links; supabase-js would sign in without asking.
    detectSessionInUrl: false,
  },
});
