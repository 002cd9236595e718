import {
  infiniteQueryOptions,
  queryOptions,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query';
import { z } from 'zod';
import type { CaseStudyInput } from '@contracts/case-study';
import { TOAST_ADMIN_DURATION_MS } from '@/lib/constants';
import { parseTimestamp } from '@/lib/dates';
import { AppError, messageOf, toAppError } from '@/lib/errors';
import { notify } from '@/lib/notifications';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase } from '@/lib/supabase';
import type { Json } from '@/lib/database.types';
import { orTooLong } from './api';
import { toCaseStudyInput } from './editing';
import { toCaseStudy } from './model';
import { caseStudyQueries } from './queries';

/** How many versions of a study the database keeps (migrations/*_case_study_revisions.sql). */
export const REVISIONS_KEPT = 200;
const PAGE_SIZE = 25;
/** The greatest number a version can have. */
const NEWEST = 2 ** 31 - 1;

const FETCH_HISTORY = 'Failed to fetch the history';
const FETCH_VERSIONS = 'Failed to fetch these versions';
const RESTORE = 'Failed to restore this version';

export type CaseStudyRevision = {
  version: number;
  /** ISO 8601 in UTC. */
  savedAt: string;
  /** An e-mail address; null for what nobody signed in has saved. */
  savedBy: string | null;
  /** The version this one repeats, if it was restored. */
  restoredFrom: number | null;
  input: CaseStudyInput;
};

const text = z.string().nullable().default(null);
const texts = z.array(z.string()).default([]);

/** Columns may be younger than the snapshot: those count as empty. */
const snapshotSchema = z.object({
  study: z.object({
    title: z.string(),
    status: z.string(),
    headline: text,
    subhead: text,
    description: text,
    challenge: text,
    solution: text,
    results: text,
    what_we_loved: text,
    client_quote: text,
    outcome: text,
    industry: text,
    meta_description: text,
    service_tags: texts,
    technologies: texts,
    client_name: text,
    client_url: text,
    client_logo_url: text,
    timeline: text,
    role: text,
    cta_headline: text,
    cta_text: text,
    hero_image_url: text,
  }),
  metrics: z.array(z.object({ metric_value: z.string(), metric_label: z.string() })),
  gallery: z.array(z.object({ image_url: z.string(), caption: text, alt_text: text })),
});

const COLUMNS = 'case_study_id, version, snapshot, saved_by_email, saved_at, restored_from';

type RevisionRow = {
  case_study_id: string;
  version: number;
  snapshot: Json;
  saved_by_email: string | null;
  saved_at: string;
  restored_from: number | null;
};

function toRevision(row: RevisionRow): CaseStudyRevision {
  const { study, metrics, gallery } = snapshotSchema.parse(row.snapshot);
  const inOrder = <Item>(item: Item, index: number) => ({ ...item, display_order: index + 1 });
  return {
    version: row.version,
    savedAt: parseTimestamp(row.saved_at).toISOString(),
    savedBy: row.saved_by_email,
    restoredFrom: row.restored_from,
    input: toCaseStudyInput(
      toCaseStudy({
        ...study,
        id: row.case_study_id,
        version: row.version,
        created_at: row.saved_at,
        updated_at: row.saved_at,
        case_study_metrics: metrics.map(inOrder),
        case_study_gallery: gallery.map(inOrder),
      }),
    ),
  };
}

/**
 * Saved versions, the latest first: a page, and one more if there is one, to tell what the last of the
 * page changed.
 *
 * @param upTo the first version to list, or the next lower one that is kept
 */
async function listRevisions(
  id: string,
  upTo: number,
  signal?: AbortSignal,
): Promise<CaseStudyRevision[]> {
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .from('case_study_revisions')
      .select(COLUMNS)
      .eq('case_study_id', id)
      .lte('version', upTo)
      .order('version', { ascending: false })
      .limit(PAGE_SIZE + 1)
      .abortSignal(orTooLong(signal))
      .retry(false);
    if (error) throw toAppError({ ...error, status }, FETCH_HISTORY);
    return data.map(toRevision);
  } catch (error) {
    throw toAppError(error, FETCH_HISTORY);
  }
}

