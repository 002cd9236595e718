import { useQuery } from '@tanstack/react-query';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { Badge } from '@/components/ui/badge';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import { site } from '@/content/site';
import { describeWaitingChanges } from '@/documents/publication';
import { documentQueries } from '@/documents/queries';
import type { WaitingChanges } from '@/documents/staff-api';
import { DeployLine } from '@/features/deploys/deploy-line';
import { PAGE_GROUPS, pageInfos, pageTextsKind, TEXT_PAGES } from '@/features/page-texts/kind';
import { pageTextsQueries } from '@/features/page-texts/queries';
import type { ListedPage } from '@/features/page-texts/staff-api';
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
          <div className="grid gap-10">
            {PAGE_GROUPS.map((group) => (
              <section key={group}>
                <h2 className="mb-3 sans-heading text-h4">{group}</h2>
                <ul aria-label={group} className="grid wide:grid-cols-2 wide:gap-x-12">
                  {TEXT_PAGES.filter((page) => pageInfos[page].group === group).flatMap((page) => {
                    const row = rows.find((one) => one.page === page);
                    const changes = waiting?.find(({ documentId }) => documentId === row?.id);
                    return row ? <PageRow key={page} {...{ page, row, changes }} /> : [];
                  })}
                </ul>
              </section>
            ))}
          </div>
        )}
      </QueryView>
    </AdminPage>
  );
}

type PageRowProps = {
  page: ListedPage['page'];
  row: ListedPage;
  changes: WaitingChanges | undefined;
};

function PageRow({ page, row, changes }: PageRowProps) {
  const { title, description } = pageInfos[page];
  return (
    <li className="relative flex items-center gap-x-4 border-t border-line py-3 hover:bg-sunken">
      <div className="min-w-0 grow">
        <Link
          to={paths.adminSiteEdit.to(row.id)}
          className="rounded-control font-semibold after:absolute after:inset-0"
        >
          {title}
        </Link>
        <p className="text-small text-muted">{description}</p>
      </div>
      {changes ? (
        <Badge tone="warning">{describeWaitingChanges(changes)}</Badge>
      ) : (
        row.savedAt !== null && (
          <p className="text-end text-small text-muted">Published {momentOf(row.savedAt)}</p>
        )
      )}
      <ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
    </li>
  );
}
