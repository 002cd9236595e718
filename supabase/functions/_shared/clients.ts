// Supabase clients of the functions: one that acts as the caller, one that skips row-level security.
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';

export type SupabaseSettings = {
  url: string;
  /** The backend's address for visitors; differs from `url` behind a proxy. */
  publicUrl: string;
  publishableKeys: Keys;
  secretKeys: Keys;
};

/** All that the project accepts: it may have several, for example while one is exchanged. The first is used for calls. */
type Keys = readonly [string, ...string[]];

type Get = (name: string) => string | undefined;

/** Reads the settings; throws an error that names all missing variables. */
export function readSupabaseSettings(get: Get): SupabaseSettings {
  const url = get('SUPABASE_URL');
  const publishableKeys = readKeys(get, 'SUPABASE_PUBLISHABLE_KEYS', 'SUPABASE_ANON_KEY');
  const secretKeys = readKeys(get, 'SUPABASE_SECRET_KEYS', 'SUPABASE_SERVICE_ROLE_KEY');
  if (!url || !publishableKeys || !secretKeys) {
    const missing = Object.entries({
      SUPABASE_URL: url,
      SUPABASE_PUBLISHABLE_KEYS: publishableKeys,
      SUPABASE_SECRET_KEYS: secretKeys,
    }).flatMap(([name, value]) => (value ? [] : [name]));
    throw new Error(`Missing environment variables: ${missing.join(', ')}`);
  }
  return { url, publicUrl: get('PUBLIC_SUPABASE_URL') || url, publishableKeys, secretKeys };
}

/**
 * @param dictionary variable with a JSON object of keys by name; `default` comes first
 * @param legacy variable with the one key that projects had before 2026, and may still have
 */
function readKeys(get: Get, dictionary: string, legacy: string): Keys | null {
  const { default: preferred, ...others } = parseDictionary(get(dictionary), dictionary);
  const [first, ...rest] = [preferred, ...Object.values(others), get(legacy)].filter(
    (key): key is string => key !== undefined && key !== '',
  );
  return first === undefined ? null : [first, ...rest];
}

function parseDictionary(json: string | undefined, name: string): Record<string, string> {
  if (!json) return {};
  try {
    return z.record(z.string(), z.string()).parse(JSON.parse(json));
  } catch {
    throw new Error(`${name} must be a JSON object of keys by name`);
  }
}

const STATELESS = { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false };

/** Uses the caller's token: grants and policies apply. */
export function createCallerClient(
  settings: SupabaseSettings,
  token: string | null,
): SupabaseClient {
  return createClient(settings.url, settings.publishableKeys[0], {
    auth: STATELESS,
    global: { headers: token ? { Authorization: `Bearer ${token}` } : {} },
  });
}

/** Skips row-level security. Pass only values that the function has made or checked itself. */
export function createServiceClient(settings: SupabaseSettings): SupabaseClient {
  return createClient(settings.url, settings.secretKeys[0], { auth: STATELESS });
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
