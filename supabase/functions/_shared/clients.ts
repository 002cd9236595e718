// Supabase clients of the functions: one that acts as the caller, one that skips row-level security.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

export type SupabaseSettings = {
  url: string;
  /** The backend's address for visitors; differs from `url` behind a proxy. */
  publicUrl: string;
  anonKey: string;
  serviceRoleKey: string;
};

/** Reads the settings; throws an error that names all missing variables. */
export function readSupabaseSettings(get: (name: string) => string | undefined): SupabaseSettings {
  const url = get('SUPABASE_URL');
  const anonKey = get('SUPABASE_ANON_KEY');
  const serviceRoleKey = get('SUPABASE_SERVICE_ROLE_KEY');
  if (!url || !anonKey || !serviceRoleKey) {
    const missing = Object.entries({
      SUPABASE_URL: url,
      SUPABASE_ANON_KEY: anonKey,
      SUPABASE_SERVICE_ROLE_KEY: serviceRoleKey,
    }).flatMap(([name, value]) => (value ? [] : [name]));
    throw new Error(`Missing environment variables: ${missing.join(', ')}`);
  }
  return { url, publicUrl: get('PUBLIC_SUPABASE_URL') || url, anonKey, serviceRoleKey };
}

const STATELESS = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** Uses the caller's token: grants and policies apply. */
export function createCallerClient(
  settings: SupabaseSettings,
  token: string | null,
): SupabaseClient {
  return createClient(settings.url, settings.anonKey, {
    auth: STATELESS,
    global: { headers: token ? { Authorization: `Bearer ${token}` } : {} },
  });
}

/** Skips row-level security. Pass only values that the function has made or checked itself. */
export function createServiceClient(settings: SupabaseSettings): SupabaseClient {
  return createClient(settings.url, settings.serviceRoleKey, { auth: STATELESS });
}

export type DatabaseCall = (name: string, args?: Record<string, unknown>) => Promise<unknown>;

/** Calls functions of the database by name; throws what the Data API answers as an error. */
export function createDatabaseCall(client: SupabaseClient, deadlineMs?: number): DatabaseCall {
  return async (name, args = {}) => {
    const request = client.rpc(name, args);
    const { data, error } = await (deadlineMs === undefined
      ? request
      : request.abortSignal(AbortSignal.timeout(deadlineMs)));
    if (error) throw error;
    return data;
  };
}

/** The address of an object in a public bucket. */
export function publicObjectUrl(settings: SupabaseSettings, bucket: string, path: string): string {
  const base = settings.publicUrl.replace(/\/+$/, '');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${base}/storage/v1/object/public/${bucket}/${encoded}`;
}
