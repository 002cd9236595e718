import { queryOptions } from '@tanstack/react-query';
import { sourceOf } from './addresses';
import { findTarget } from './api';

export function redirectLookup(pathname: string) {
  return queryOptions({
    queryKey: ['redirects', 'lookup', sourceOf(pathname)] as const,
    queryFn: ({ signal }) => findTarget(pathname, signal),
    retry: false,
  });
}
