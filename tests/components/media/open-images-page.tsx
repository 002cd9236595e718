import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { ImagesPage } from '@/pages/admin/images-page';
import { fakeSupabase, json, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import { bucketRoutes, fakeUploads } from './fake-upload';

/** What the figures of the dashboard read. */
const nothingWaits: FakeRoutes = {
  'GET /rest/v1/case_studies': () => json([]),
  'GET /rest/v1/blog_posts': () => json([]),
  'POST /rest/v1/rpc/site_health': () =>
    json({
      ...{ schema_version: null, failed_mails: [], csp_reports: [], owners_without_factor: [] },
      bucket: null,
    }),
  'POST /rest/v1/rpc/audit_security_policies': () => json([]),
  'GET /build.json': () => json(null, 404),
};

/** The page for a member, with an empty bucket unless `routes` change it. */
export function openImagesPage(routes: FakeRoutes = {}, address = '/admin/images') {
  const server = fakeSupabase({
    ...signedInAs('editor'),
    ...nothingWaits,
    ...bucketRoutes(),
    ...routes,
  });
  const uploads = fakeUploads();
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const at = { current: '' };
  function Address() {
    const { pathname, search } = useLocation();
    at.current = pathname + search;
    return null;
  }
  const page = (
    <>
      <ImagesPage />
      <Address />
    </>
  );
  const router = createMemoryRouter([{ path: '*', element: page }], { initialEntries: [address] });
  const { unmount } = render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  );
  return {
    server,
    uploads,
    leave: unmount,
    user: userEvent.setup({ applyAccept: false }),
    address: () => at.current,
  };
}
