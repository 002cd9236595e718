import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { FiltersSchema } from '@/hooks/use-search-filters';
import type { Page } from '@/lib/paged-list';
import type { DocumentInput } from './fields';
import type { DocumentKind } from './kind';
import { OF_NOW } from '@/lib/of-now';

export type ListFilters<Status extends string, Sort extends string> = {
  search: string;
  status?: Status | undefined;
  sort: Sort;
  page: number;
};

/** The staff list of a kind. */
export type DocumentList<Row, Status extends string, Sort extends string> = {
  /** As in '1 post' and '3 posts'. */
  noun: { one: string; many: string };
  filters: FiltersSchema<ListFilters<Status, Sort>>;
  statusLabels: Readonly<Record<Status, string>>;
  sortLabels: Readonly<Record<Sort, string>>;
  fetch: (filters: ListFilters<Status, Sort>, signal: AbortSignal) => Promise<Page<Row>>;
  messages: { placeholder: string; searched: string; nothingYet: string; failed: string };
};

export const listQuery = <
  Input extends DocumentInput,
  Row,
  Status extends string,
  Sort extends string,
>(
  { key }: DocumentKind<Input>,
  { fetch }: DocumentList<Row, Status, Sort>,
  filters: ListFilters<Status, Sort>,
) =>
  queryOptions({
    ...OF_NOW,
    queryKey: [...key, 'staff-list', filters],
    queryFn: ({ signal }) => fetch(filters, signal),
    placeholderData: keepPreviousData,
  });
