import { RenderedArticle } from '@/components/rendered-article';
import { SkeletonText } from '@/components/ui/skeleton';
import { postRenderer } from '@/lib/article-renderers';

/** The text of a post, sanitised on save and again before rendering. */
export function PostBody({ html }: { html: string }) {
  return (
    <RenderedArticle
      source={html}
      renderer={postRenderer}
      pending={<SkeletonText lines={7} className="max-w-measure" />}
    />
  );
}
