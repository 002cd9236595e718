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

export function forgetStoredSession() {
  try {
    localStorage.removeItem(SESSION_STORAGE_KEY);
  } catch {
    // Storage is blocked: nothing was stored.
  }
}
