import { randomUUID } from 'node:crypto';
import { createClient, type SupabaseClient } from '@supabase/supabase-js';
import { STAFF } from '../../scripts/lib/local/seed.ts';
import '../../scripts/lib/websocket.ts';
import type { Database, Json } from '../../src/lib/database.types.ts';
import type { Site } from './site.ts';

export type Staff = SupabaseClient<Database>;

/** The Data API as the seeded staff account. */
export async function signIn({ url, keys }: Pick<Site, 'url' | 'keys'>): Promise<Staff> {
  const client = createClient<Database>(url, keys.publishableKey);
  const { error } = await client.auth.signInWithPassword(STAFF);
  if (error) throw error;
  return client;
}

/** @param version from which the study is changed; null creates it */
export async function saveStudy(
  client: Staff,
  {
    id = randomUUID(),
    version = null,
    gallery = [],
    ...fields
  }: { id?: string; version?: number | null; gallery?: Json[] } & Record<string, Json | undefined>,
) {
  const what = { study_id: id, expected_version: version, fields, metrics: [], gallery };
  await client.rpc('save_case_study', what).throwOnError();
  return id;
}
