import { parseTimestamp } from '@/lib/dates';
import { AppError, toAppError } from '@/lib/errors';
import { paths } from '@/lib/paths';
import { notePublishedChange } from '@/lib/published-changes';
import { loadSupabase } from '@/lib/supabase';
import type { RedirectFilters } from './filters';
import { redirectFields, type Redirect, type RedirectField, type RedirectInput } from './model';

export const PAGE_SIZE = 50;
/** For the choice of a target: more are found by their address. */
const PAGES_OFFERED = 200;

const FETCH_LIST = 'Failed to load the redirects';
const FETCH_PAGES = 'Failed to load the published pages';
const SAVE = 'Could not save the redirect';
const DELETE = 'Could not delete the redirect';
/** PostgREST's answer to a page behind the last one. */
const NO_SUCH_PAGE = 'PGRST103';
const UNIQUE_VIOLATION = '23505';

export type RedirectPage = {
  redirects: Redirect[];
  total: number;
  /** Which page this is: the first where the one asked for does not exist (any more). */
  page: number;
  totalPages: number;
};

export async function listRedirects(
  filters: RedirectFilters,
  signal?: AbortSignal,
): Promise<RedirectPage> {
  const { search, page } = filters;
  const first = (page - 1) * PAGE_SIZE;
  try {
    const supabase = await loadSupabase();
    let request = supabase
      .from('redirects')
      .select('id, from_path, to_path, note, created_at', { count: 'exact' })
      .order('created_at', { ascending: false })
      .order('id')
      .range(first, first + PAGE_SIZE - 1)
      .retry(false);
    if (search) request = request.or(toSearchCondition(search));
    if (signal) request = request.abortSignal(signal);
    const { data, error, count, status } = await request;
    const isBehind = error ? error.code === NO_SUCH_PAGE : data.length === 0;
    if (isBehind && page > 1) return await listRedirects({ ...filters, page: 1 }, signal);
    if (error) throw toAppError({ ...error, status }, FETCH_LIST);
    const total = count ?? data.length;
    return {
      redirects: data.map((row) => ({
        id: row.id,
        from: row.from_path,
        to: row.to_path,
        note: row.note,
        createdAt: parseTimestamp(row.created_at).toISOString(),
      })),
      total,
      page,
      totalPages: Math.ceil(total / PAGE_SIZE),
    };
  } catch (error) {
    throw toAppError(error, FETCH_LIST);
  }
}

/** Every word stands in one of the addresses or in the note. */
function toSearchCondition(search: string): string {
  const words = search.split(/\s+/).map((word) => {
    // Not every backend takes a quoted value here: what could end one matches any sign instead.
    const pattern = `%${word.replace(/[^\p{L}\p{M}\p{N}]/gu, '_')}%`;
    return `or(from_path.ilike.${pattern},to_path.ilike.${pattern},note.ilike.${pattern})`;
  });
  return `and(${words.join(',')})`;
}

/** @param id null adds one */
export async function saveRedirect(id: string | null, input: RedirectInput): Promise<void> {
  const row = { from_path: input.from, to_path: input.to, note: input.note };
  try {
    const supabase = await loadSupabase();
    const { error, status } =
      id === null
        ? await supabase.from('redirects').insert(row)
        : await supabase.from('redirects').update(row).eq('id', id);
    if (error) throw toAppError({ ...error, status }, SAVE);
  } catch (error) {
    throw toAppError(error, SAVE);
  }
  notePublishedChange();
}

/** Sends visitors of an address elsewhere, also where they are sent somewhere already. */
export async function redirectAddress(from: string, to: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase
      .from('redirects')
      .upsert({ from_path: from, to_path: to }, { onConflict: 'from_path' });
    if (error) throw toAppError({ ...error, status }, SAVE);
  } catch (error) {
    throw toAppError(error, SAVE);
  }
  notePublishedChange();
}

export async function deleteRedirect(id: string): Promise<void> {
  try {
    const supabase = await loadSupabase();
    const { error, status } = await supabase.from('redirects').delete().eq('id', id);
    if (error) throw toAppError({ ...error, status }, DELETE);
  } catch (error) {
    throw toAppError(error, DELETE);
  }
  notePublishedChange();
}

/** The field a refusal is about, with what to say beside it. */
export function refusedField(error: unknown): { field: RedirectField; message: string } | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === UNIQUE_VIOLATION || error.kind === 'conflict') {
    return { field: 'from', message: 'Visitors of this address are sent somewhere already' };
  }
  const [, column, reason] = /\b(from|to|note)(?:_path)?: (.+)$/.exec(error.message) ?? [];
  const field = redirectFields.find((known) => known === column);
  return field && reason ? { field, message: sentence(reason) } : null;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A page visitors can be sent to. */
export type PublishedPage = { title: string; path: string };
export type PublishedPages = { studies: PublishedPage[]; posts: PublishedPage[] };

export async function listPublishedPages(signal?: AbortSignal): Promise<PublishedPages> {
  try {
    const supabase = await loadSupabase();
    let studies = supabase
      .from('case_studies')
      .select('id, title')
      .eq('status', 'published')
      .order('updated_at', { ascending: false })
      .limit(PAGES_OFFERED)
      .retry(false);
    let posts = supabase
      .from('blog_posts')
      .select('slug, title')
      .eq('status', 'published')
      .order('published_at', { ascending: false })
      .limit(PAGES_OFFERED)
      .retry(false);
    if (signal) {
      studies = studies.abortSignal(signal);
      posts = posts.abortSignal(signal);
    }
    const [foundStudies, foundPosts] = await Promise.all([studies, posts]);
    const error = foundStudies.error ?? foundPosts.error;
    if (error) throw toAppError(error, FETCH_PAGES);
    return {
      studies: (foundStudies.data ?? []).map(({ id, title }) => ({
        title,
        path: paths.project.to(id),
      })),
      posts: (foundPosts.data ?? []).map(({ slug, title }) => ({
        title,
        path: paths.post.to(slug),
      })),
    };
  } catch (error) {
    throw toAppError(error, FETCH_PAGES);
  }
}
