import { getEnv } from './env';
import { loadSupabase, SESSION_STORAGE_KEY } from './supabase';

/** What a call to our functions carries as anybody: the public key. */
export function visitorHeaders(): Record<string, string> {
  return { apikey: getEnv().supabaseAnonKey };
}

/**
 * What it carries as whoever is signed in here. supabase-js, which renews an expired token, is
 * downloaded only when a session is stored.
 */
export async function sessionHeaders(): Promise<Record<string, string>> {
  if (!mayHaveSession()) return visitorHeaders();
  const { data } = await (await loadSupabase()).auth.getSession();
  const token = data.session?.access_token;
  return token ? { ...visitorHeaders(), authorization: `Bearer ${token}` } : visitorHeaders();
}

/** Where storage is blocked a session lives as long as the page, and only supabase-js knows of it. */
function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) !== null;
  } catch {
    return true;
  }
}
