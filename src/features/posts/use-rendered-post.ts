import { useDeferredValue } from 'react';
import { useQuery } from '@tanstack/react-query';

/**
 * What the text becomes, a little behind the typing. The renderer is a chunk of its own.
 *
 * @throws while rendering, what the renderer throws for a text that is at fault with nothing it knows
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
