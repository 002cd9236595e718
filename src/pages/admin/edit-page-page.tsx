import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { matchPath, Navigate, useParams } from 'react-router-dom';
import { Spinner } from '@/components/ui/spinner';
import { caseStudyQueries } from '@/features/case-studies/queries';
import { pageInfos, TEXT_PAGES } from '@/features/page-texts/kind';
import { pageTextsQueries } from '@/features/page-texts/queries';
import { blogQueries } from '@/features/posts/queries';
import { paths } from '@/lib/paths';

/** Leads from the address of a public page to the editor of what it shows. */
export function EditPagePage() {
  const { '*': rest = '' } = useParams();
  const path = `/${rest}`.replace(/\/+$/, '') || paths.home;
  const found = useQuery(useEditorOf(path));
  if (found.isPending) {
    return <Spinner label="Loading page..." className="min-h-svh justify-center" />;
  }
  return <Navigate to={found.data ?? paths.adminSite} replace />;
}

/** The address of the editor; of the list of pages where there is none. */
function useEditorOf(path: string) {
  const queryClient = useQueryClient();
  return queryOptions({
    queryKey: ['editor-of', path],
    queryFn: async () => {
      const study = matchPath(paths.project.pattern, path)?.params.id;
      if (study !== undefined) {
        const { id } = await queryClient.fetchQuery(caseStudyQueries.published(study));
        return paths.adminCaseStudyEdit.to(id);
      }
      const post = matchPath(paths.post.pattern, path)?.params.id;
      if (post !== undefined) {
        const { id } = await queryClient.fetchQuery(blogQueries.published(post));
        return paths.adminPostEdit.to(id);
      }
      const rows = await queryClient.fetchQuery(pageTextsQueries.pages());
      // Several parts of the site may stand on one page: the first is the page itself.
      const page = TEXT_PAGES.find((one) => pageInfos[one].path === path);
      const row = rows.find((one) => one.page === page);
      return row ? paths.adminSiteEdit.to(row.id) : paths.adminSite;
    },
    retry: false,
  });
}
