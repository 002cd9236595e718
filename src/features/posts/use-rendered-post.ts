import { useDeferredValue } from 'react';
import { useQuery } from '@tanstack/react-query';

/**
 * The rendered text, deferred while typing. The renderer is a chunk of its own.
 *
 * @throws during rendering, unexpected errors of the renderer
 */
export function useRenderedPost(markdown: string) {
  const deferred = useDeferredValue(markdown);
  const renderer = useQuery({
    queryKey: ['post-renderer'],
    queryFn: () => import('@/lib/render-post'),
    staleTime: Infinity,
    networkMode: 'always',
  });
  return {
    rendered: renderer.data?.renderPost(deferred) ?? null,
    /** The renderer could not be downloaded. */
    hasFailed: renderer.isError,
    retry: () => void renderer.refetch(),
  };
}
