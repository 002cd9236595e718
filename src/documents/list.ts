import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FiltersSchema } from '@/hooks/use-search-filters';
import type { Page } from '@/lib/paged-list';
import type { DocumentInput } from './fields';
import type { DocumentKind } from './kind';

export const statusLabels = { draft: 'Drafts', published: 'Published' } as const;

export type ListFilters<Sort extends string> = {
  search: string;
  status?: keyof typeof statusLabels | undefined;
  sort: Sort;
  page: number;
};

/** The staff list of a kind. */
export type DocumentList<Row, Sort extends string> = {
  /** As in '1 post' and '3 posts'. */
  noun: { one: string; many: string };
  filters: FiltersSchema<ListFilters<Sort>>;
  sortLabels: Readonly<Record<Sort, string>>;
  fetch: (filters: ListFilters<Sort>, signal: AbortSignal) => Promise<Page<Row>>;
  messages: { placeholder: string; searched: string; nothingYet: string; failed: string };
};

export const listQuery = <Input extends DocumentInput, Row, Sort extends string>(
  { key }: DocumentKind<Input>,
  { fetch }: DocumentList<Row, Sort>,
  filters: ListFilters<Sort>,
) =>
  queryOptions({
    queryKey: [...key, 'staff-list', filters],
    queryFn: ({ signal }) => fetch(filters, signal),
    placeholderData: keepPreviousData,
  });
