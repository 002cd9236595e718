import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { Badge } from '@/components/ui/badge';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import { describeChanges } from '@/documents/publication';
import { documentQueries } from '@/documents/queries';
import { DeployLine } from '@/features/deploys/deploy-line';
import { pageInfos, pageTextsKind, TEXT_PAGES } from '@/features/page-texts/kind';
import { pageTextsQueries } from '@/features/page-texts/queries';
import { momentOf } from '@/lib/moment';
import { paths } from '@/lib/paths';
import { useDocumentMeta } from '@/lib/seo';

/** The pages whose texts staff can change. */
export function SitePage() {
  useDocumentMeta({ title: `Site · ${site.name}`, description: '', noindex: true });
  const pages = useQuery(pageTextsQueries.pages());
  const { data: waiting } = useQuery(documentQueries.waitingChanges(pageTextsKind('home')));
  return (
    <AdminPage
      title="Site"
      description="The words, people, offices and services of the website. Visitors read changes once you publish them."
      status={
        <p aria-live="polite" className="empty:hidden">
          <DeployLine />
        </p>
      }
    >
      <QueryView
        query={pages}
        errorTitle="Failed to load the pages"
        pending={<Spinner label="Loading pages..." />}
      >
        {(rows) => (
          <ul aria-label="Pages" className="border-b border-line">
            {TEXT_PAGES.flatMap((page) => {
              const row = rows.find((one) => one.page === page);
              if (!row) return [];
              const changes = waiting?.find(({ documentId }) => documentId === row.id);
              return (
                <li
                  key={page}
                  className="relative flex flex-wrap items-center gap-x-6 gap-y-1 border-t border-line py-4 hover:bg-sunken"
                >
                  <div className="min-w-0 grow basis-64">
                    <Link
                      to={paths.adminSiteEdit.to(row.id)}
                      className="rounded-control font-semibold after:absolute after:inset-0"
                    >
                      {pageInfos[page].title}
                    </Link>
                    <p className="text-small text-muted">{pageInfos[page].description}</p>
                  </div>
                  {changes && <Badge tone="warning">{describeChanges(changes)}</Badge>}
                  {row.savedAt !== null && (
                    <p className="text-small text-muted">Published {momentOf(row.savedAt)}</p>
                  )}
                  <ChevronRight aria-hidden="true" className="size-5 text-muted" />
                </li>
              );
            })}
          </ul>
        )}
      </QueryView>
    </AdminPage>
  );
}
