import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useConnectionAtMount } from '@/hooks/use-connection-at-mount';
import { useIsHydrating } from '@/hooks/use-is-hydrating';
import type { ArticleRenderer } from '@/lib/article-renderers';
import { ArticleHtml } from './article-html';

export type RenderedArticleProps = {
  source: string;
  renderer: ArticleRenderer;
  /** While the renderer is being downloaded. */
  pending: ReactNode;
  /** If it cannot be downloaded or refuses the text. Without it, a failed download is thrown. */
  fallback?: ReactNode;
};

/** Renders in the browser; prerendered HTML stays in the page until its source changes. */
export function RenderedArticle({ source, renderer, pending, fallback }: RenderedArticleProps) {
  const isHydrating = useIsHydrating();
  const connection = useConnectionAtMount();
  const [served, setServed] = useState(isHydrating && !import.meta.env.SSR ? source : null);
  const { render, failure } = useRenderer(renderer, source !== served);
  if (render && served !== null && served !== source) setServed(null);

  const isServed = served !== null;
  const html = useMemo(
    () => (isServed ? undefined : render?.(source, connection)),
    [isServed, render, source, connection],
  );
  if (html === null) return fallback;
  if (isServed || html !== undefined) return <ArticleHtml html={html} />;
  if (!failure) return <div aria-busy="true">{pending}</div>;
  if (fallback === undefined) throw failure.error;
  return fallback;
}

function useRenderer(renderer: ArticleRenderer, isNeeded: boolean) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [, setIsLoaded] = useState(false);
  const render = renderer.get();
  const isMissing = isNeeded && !render;
  useEffect(() => {
    if (!isMissing) return;
    let isUnmounted = false;
    renderer.load().then(
      () => !isUnmounted && setIsLoaded(true),
      (error: unknown) => !isUnmounted && setFailure({ error }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [isMissing, renderer]);
  return { render, failure };
}
