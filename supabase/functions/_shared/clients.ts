// Supabase clients of the functions: one that acts as the caller, one that skips row-level security.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';

export type SupabaseSettings = {
  url: string;
  /** The address visitors reach the backend at; differs from `url` behind a proxy. */
  publicUrl: string;
  anonKey: string;
  serviceRoleKey: string;
};

/** Reads the settings and names every missing variable at once, so that a start fails early. */
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

/** Acts with the caller's token, so that grants and policies decide. */
export function createCallerClient(
  settings: SupabaseSettings,
  token: string | null,
): SupabaseClient {
  return createClient(settings.url, settings.anonKey, {
    auth: STATELESS,
    global: { headers: token ? { Authorization: `Bearer ${token}` } : {} },
  });
}

/** Skips row-level security. Never hand it anything but values the function made itself. */
export function createServiceClient(settings: SupabaseSettings): SupabaseClient {
  return createClient(settings.url, settings.serviceRoleKey, { auth: STATELESS });
}

/** The address of an object in a public bucket. */
export function publicObjectUrl(settings: SupabaseSettings, bucket: string, path: string): string {
  const base = settings.publicUrl.replace(/\/+$/, '');
  const encoded = path.split('/').map(encodeURIComponent).join('/');
  return `${base}/storage/v1/object/public/${bucket}/${encoded}`;
}
