import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter, Route, Routes } from 'react-router-dom';
import { afterEach, expect, test, vi } from 'vitest';
import { initialAppState, setAppState } from '@/lib/app-state';
import { NotFoundPage } from '@/pages/public/not-found-page';
import { fakeSupabase, json } from '../../support/fake-supabase';

afterEach(() => setAppState(initialAppState));

/** At an address without a redirect. */
async function open(address: string) {
  const log = vi.spyOn(console, 'warn').mockImplementation(() => {});
  fakeSupabase({ 'POST /rest/v1/rpc/find_redirect': () => json(null) });
  render(
    <QueryClientProvider client={new QueryClient()}>
      <MemoryRouter initialEntries={[address]}>
        <Routes>
          <Route path="/" element={<h1>Home</h1>} />
          <Route path="*" element={<NotFoundPage />} />
        </Routes>
      </MemoryRouter>
    </QueryClientProvider>,
  );
  await screen.findByText('404');
  return { log };
}

test('NF-1, NF-2: it shows 404 and an explanation, with its own drawing', async () => {
  await open('/no/such/page');
  expect(screen.getByText('404')).toBeInTheDocument();
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Oops! Page not found$/);
  const drawing = document.querySelector<HTMLElement>('.scene:not(.hero-scene)');
  expect(drawing?.style.getPropertyValue('--day')).toBe('url(/scenes/lost.svg)');
});

test('NF-3: "Return to Home" links to the home page', async () => {
  await open('/no/such/page');
  await userEvent.click(screen.getByRole('link', { name: 'Return to Home' }));
  expect(screen.getByRole('heading', { name: 'Home' })).toBeInTheDocument();
});

test.for([
  ['Projects', '/projects'],
  ['Contact', '/contact'],
])('%s is offered as well', async ([name = '', href = '']) => {
  await open('/no/such/page');
  expect(screen.getByRole('link', { name })).toHaveAttribute('href', href);
});

test('NF-4, R-32: the unknown path is logged, never its query or hash', async () => {
  const { log } = await open('/no/such/page?token=secret#secret');
  expect(log.mock.calls).toEqual([['404: no page at /no/such/page']]);
});

test('R-32: the page is noindex', async () => {
  await open('/no/such/page');
  expect(document.head.querySelector('meta[name="robots"]')).toHaveAttribute(
    'content',
    expect.stringContaining('noindex'),
  );
});

test('SHELL-19: it leads back to the page before', async () => {
  setAppState({ lastVisitedPage: '/blog/alt-text' });
  await open('/no/such/page');
  expect(screen.getByRole('link', { name: 'Continue where you were' })).toHaveAttribute(
    'href',
    '/blog/alt-text',
  );
});

test.for(['/', '/no/such/page', '//other.example/'])(
  'SHELL-19: it offers no way back to %s',
  async (lastVisitedPage) => {
    setAppState({ lastVisitedPage });
    await open('/no/such/page');
    expect(screen.queryByRole('link', { name: 'Continue where you were' })).not.toBeInTheDocument();
  },
);
