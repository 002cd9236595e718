import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, RouterProvider, useLocation } from 'react-router-dom';
import { ImagesPage } from '@/pages/admin/images-page';
import { fakeSupabase, signedInAs, type FakeRoutes } from '../../support/fake-supabase';
import { bucketRoutes, fakeUploads } from './fake-upload';

/** The page for a member, with an empty bucket unless `routes` change it. */
export function openImagesPage(routes: FakeRoutes = {}, address = '/admin/images') {
  const server = fakeSupabase({ ...signedInAs('editor'), ...bucketRoutes(), ...routes });
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
