import { useDeferredValue, useEffect, useState } from 'react';
import { useQuery } from '@tanstack/react-query';

/** Each is a chunk of its own. */
const renderers = {
  post: async () => (await import('@/lib/render-post')).renderPost,
  part: async () => (await import('@/lib/render-part')).renderPart,
};

/** The rendered text of a post, see `useRendered`. */
export const useRenderedPost = (markdown: string) => useRendered('post', renderers.post, markdown);

/** The rendered part of a case study, see `useRendered`. */
export const useRenderedPart = (markdown: string) => useRendered('part', renderers.part, markdown);

/**
 * The rendered text, deferred while typing.
 *
 * @throws during rendering, unexpected errors of the renderer
 */
function useRendered<Rendered>(
  name: keyof typeof renderers,
  load: () => Promise<(markdown: string) => Rendered>,
  markdown: string,
) {
  const deferred = useDeferredValue(useSettled(markdown));
  const renderer = useQuery({
    queryKey: ['renderer', name],
    queryFn: load,
    staleTime: Infinity,
    networkMode: 'always',
  });
  return {
    rendered: renderer.data?.(deferred) ?? null,
    /** The renderer could not be downloaded. */
    hasFailed: renderer.isError,
    retry: () => void renderer.refetch(),
  };
}

/** Rendering so many characters takes longer than a frame. */
const LONG_TEXT = 20_000;
const PAUSE_MS = 400;

/** A long text follows when typing pauses. */
function useSettled(markdown: string): string {
  const [settled, setSettled] = useState(markdown);
  const isLong = markdown.length > LONG_TEXT;
  useEffect(() => {
    if (!isLong) return undefined;
    const timer = setTimeout(() => setSettled(markdown), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [markdown, isLong]);
  return isLong ? settled : markdown;
}
