import { useLocation, useNavigate } from 'react-router-dom';
import { z } from 'zod';
import { SEARCH_MAX } from '@/lib/constants';

const LAST_PAGE = 100_000;

/** Words to look for, '' for none. Too many are cut. */
export const searchWords = z
  .string()
  .transform((words) => words.trim().slice(0, SEARCH_MAX).trim())
  .catch('');

export const pageNumber = z.coerce.number().int().min(1).max(LAST_PAGE).catch(1);

/** One of these, or none. */
export const optionalChoice = <const Choices extends readonly string[]>(choices: Choices) =>
  z.enum(choices).optional().catch(undefined);

/** Every field has a default or is optional, and catches what does not fit. */
export type FiltersSchema<Filters> = z.ZodType<Filters> & { readonly shape: object };

/** What is left out, or undefined, is as in an address without a query. */
export type FilterChanges<Filters> = { [Name in keyof Filters]?: Filters[Name] | undefined };

export function readFilters<Filters>(schema: FiltersSchema<Filters>, search: string): Filters {
  return schema.parse(Object.fromEntries(new URLSearchParams(search)));
}

/** The query of an address, in the order of the schema, without what is as usual. */
export function toSearch<Filters extends object>(
  schema: FiltersSchema<Filters>,
  filters: FilterChanges<Filters>,
): string {
  const usual = new Map<string, unknown>(Object.entries(schema.parse({})));
  const values = new Map<string, unknown>(Object.entries(filters));
  const search = new URLSearchParams();
  for (const name of Object.keys(schema.shape)) {
    const value = values.get(name);
    if (value !== undefined && value !== usual.get(name)) search.set(name, String(value));
  }
  return search.size === 0 ? '' : `?${search}`;
}

/** The filters in the address of a list. What does not fit the schema is as if it were not there. */
export function useSearchFilters<Filters extends object>(schema: FiltersSchema<Filters>) {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const filters = readFilters(schema, search);
  const hrefOf = (wanted: FilterChanges<Filters>) => pathname + toSearch(schema, wanted);
  return {
    filters,
    /** Whether some rows may be left out. */
    isFiltered: toSearch(schema, { ...filters, sort: undefined, page: undefined }) !== '',
    /** The same list under these filters and no others. */
    hrefOf,
    /** From the first page on, unless one is named. */
    setFilters: (changes: FilterChanges<Filters>, options?: { replace: boolean }) =>
      void navigate(hrefOf({ ...filters, page: undefined, ...changes }), options),
  };
}
