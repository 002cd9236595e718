import { queryOptions } from '@tanstack/react-query';
import { PAGE_TEXTS_KEY } from './kind';
import { listPages } from './staff-api';

export const pageTextsQueries = {
  pages: () =>
    queryOptions({
      queryKey: [...PAGE_TEXTS_KEY, 'pages'],
      queryFn: ({ signal }) => listPages(signal),
    }),
};
