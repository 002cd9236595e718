import { SESSION_STORAGE_KEY } from '@/lib/supabase';

export function readStoredSession(): string | null {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY);
  } catch {
    // Storage is blocked: supabase-js keeps the session in memory.
    return null;
  }
}

export function hasStoredSession(): boolean {
  return readStoredSession() !== null;
}

/**
 * supabase-js reports a session of another tab by a BroadcastChannel. This tab's storage may get it
 * later; requests before that are sent without it.
 */
export function isSessionOnItsWay(): boolean {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY) === null;
  } catch {
    return false;
  }
}

export function forgetStoredSession() {
  try {
    localStorage.removeItem(SESSION_STORAGE_KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
