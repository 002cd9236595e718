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
};

export function MarkdownPreview({ rendered, hasFailed, retry }: MarkdownPreviewProps) {
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
  return <ArticleHtml html={rendered.html} />;
}
