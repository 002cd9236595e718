import { useContext, type ReactNode } from 'react';
import { QueryClientContext, QueryClientProvider, type QueryClient } from '@tanstack/react-query';
import { createQueryClient } from '@/app/query-client';
import type { Page } from './lazy-route';
import { takeOverPageData } from './prerendered-page';

let ownClient: QueryClient | undefined;

/** The query client of this tab, filled with the data of the prerendered page. */
export function getOwnClient(): QueryClient {
  if (!ownClient) {
    ownClient = createQueryClient();
    takeOverPageData(ownClient);
  }
  return ownClient;
}

/** Gives pages that query the backend a client. The build provides one per page. */
export function DataProvider({ children }: { children: ReactNode }) {
  const given = useContext(QueryClientContext);
  if (given) return children;
  return <QueryClientProvider client={getOwnClient()}>{children}</QueryClientProvider>;
}

export function withData(Page: Page): Page {
  function PageWithData() {
    return (
      <DataProvider>
        <Page />
      </DataProvider>
    );
  }
  return Object.assign(PageWithData, { prepare: Page.prepare });
}