export type RevisionPair = {
  /** Null for a version that is not kept, or no longer. */
  chosen: CaseStudyRevision | null;
  against: CaseStudyRevision | null;
};

async function getRevisionPair(
  id: string,
  version: number,
  against: number,
  signal?: AbortSignal,
): Promise<RevisionPair> {
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase
      .from('case_study_revisions')
      .select(COLUMNS)
      .eq('case_study_id', id)
      .in('version', [version, against])
      .abortSignal(orTooLong(signal))
      .retry(false);
    if (error) throw toAppError({ ...error, status }, FETCH_VERSIONS);
    const revisions = data.map(toRevision);
    const find = (number: number) => revisions.find((revision) => revision.version === number);
    return { chosen: find(version) ?? null, against: find(against) ?? null };
  } catch (error) {
    throw toAppError(error, FETCH_VERSIONS);
  }
}

export const revisionQueries = {
  /** Below the key of the studies: each save makes a version. */
  list: (id: string) =>
    infiniteQueryOptions({
      queryKey: [...caseStudyQueries.all, 'revisions', id] as const,
      queryFn: ({ pageParam, signal }) => listRevisions(id, pageParam, signal),
      initialPageParam: NEWEST,
      getNextPageParam: (page) => page[PAGE_SIZE]?.version,
    }),
  /** Apart from them: what was saved never changes. */
  pair: (id: string, version: number, against: number) =>
    queryOptions({
      queryKey: ['case-study-revisions', id, version, against] as const,
      queryFn: ({ signal }) => getRevisionPair(id, version, against, signal),
      staleTime: Infinity,
    }),
};

export type ListedRevision = { revision: CaseStudyRevision; before: CaseStudyRevision | null };

/** The versions of some pages, each with the one before it; null for the oldest one kept. */
export function toListedRevisions(pages: readonly CaseStudyRevision[][]): ListedRevision[] {
  return pages.flatMap((page) =>
    page
      .slice(0, PAGE_SIZE)
      .map((revision, place) => ({ revision, before: page[place + 1] ?? null })),
  );
}

export type RestoreVersion = {
  id: string;
  from: number;
  /** The version on top of the history, as far as the reader knows. */
  current: number;
};

/** @returns the new version */
async function restoreVersion({ id, from, current }: RestoreVersion): Promise<number> {
  try {
    const supabase = await loadSupabase();
    const { data, error, status } = await supabase.rpc('restore_case_study_version', {
      study_id: id,
      from_version: from,
      expected_version: current,
    });
    if (error) throw toAppError({ ...error, status }, RESTORE);
    notePublishedChange();
    return data.version;
  } catch (error) {
    throw toAppError(error, RESTORE);
  }
}

/** Restores, says so in a toast and offers there to take it back. The caller shows what failed. */
export function useRestoreVersion() {
  const queryClient = useQueryClient();
  const refresh = () => queryClient.invalidateQueries({ queryKey: caseStudyQueries.all });
  const say = (type: 'success' | 'error', title: string, onUndo?: () => void) =>
    notify({
      type,
      title,
      duration: TOAST_ADMIN_DURATION_MS,
      ...(onUndo && { actions: [{ label: 'Undo', onSelect: onUndo }] }),
    });

  async function undo(restored: RestoreVersion) {
    try {
      await restoreVersion(restored);
      say('success', `Back to what version ${restored.from} held`);
    } catch (error) {
      say('error', restoreFailureMessage(error));
    }
    await refresh();
  }

  return useMutation({
    mutationFn: restoreVersion,
    networkMode: 'always',
    retry: false,
    meta: { handlesError: true },
    onSuccess: (version, { id, from, current }) => {
      say(
        'success',
        `Version ${from} restored`,
        () => void undo({ id, from: current, current: version }),
      );
      void refresh();
    },
    onError: () => void refresh(),
  });
}

export function restoreFailureMessage(error: unknown): string {
  return error instanceof AppError && error.kind === 'conflict'
    ? 'Somebody saved this case study meanwhile, so nothing was restored. Their version is on top of the list now.'
    : messageOf(error, RESTORE);
}
