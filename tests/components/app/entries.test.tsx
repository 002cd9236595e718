import { render, screen } from '@testing-library/react';
import { BrowserRouter, RouterProvider } from 'react-router-dom';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fakeSupabase, freshImport, json } from '../../support/fake-supabase';

function openAt(address: string) {
  history.replaceState(null, '', address);
  onTestFinished(() => history.replaceState(null, '', '/'));
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeSupabase({ 'POST /rest/v1/rpc/find_redirect': () => json(null) });
}

// jsdom reports every load of a document as an error, which fails the test.
test('the staff document at an address of the site says that nothing is there, and loads nothing', async () => {
  openAt('/admin.html');
  const { createStaffRouter } = await freshImport(() => import('@/staff/routes'));
  render(<RouterProvider router={createStaffRouter()} />);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
});

test('the site’s document at an address of the staff area says that nothing is there, and loads nothing', async () => {
  openAt('/admin/images');
  const { Site } = await freshImport(() => import('@/site/site'));
  render(<Site router={(inside) => <BrowserRouter>{inside}</BrowserRouter>} />);
  expect(await screen.findByRole('heading', { level: 1 })).toHaveTextContent('Page not found');
});
