import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { SEARCH_MAX } from '@/lib/constants';

const LAST_PAGE = 100_000;

/** Search words, '' for none; cut to the maximum length. */
export const searchWords = z
  .string()
  .transform((words) => words.trim().slice(0, SEARCH_MAX).trim())
  .catch('');

export const pageNumber = z.coerce.number().int().min(1).max(LAST_PAGE).catch(1);

/** One of the choices, or undefined for anything else. */
export const optionalChoice = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices).optional().catch(undefined);

/** Every field is optional or has a default, and uses it for an invalid value. */
export type FiltersSchema<Filters> = z.ZodType<Filters> & { readonly shape: object };

/** A field that is missing or undefined takes its default. */
export type FilterChanges<Filters> = { [Name in keyof Filters]?: Filters[Name] | undefined };

export function readFilters<Filters>(schema: FiltersSchema<Filters>, search: string): Filters {
  return schema.parse(Object.fromEntries(new URLSearchParams(search)));
}

/** The query string, in the order of the schema, without default values. */
export function toSearch<Filters extends object>(
  schema: FiltersSchema<Filters>,
  filters: FilterChanges<Filters>,
): string {
  const defaults = new Map<string, unknown>(Object.entries(schema.parse({})));
  const values = new Map<string, unknown>(Object.entries(filters));
  const search = new URLSearchParams();
  for (const name of Object.keys(schema.shape)) {
    const value = values.get(name);
    if (value !== undefined && value !== defaults.get(name)) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The filters in the URL of a list. An invalid value counts as missing. */
export function useSearchFilters<Filters extends object>(schema: FiltersSchema<Filters>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = readFilters(schema, search);
  const hrefOf = (wanted: FilterChanges<Filters>) => pathname + toSearch(schema, wanted);
  return {
    filters,
    /** Whether a filter other than sort and page is set. */
    isFiltered: toSearch(schema, { ...filters, sort: undefined, page: undefined }) !== '',
    /** The URL of the list with these filters only. */
    hrefOf,
    /** Changes some filters, and goes to the first page unless a page is given. */
    setFilters: (changes: FilterChanges<Filters>, options?: { replace: boolean }) =>
      void navigate(hrefOf({ ...filters, page: undefined, ...changes }), options),
  };
}
