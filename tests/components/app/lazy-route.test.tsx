import { Suspense } from 'react';
import { act, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter, Outlet, Route, Routes } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { lazyRoute } from '@/site/lazy-route';
import { reloadOnceWhenStale } from '@/app/stale-build';

const chunkError = new TypeError('Failed to fetch dynamically imported module: /assets/about.js');

function AboutPage() {
  return <h1>About</h1>;
}

function BrokenPage(): never {
  throw new Error('x is undefined');
}

function renderAt(page: ReturnType<typeof lazyRoute>) {
  const Page = page;
  return render(
    <MemoryRouter initialEntries={['/about']}>
      <Routes>
        <Route
          element={
            <>
              <nav>
                <Link to="/">Home</Link>
                <Link to="/about">About us</Link>
              </nav>
              <Suspense fallback="Loading...">
                <Outlet />
              </Suspense>
            </>
          }
        >
          <Route path="/" element={<h1>Home</h1>} />
          <Route path="/about" element={<Page />} />
        </Route>
      </Routes>
    </MemoryRouter>,
  );
}

const hostAnswers = vi.fn<() => Promise<Response>>();

beforeEach(() => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  hostAnswers.mockReset().mockImplementation(async () => new Response(null));
  vi.stubGlobal('fetch', hostAnswers);
});

test('EB-8: a page whose chunk fails to load is a loading error, and the layout stays', async () => {
  renderAt(lazyRoute(() => Promise.reject(chunkError)));
  expect(await screen.findByRole('heading', { name: 'Loading Error' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Please check your connection');
  expect(screen.getByRole('link', { name: 'Home' })).toBeInTheDocument();
});

test('EB-12: "Try Again" requests the chunk again', async () => {
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage);
  renderAt(lazyRoute(load));
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
});

test('EB-5: a restored connection requests the chunk again', async () => {
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage);
  renderAt(lazyRoute(load));
  await screen.findByRole('heading', { name: 'Loading Error' });
  act(() => {
    window.dispatchEvent(new Event('online'));
  });
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
});

test('R-35: a restored host of the site requests the chunk again', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  hostAnswers.mockRejectedValue(new TypeError('Failed to fetch'));
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage);
  renderAt(lazyRoute(load));
  await screen.findByRole('heading', { name: 'Loading Error' });
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(hostAnswers).toHaveBeenCalledTimes(2);
  expect(load).toHaveBeenCalledOnce();
  hostAnswers.mockResolvedValue(new Response(null));
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
});

test('R-35: a chunk missing on a reachable host is not requested repeatedly', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn().mockRejectedValue(chunkError);
  renderAt(lazyRoute(load));
  await screen.findByRole('heading', { name: 'Loading Error' });
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect(load).toHaveBeenCalledOnce();
});

test('R-35: leaving and returning loads the page normally', async () => {
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage);
  renderAt(lazyRoute(load));
  await screen.findByRole('heading', { name: 'Loading Error' });
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(screen.getByRole('heading', { name: 'Home' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'About us' }));
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
});

test('EB-7: a page that fails to render is a page error, and the next page is not', async () => {
  renderAt(lazyRoute(async () => BrokenPage));
  expect(await screen.findByRole('heading', { name: 'Page Error' })).toBeInTheDocument();
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(screen.getByRole('heading', { name: 'Home' })).toBeInTheDocument();
});

test('R-35: a chunk replaced by a deploy reloads the page once, without showing an error', async () => {
  const reload = vi.fn();
  reloadOnceWhenStale(reload);
  const load = vi.fn(() => {
    // Vite dispatches this when an import fails.
    window.dispatchEvent(new Event('vite:preloadError', { cancelable: true }));
    return Promise.reject(chunkError);
  });
  renderAt(lazyRoute(load));
  await waitFor(() => expect(reload).toHaveBeenCalledOnce());
  expect(screen.getByText('Loading...')).toBeInTheDocument();
  expect(screen.queryByRole('alert')).not.toBeInTheDocument();
});
