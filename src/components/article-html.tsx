import { useEffect, useMemo, useRef } from 'react';
import { watchArticlePictures } from '@/lib/images/article-pictures';

export type ArticleHtmlProps = {
  /** As sanitizeHtml gives it: it is drawn as it is. Without it, what the page was served with stays. */
  html: string | undefined;
};

export function ArticleHtml({ html }: ArticleHtmlProps) {
  const article = useRef<HTMLDivElement>(null);
  const drawn = useMemo(() => ({ __html: html ?? '' }), [html]);
  useEffect(() => {
    if (article.current === null) return undefined;
    return watchArticlePictures(article.current);
  }, [html]);
  return (
    <div
      ref={article}
      className="reading"
      dangerouslySetInnerHTML={drawn}
      suppressHydrationWarning={html === undefined}
    />
  );
}
