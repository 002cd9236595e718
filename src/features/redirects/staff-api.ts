import { inState } from '@/documents/publication';
import { askBackend, withTimeout } from '@/lib/backend';
import { parseTimestamp } from '@/lib/dates';
import { AppError } from '@/lib/errors';
import { everyWordIn, fetchPage, type Page } from '@/lib/paged-list';
import { paths } from '@/lib/paths';
import { notePublishedChange } from '@/lib/published-changes';
import type { RedirectFilters } from './filters';
import {
  redirectFields,
  type Redirect,
  type RedirectField,
  type RedirectInput,
  type UnknownAddress,
} from './model';

const PAGE_SIZE = 50;
/** Pages in the list of targets; others can be typed. */
const PAGES_OFFERED = 200;

const FETCH_PAGES = 'Failed to load the published pages';
const SAVE = 'Could not save the redirect';
const UNIQUE_VIOLATION = '23505';

export function listRedirects(
  { search, page }: RedirectFilters,
  signal?: AbortSignal,
): Promise<Page<Redirect>> {
  return fetchPage({
    sentence: 'Failed to load the redirects',
    page,
    pageSize: PAGE_SIZE,
    signal,
    request: (supabase) => {
      const request = supabase
        .from('redirects')
        .select('id, from_path, to_path, note, created_at', { count: 'exact' })
        .order('created_at', { ascending: false });
      return search ? request.or(everyWordIn(['from_path', 'to_path', 'note'], search)) : request;
    },
    toItems: (rows) =>
      rows.map((row) => ({
        id: row.id,
        from: row.from_path,
        to: row.to_path,
        note: row.note,
        createdAt: parseTimestamp(row.created_at).toISOString(),
      })),
  });
}

/** @param id null adds a redirect */
export async function saveRedirect(id: string | null, input: RedirectInput): Promise<void> {
  const row = { from_path: input.from, to_path: input.to, note: input.note };
  await askBackend(SAVE, (supabase) =>
    id === null
      ? supabase.from('redirects').insert(row)
      : supabase.from('redirects').update(row).eq('id', id),
  );
  notePublishedChange();
}

/** Adds the redirect of an address or replaces its target. */
export async function redirectAddress(from: string, to: string): Promise<void> {
  await askBackend(SAVE, (supabase) =>
    supabase
      .from('redirects')
      .upsert({ from_path: from, to_path: to }, { onConflict: 'from_path' }),
  );
  notePublishedChange();
}

export async function deleteRedirect(id: string): Promise<void> {
  await askBackend('Could not delete the redirect', (supabase) =>
    supabase.from('redirects').delete().eq('id', id),
  );
  notePublishedChange();
}

export async function listUnknownAddresses(signal?: AbortSignal): Promise<UnknownAddress[]> {
  const { data } = await askBackend('Failed to load the unknown addresses', (supabase) =>
    supabase.rpc('list_unknown_addresses').abortSignal(withTimeout(signal)).retry(false),
  );
  return data.map(({ path, visits, days, last_at }) => ({
    ...{ path, visits, days },
    lastAt: parseTimestamp(last_at).toISOString(),
  }));
}

export async function dismissUnknownAddress(path: string): Promise<void> {
  await askBackend('Could not dismiss the address', (supabase) =>
    supabase.rpc('dismiss_unknown_address', { path }),
  );
}

/** The field that an error of the backend is about, with the message for it. */
export function refusedField(error: unknown): { field: RedirectField; message: string } | null {
  if (!(error instanceof AppError)) return null;
  if (error.code === UNIQUE_VIOLATION || error.kind === 'conflict') {
    return { field: 'from', message: 'This address already has a redirect' };
  }
  const [, column, reason] = /\b(from|to|note)(?:_path)?: (.+)$/.exec(error.message) ?? [];
  const field = redirectFields.find((known) => known === column);
  return field && reason ? { field, message: sentence(reason) } : null;
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A possible target. */
export type PublishedPage = { title: string; path: string };
export type PublishedPages = { studies: PublishedPage[]; posts: PublishedPage[] };

export async function listPublishedPages(signal?: AbortSignal): Promise<PublishedPages> {
  const [studies, posts] = await Promise.all([
    askBackend(FETCH_PAGES, (supabase) =>
      inState(supabase.from('case_studies').select('slug, title'), 'published')
        .order('updated_at', { ascending: false })
        .limit(PAGES_OFFERED)
        .abortSignal(withTimeout(signal))
        .retry(false),
    ),
    askBackend(FETCH_PAGES, (supabase) =>
      inState(supabase.from('blog_posts').select('slug, title'), 'published')
        .order('published_at', { ascending: false })
        .limit(PAGES_OFFERED)
        .abortSignal(withTimeout(signal))
        .retry(false),
    ),
  ]);
  return {
    studies: studies.data.map(({ slug, title }) => ({ title, path: paths.project.to(slug) })),
    posts: posts.data.map(({ slug, title }) => ({ title, path: paths.post.to(slug) })),
  };
}
