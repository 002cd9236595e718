import { useMemo } from 'react';
import { sanitizeHtml } from '@/lib/sanitize-html';

/** The article itself. It was sanitised when it was written, and is again where it is drawn. */
export function PostBody({ html }: { html: string }) {
  const safe = useMemo(() => ({ __html: sanitizeHtml(html) }), [html]);
  return <div className="reading" dangerouslySetInnerHTML={safe} />;
}
