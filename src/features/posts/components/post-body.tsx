import { useEffect, useMemo, useState } from 'react';
import { ArticleHtml } from '@/components/article-html';
import { SkeletonText } from '@/components/ui/skeleton';
import { useConnectionAtMount } from '@/hooks/use-connection-at-mount';
import { useIsHydrating } from '@/hooks/use-is-hydrating';
import { getSanitizer, loadSanitizer } from '@/lib/load-sanitizer';

/**
 * The text of a post, sanitised on save and again before rendering. Prerendered HTML stays in the page
 * until the text changes.
 */
export function PostBody({ html }: { html: string }) {
  const isHydrating = useIsHydrating();
  const connection = useConnectionAtMount();
  const [served, setServed] = useState(isHydrating && !import.meta.env.SSR ? html : null);
  const { sanitize, failure } = useSanitizer(html !== served);
  if (sanitize && served !== null && served !== html) setServed(null);

  const isServed = served !== null;
  const safe = useMemo(
    () => (isServed ? undefined : sanitize?.(html, connection)),
    [isServed, sanitize, html, connection],
  );
  if (isServed || safe !== undefined) return <ArticleHtml html={safe} />;
  if (failure) throw failure.error;
  return (
    <div aria-busy="true">
      <SkeletonText lines={7} className="max-w-measure" />
    </div>
  );
}

function useSanitizer(isNeeded: boolean) {
  const [failure, setFailure] = useState<{ error: unknown } | null>(null);
  const [, setIsLoaded] = useState(false);
  const sanitize = getSanitizer();
  const isMissing = isNeeded && !sanitize;
  useEffect(() => {
    if (!isMissing) return;
    let isUnmounted = false;
    loadSanitizer().then(
      () => !isUnmounted && setIsLoaded(true),
      (error: unknown) => !isUnmounted && setFailure({ error }),
    );
    return () => {
      isUnmounted = true;
    };
  }, [isMissing]);
  return { sanitize, failure };
}
