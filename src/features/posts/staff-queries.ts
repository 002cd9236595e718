import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { PostListFilters } from './list-filters';
import { blogQueries } from './queries';
import { listPostTerms, listStaffPosts } from './staff-list';

export const staffPostQueries = {
  list: (filters: PostListFilters) =>
    queryOptions({
      queryKey: [...blogQueries.all, 'staff', 'list', filters] as const,
      queryFn: ({ signal }) => listStaffPosts(filters, signal),
      placeholderData: keepPreviousData,
    }),
  terms: () =>
    queryOptions({
      queryKey: [...blogQueries.all, 'staff', 'terms'] as const,
      queryFn: ({ signal }) => listPostTerms(signal),
    }),
};
