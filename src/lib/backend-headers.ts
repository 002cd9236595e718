import { getEnv } from './env';
import { loadSupabase, SESSION_STORAGE_KEY } from './supabase';

/** Headers of a call to our functions by a visitor: the public key. */
export function visitorHeaders(): Record<string, string> {
  return { apikey: getEnv().supabaseAnonKey };
}

/**
 * Headers of a call by the signed-in user, or by a visitor without a session. supabase-js, which
 * renews an expired token, is downloaded only when a session is stored.
 */
export async function sessionHeaders(): Promise<Record<string, string>> {
  if (!mayHaveSession()) return visitorHeaders();
  const { data } = await (await loadSupabase()).auth.getSession();
  const token = data.session?.access_token;
  return token ? { ...visitorHeaders(), authorization: `Bearer ${token}` } : visitorHeaders();
}

/** With storage blocked, supabase-js keeps the session in memory, so it has to be asked. */
function mayHaveSession(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) !== null;
  } catch {
    return true;
  }
}
