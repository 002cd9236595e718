import { useEffect, useMemo, useRef } from 'react';
import { watchArticlePictures } from '@/lib/images/article-pictures';
import { handleVideoPress } from '@/lib/video-press';

export type ArticleHtmlProps = {
  /** Sanitized by sanitizeHtml, and inserted unchanged. Undefined keeps the prerendered HTML. */
  html: string | undefined;
};

export function ArticleHtml({ html }: ArticleHtmlProps) {
  const article = useRef<HTMLDivElement>(null);
  const innerHtml = useMemo(() => ({ __html: html ?? '' }), [html]);
  useEffect(() => {
    const element = article.current;
    if (element === null) return undefined;
    const stopWatching = watchArticlePictures(element);
    element.addEventListener('click', handleVideoPress);
    return () => {
      stopWatching();
      element.removeEventListener('click', handleVideoPress);
    };
  }, [html]);
  return (
    <div
      ref={article}
      className="reading"
      dangerouslySetInnerHTML={innerHtml}
      suppressHydrationWarning={html === undefined}
    />
  );
}
