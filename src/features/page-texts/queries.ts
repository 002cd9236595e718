import { queryOptions } from '@tanstack/react-query';
import { PAGE_TEXTS_KEY } from './kind';
import { listPages } from './staff-api';
import { OF_NOW } from '@/lib/of-now';

export const pageTextsQueries = {
  pages: () =>
    queryOptions({
      ...OF_NOW,
      queryKey: [...PAGE_TEXTS_KEY, 'pages'],
      queryFn: ({ signal }) => listPages(signal),
    }),
};
