// The caller of a REST function: a client with the caller's rights, and whether the caller is staff.
import type { SupabaseClient } from '@supabase/supabase-js';
import { createCallerClient, type SupabaseSettings } from './clients.ts';
import { bearerToken } from './http.ts';
import { DatabaseError, type Caller } from './rest.ts';

export function createRestCaller(
  settings: SupabaseSettings,
  request: Request,
): { client: SupabaseClient; caller: Caller } {
  // For a visitor, supabase-js sends the public key as token; a key is never a session.
  const given = bearerToken(request);
  const isKey = given?.startsWith('sb_') || settings.publishableKeys.some((key) => key === given);
  const token = isKey ? null : given;
  const client = createCallerClient(settings, token);
  let staff: Promise<boolean> | undefined;
  return {
    client,
    caller: { hasToken: token !== null, isStaff: () => (staff ??= askForStaff(client)) },
  };
}

async function askForStaff(client: SupabaseClient): Promise<boolean> {
  const { data, error, status } = await client.rpc('current_staff_role');
  // Every session may call this: an error means that the token is invalid.
  if (error) {
    throw new DatabaseError(error.code, error.message, error.code === '42501' ? 401 : status);
  }
  return data === 'owner' || data === 'editor';
}
