import { useEffect, useMemo, useRef } from 'react';
import { watchArticlePictures } from '@/lib/images/article-pictures';

export type ArticleHtmlProps = {
  /** Sanitized by sanitizeHtml, and inserted unchanged. Undefined keeps the prerendered HTML. */
  html: string | undefined;
};

export function ArticleHtml({ html }: ArticleHtmlProps) {
  const article = useRef<HTMLDivElement>(null);
  const innerHtml = useMemo(() => ({ __html: html ?? '' }), [html]);
  useEffect(() => {
    if (article.current === null) return undefined;
    return watchArticlePictures(article.current);
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
