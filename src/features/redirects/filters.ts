import { z } from 'zod';
import { pageNumber, searchWords } from '@/hooks/use-search-filters';

export const redirectFilters = z.object({ search: searchWords, page: pageNumber });
export type RedirectFilters = z.infer<typeof redirectFilters>;
