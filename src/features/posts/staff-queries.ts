import { queryOptions } from '@tanstack/react-query';
import { blogQueries } from './queries';
import { listPostTerms } from './staff-api';

export const staffPostQueries = {
  terms: () =>
    queryOptions({
      queryKey: [...blogQueries.all, 'staff', 'terms'] as const,
      queryFn: ({ signal }) => listPostTerms(signal),
    }),
};
