import { useLayoutEffect, useRef } from 'react';
import { RotateCw } from 'lucide-react';
import { ArticleHtml } from '@/components/article-html';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { SkeletonText } from '@/components/ui/skeleton';

export type MarkdownPreviewProps = {
  /** Null while the renderer is being downloaded. */
  rendered: { html: string; problem: string | null } | null;
  /** The renderer could not be downloaded. */
  hasFailed: boolean;
  retry: () => void;
  /** By how many levels its headings are lower for screen readers than on the page. */
  lowerBy?: number;
};

export function MarkdownPreview({ rendered, hasFailed, retry, lowerBy = 0 }: MarkdownPreviewProps) {
  if (hasFailed) {
    return (
      <Alert
        kind="warning"
        title="The preview could not be loaded"
        action={
          <Button size="small" icon={<RotateCw aria-hidden="true" />} onClick={retry}>
            Try again
          </Button>
        }
      >
        Writing and saving work without it.
      </Alert>
    );
  }
  if (rendered === null) return <SkeletonText lines={6} />;
  if (rendered.problem !== null) {
    return (
      <Alert kind="warning" title="This text cannot be published as it is">
        {rendered.problem}.
      </Alert>
    );
  }
  if (rendered.html === '') {
    return <p className="text-base text-muted">What you write appears here as visitors see it.</p>;
  }
  return lowerBy === 0 ? (
    <ArticleHtml html={rendered.html} />
  ) : (
    <LoweredArticle html={rendered.html} lowerBy={lowerBy} />
  );
}

function LoweredArticle({ html, lowerBy }: { html: string; lowerBy: number }) {
  const article = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    for (const heading of article.current?.querySelectorAll('h2, h3, h4, h5, h6') ?? []) {
      heading.setAttribute('aria-level', String(Number(heading.localName.slice(1)) + lowerBy));
    }
  }, [html, lowerBy]);
  return (
    <div ref={article}>
      <ArticleHtml html={html} />
    </div>
  );
}
