import { useEffect, useRef } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { site } from '@/content/site';
import { DeletedDocuments } from '@/documents/components/deleted-documents';
import { postKind } from '@/features/posts/kind';
import { StaffPostFilters } from '@/features/posts/components/staff-post-filters';
import { NewPostLink, StaffPostList } from '@/features/posts/components/staff-post-list';
import {
  isFiltered,
  listHref,
  readFilters,
  type PostListFilters,
} from '@/features/posts/list-filters';
import { staffPostQueries } from '@/features/posts/staff-queries';
import { DeployLine } from '@/features/deploys/deploy-line';
import { useRedirectOffer } from '@/features/redirects/use-redirect-offer';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

export function PostsPage() {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const filters = readFilters(search);
  const posts = useQuery(staffPostQueries.list(filters));
  const list = useFocusOnChange(filters.page);
  const redirectOffer = useRedirectOffer();
  useDocumentMeta({ title: `Blog posts · ${site.name}`, description: '', noindex: true });
  // The rows of other filters stay on screen while those of these are fetched.
  const mayLackRows = isFiltered(filters) || posts.isPlaceholderData;
  const isBlank = posts.data?.total === 0 && !mayLackRows;

  const change = (next: Partial<PostListFilters>, options?: { replace: boolean }) =>
    void navigate(listHref({ ...filters, page: 1, ...next }), options);

  return (
    <AdminPage
      title="Blog posts"
      status={
        <>
          <p aria-live="polite" className="text-small text-muted">
            {posts.data && !isBlank && describeCount(posts.data.total, isFiltered(filters))}
          </p>
          <p aria-live="polite" className="empty:hidden">
            <DeployLine />
          </p>
        </>
      }
      actions={isBlank ? undefined : <NewPostLink />}
    >
      {!isBlank && (
        <StaffPostFilters
          filters={filters}
          onSearch={(words) => change({ search: words }, { replace: true })}
          onChange={change}
        />
      )}
      <section
        ref={list}
        aria-label="List of posts"
        tabIndex={-1}
        aria-busy={posts.isPlaceholderData}
        className="scroll-mt-24 outline-none"
      >
        <StaffPostList
          query={posts}
          isFiltered={mayLackRows}
          hrefToPage={(page) => listHref({ ...filters, page })}
          onClearFilters={() => change({ search: undefined, status: undefined })}
          onDuplicated={(id) => void navigate(paths.adminPostEdit.to(id))}
          redirectOffer={redirectOffer}
        />
      </section>
      <DeletedDocuments kind={postKind} />
    </AdminPage>
  );
}

function describeCount(total: number, isFound: boolean): string {
  const number = total.toLocaleString('en');
  if (isFound) return `${number} found`;
  return `${number} ${total === 1 ? 'post' : 'posts'}`;
}

/** Brings the reader to the top of the list when another page of it was asked for. */
function useFocusOnChange(page: number) {
  const element = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    element.current?.focus();
  }, [page]);
  return element;
}
