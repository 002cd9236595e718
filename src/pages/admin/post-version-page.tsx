import { useQuery } from '@tanstack/react-query';
import { SkeletonText } from '@/components/ui/skeleton';
import type { Revision } from '@/documents/kind';
import { imageQueries } from '@/features/media/queries';
import { PostView } from '@/features/posts/components/post-view';
import type { PostInput } from '@/features/posts/fields';
import { postKind } from '@/features/posts/kind';
import { toPreviewPost } from '@/features/posts/preview';
import { useRenderedPost } from '@/documents/use-rendered';
import { DocumentVersionPage } from './document-version-page';

export function PostVersionPage() {
  return (
    <DocumentVersionPage kind={postKind}>
      {(revision) => <PostVersion revision={revision} />}
    </DocumentVersionPage>
  );
}

function PostVersion({ revision: { input, savedAt } }: { revision: Revision<PostInput> }) {
  const { data: facts = {} } = useQuery(imageQueries.facts());
  const { rendered } = useRenderedPost(input.markdown);
  if (!rendered) return <SkeletonText lines={6} className="mx-auto max-w-measure py-section" />;
  const post = toPreviewPost(input, rendered, savedAt, facts);
  return <PostView post={post} related={[]} newer={undefined} older={undefined} />;
}
