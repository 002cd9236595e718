import { z } from 'zod';
import { askBackend, withTimeout } from '@/lib/backend';
import { parseResponse } from '@/lib/parse-response';

/** In the order in which they are shown. All but pages are those of search_staff_area. */
export const HIT_KINDS = ['case-study', 'post', 'page', 'enquiry', 'picture', 'member'] as const;
export type HitKind = (typeof HIT_KINDS)[number];

export type Hit = {
  kind: HitKind;
  id: string;
  title: string;
  /** Beside the title: a client, an author, a number. */
  detail: string | null;
  /** The words around the first match. */
  snippet: string | null;
};

/** Of each kind. */
export const HITS_MAX = 5;

const FAILED = 'The search failed';

const hitsSchema = z.array(
  z.object({
    kind: z.enum(HIT_KINDS),
    id: z.string(),
    title: z.string(),
    detail: z.string().nullable(),
    snippet: z.string().nullable(),
  }),
);

/** What the account may read of all that staff write, receive and upload. */
export async function searchStaffArea(
  search: string,
  signal?: AbortSignal,
  most = HITS_MAX,
): Promise<Hit[]> {
  const { data } = await askBackend(FAILED, (supabase) =>
    supabase
      .rpc('search_staff_area', { search, most })
      .abortSignal(withTimeout(signal))
      .retry(false),
  );
  return parseResponse(hitsSchema, data, FAILED);
}
