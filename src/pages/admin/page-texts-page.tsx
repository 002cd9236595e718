import type { ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useParams } from 'react-router-dom';
import { AdminPage } from '@/components/layout/admin-page';
import { EmptyState } from '@/components/ui/empty-state';
import { QueryView } from '@/components/ui/query-view';
import { Spinner } from '@/components/ui/spinner';
import { pageTextsKind, type PageTextsKind } from '@/features/page-texts/kind';
import { pageTextsQueries } from '@/features/page-texts/queries';
import { paths } from '@/lib/paths';

/** Finds the page of an id of `page_texts`. */
export function PageTextsPage({ children }: { children: (kind: PageTextsKind) => ReactNode }) {
  const { id = '' } = useParams();
  const pages = useQuery(pageTextsQueries.pages());
  const page = pages.data?.find((row) => row.id === id)?.page;
  if (page) return children(pageTextsKind(page));
  return (
    <AdminPage title="Site" backLink={{ label: 'Back to the pages', to: paths.adminSite }}>
      <QueryView
        query={pages}
        errorTitle="Failed to load the pages"
        pending={<Spinner label="Loading page..." />}
        isEmpty={() => true}
        empty={<EmptyState title="No such page" description="" />}
      >
        {() => null}
      </QueryView>
    </AdminPage>
  );
}
