import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes, useLocation } from 'react-router-dom';
import { onTestFinished } from 'vitest';
import { createQueryClient } from '@/app/query-client';
import { dismiss } from '@/lib/notifications';
import { paths } from '@/lib/paths';
import { CaseStudiesPage } from '@/pages/admin/case-studies-page';
import { CaseStudyHistoryPage } from '@/pages/admin/case-study-history-page';
import { CaseStudyVersionPage } from '@/pages/admin/case-study-version-page';
import { fakeSupabase, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import { openNotice } from '../../support/notices';

export const STUDIES = 'GET /rest/v1/case_studies';
export const DELETED = 'GET /rest/v1/deleted_documents';
export const HISTORY = 'GET /rest/v1/document_revisions';
export const SAVE = 'POST /rest/v1/rpc/save_case_study';

/** Opens an address of the staff area, as an editor. */
export function openAdmin(at: string, routes: FakeRoutes) {
  const server = fakeSupabase({ ...signedInAs('editor'), ...routes });
  const client = createQueryClient();
  client.setDefaultOptions({ queries: { retry: false } });
  onTestFinished(() => {
    for (let notice = openNotice(); notice; notice = openNotice()) dismiss(notice.id);
  });
  render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[at]}>
        <Routes>
          <Route path={paths.adminCaseStudies} element={<CaseStudiesPage />} />
          <Route path={paths.adminCaseStudyHistory.pattern} element={<CaseStudyHistoryPage />} />
          <Route path={paths.adminCaseStudyVersion.pattern} element={<CaseStudyVersionPage />} />
          <Route path="*" element={<p>Somewhere else</p>} />
        </Routes>
        <Address />
      </MemoryRouter>
    </QueryClientProvider>,
  );
  return { server, user: userEvent.setup() };
}

function Address() {
  const { pathname, search } = useLocation();
  return <p data-testid="address">{pathname + search}</p>;
}

/** Where the router is now. */
export const address = () => screen.getByTestId('address').textContent;
