import { SESSION_STORAGE_KEY } from '@/lib/supabase';

export function readStoredSession(): string | null {
  try {
    return localStorage.getItem(SESSION_STORAGE_KEY);
  } catch {
    // Storage is blocked: supabase-js then keeps the session for as long as the page lives.
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
    // Nothing is stored where storage is blocked.
  }
}
