import { useMemo } from 'react';
import { ArticleHtml } from '@/components/article-html';
import { useConnectionAtMount } from '@/hooks/use-connection-at-mount';
import { sanitizeHtml } from '@/lib/sanitize-html';

/** The article itself. It was sanitised when it was written, and is again where it is drawn. */
export function PostBody({ html }: { html: string }) {
  const connection = useConnectionAtMount();
  const safe = useMemo(() => sanitizeHtml(html, connection), [html, connection]);
  return <ArticleHtml html={safe} />;
}
