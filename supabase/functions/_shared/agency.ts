// The name and addresses of the agency, as staff have published them.
import type { SupabaseClient } from '@supabase/supabase-js';
import { z } from 'zod';
import { AGENCY } from './contracts/agency.ts';

export type Agency = { name: string; email: string; postalAddress: readonly string[] };

const KEPT_MS = 60_000;
const DEADLINE_MS = 5000;

const rowsSchema = z.array(
  z.object({
    texts: z
      .object({
        name: z.string(),
        email: z.string(),
        postalAddress: z.array(z.object({ text: z.string() })),
      })
      .partial(),
  }),
);

/**
 * The returned function asks the table `page_texts` at most once a minute. A fact that staff have not changed, or that
 * cannot be read, is that of brand/.
 */
export function openAgency(
  client: SupabaseClient,
  logError: (error: unknown) => void,
): () => Promise<Agency> {
  let kept: Agency = AGENCY;
  let readAt = -Infinity;
  return async () => {
    if (Date.now() - readAt < KEPT_MS) return kept;
    try {
      const { data, error } = await client
        .from('page_texts')
        .select('texts')
        .match({ page: 'site', locale: 'en' })
        .abortSignal(AbortSignal.timeout(DEADLINE_MS));
      if (error) throw error;
      const { name, email, postalAddress } = rowsSchema.parse(data)[0]?.texts ?? {};
      kept = {
        name: name ?? AGENCY.name,
        email: email ?? AGENCY.email,
        postalAddress: postalAddress?.map(({ text }) => text) ?? AGENCY.postalAddress,
      };
      readAt = Date.now();
    } catch (error) {
      // A mail with the last known address is better than none.
      logError(error);
    }
    return kept;
  };
}
