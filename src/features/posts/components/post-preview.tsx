import { useFormContext, useWatch } from 'react-hook-form';
import { POST_WORDS_PER_MINUTE, readingMinutes } from '@contracts/words/reading-time';
import type { PostInput } from '../fields';
import { MarkdownPreview } from '@/documents/components/markdown-preview';
import { useRenderedPost } from '@/documents/use-rendered';

function useRenderedText() {
  const { control } = useFormContext<PostInput>();
  return useRenderedPost(useWatch({ control, name: 'markdown' }));
}

/** The rendered text. */
export function PostPreview() {
  return <MarkdownPreview {...useRenderedText()} />;
}

/** '412 words, 3 min read', counted as by the blog function. */
export function PostLength() {
  const { rendered } = useRenderedText();
  if (rendered === null) return null;
  const { words } = rendered;
  return (
    <span
      title={`${POST_WORDS_PER_MINUTE} words a minute`}
      className="text-small text-muted tabular-figures"
    >
      {words.toLocaleString('en')} {words === 1 ? 'word' : 'words'}, {readingMinutes(words)} min
      read
    </span>
  );
}
