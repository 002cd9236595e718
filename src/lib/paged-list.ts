import type { PostgrestSingleResponse } from '@supabase/supabase-js';
import { askBackend, NO_SUCH_PAGE, withTimeout } from './backend';
import { AppError, toAppError } from './errors';
import type { Supabase } from './supabase';

export type Page<Item> = {
  rows: Item[];
  total: number;
  /** Number of this page: 1 when the requested page does not exist (any more). */
  page: number;
  totalPages: number;
};

/** A request for rows and their exact count, filtered and in order. */
type ListRequest<Row> = PromiseLike<PostgrestSingleResponse<Row[]>> & {
  order: (column: string, options: { ascending: boolean }) => ListRequest<Row>;
  range: (from: number, to: number) => ListRequest<Row>;
  abortSignal: (signal: AbortSignal) => ListRequest<Row>;
  retry: (isEnabled: boolean) => ListRequest<Row>;
};

export type PageQuery<Row, Item> = {
  page: number;
  pageSize: number;
  signal?: AbortSignal | undefined;
  /** What failed, as the specification words it. */
  sentence: string;
  request: (supabase: Supabase) => ListRequest<Row>;
  /** Direction of the tie-breaker: without one, equal rows could change places between pages. */
  isIdAscending?: boolean;
  /** With parseRows, where it narrows the generated types. */
  toItems: (rows: Row[]) => Item[];
};

/** @throws AppError */
export async function fetchPage<Row, Item>(query: PageQuery<Row, Item>): Promise<Page<Item>> {
  const { page, pageSize, signal, sentence, request, isIdAscending = true, toItems } = query;
  const first = (page - 1) * pageSize;
  try {
    const { data, count } = await askBackend(sentence, (supabase) =>
      request(supabase)
        .order('id', { ascending: isIdAscending })
        .range(first, first + pageSize - 1)
        .abortSignal(withTimeout(signal))
        .retry(false),
    );
    if (data.length > 0 || page === 1) {
      const total = count ?? data.length;
      return { rows: toItems(data), total, page, totalPages: Math.ceil(total / pageSize) };
    }
  } catch (error) {
    const isBehind = error instanceof AppError && error.code === NO_SUCH_PAGE;
    if (!isBehind || page === 1) throw toAppError(error, sentence);
  }
  return fetchPage({ ...query, page: 1 });
}

/** The condition for `or()`: every word of the search is in one of the columns. */
export function everyWordIn(columns: readonly string[], search: string): string {
  const words = search.split(/\s+/).map((word) => {
    // Not every backend accepts quoted values here: other characters become the wildcard `_`.
    const pattern = `%${word.replace(/[^\p{L}\p{M}\p{N}]/gu, '_')}%`;
    return `or(${columns.map((column) => `${column}.ilike.${pattern}`).join(',')})`;
  });
  return `and(${words.join(',')})`;
}
