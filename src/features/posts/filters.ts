import { paths } from '@/lib/paths';

/** The filters in the address of the list. Page 1 and empty values are left out. */
export type BlogFilters = { category?: string; tag?: string; search?: string; page?: number };

const LONGEST = { category: 60, tag: 40, search: 100 };
const LAST_PAGE = 10_000;

/** Reads the filters of an address and ignores invalid values. */
export function readFilters(params: URLSearchParams): BlogFilters {
  const filters: BlogFilters = {};
  for (const name of ['category', 'tag', 'search'] as const) {
    const text = params.get(name)?.trim().slice(0, LONGEST[name]);
    if (text) filters[name] = text;
  }
  const page = Number(params.get('page'));
  if (Number.isInteger(page) && page > 1 && page <= LAST_PAGE) filters.page = page;
  return filters;
}

export function isFiltered({ category, tag, search }: BlogFilters): boolean {
  return Boolean(category ?? tag ?? search);
}

/** Address of the list with these filters. */
export function blogHref(filters: BlogFilters): string {
  const params = new URLSearchParams();
  const { category, tag, search, page = 1 } = filters;
  if (category) params.set('category', category);
  if (tag) params.set('tag', tag);
  if (search) params.set('search', search);
  if (page > 1) params.set('page', String(page));
  const query = params.toString();
  return query === '' ? paths.blog : `${paths.blog}?${query}`;
}
