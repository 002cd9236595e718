import { postKind, toCopy } from '@/features/posts/kind';
import { postList } from '@/features/posts/list';
import { StaffPostSkeleton, StaffPostTable } from '@/features/posts/components/staff-post-table';
import { useRedirectOffer } from '@/features/redirects/use-redirect-offer';
import { paths } from '@/lib/paths';
import { DocumentListPage } from './document-list-page';

export function PostsPage() {
  const redirectOffer = useRedirectOffer();
  return (
    <DocumentListPage
      kind={postKind}
      list={postList}
      toCopy={toCopy}
      newLink={{ label: 'Write a post', to: paths.adminPostNew }}
      skeleton={<StaffPostSkeleton />}
    >
      {(posts, shared) => (
        <StaffPostTable posts={posts} redirectOffer={redirectOffer} {...shared} />
      )}
    </DocumentListPage>
  );
}
