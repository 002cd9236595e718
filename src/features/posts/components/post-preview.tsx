import { useFormContext, useWatch } from 'react-hook-form';
import { RotateCw } from 'lucide-react';
import { POST_WORDS_PER_MINUTE, readingMinutes } from '@contracts/blog';
import { ArticleHtml } from '@/components/article-html';
import { Alert } from '@/components/ui/alert';
import { Button } from '@/components/ui/button';
import { SkeletonText } from '@/components/ui/skeleton';
import type { PostInput } from '../fields';
import { useRenderedPost } from '../use-rendered-post';

function useRenderedText() {
  const { control } = useFormContext<PostInput>();
  return useRenderedPost(useWatch({ control, name: 'markdown' }));
}

/** The rendered text. */
export function PostPreview() {
  const { rendered, hasFailed, retry } = useRenderedText();
  const html = rendered?.html ?? '';
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
  if (html === '') {
    return <p className="text-base text-muted">What you write appears here as visitors see it.</p>;
  }
  return <ArticleHtml html={html} />;
}

/** '412 words, 3 min read', counted as by the blog function. */
export function PostLength() {
  const { rendered } = useRenderedText();
  if (rendered === null) return null;
  const { words } = rendered;
  return (
    <span
      title={`${POST_WORDS_PER_MINUTE} words a minute`}
      className="text-small text-muted tabular-nums"
    >
      {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'}, {readingMinutes(words)} min
      read
    </span>
  );
}
