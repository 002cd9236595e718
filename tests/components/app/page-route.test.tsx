import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { getSnapshot } from '@/lib/notifications';
import { loadedBy } from '@/staff/page-route';

const chunkError = new TypeError('Failed to fetch dynamically imported module: /assets/about.js');

let broken = false;

function AboutPage() {
  if (broken) throw new Error('x is undefined');
  return <h1>About</h1>;
}

function Layout() {
  return (
    <>
      <nav>
        <Link to="/">Home</Link>
        <Link to="/about">About us</Link>
        <Link to="/about?page=2">Page 2</Link>
      </nav>
      <Outlet />
    </>
  );
}

function renderAt(load: () => Promise<typeof AboutPage>, address = '/about') {
  const children = [
    { path: '/', element: <h1>Home</h1> },
    { path: '/about', ...loadedBy(load) },
  ];
  const router = createMemoryRouter([{ element: <Layout />, children }], {
    initialEntries: [address],
  });
  render(<RouterProvider router={router} />);
}

const hostAnswers = vi.fn<() => Promise<Response>>();
const openNotices = () => getSnapshot().filter(({ open }) => open);

beforeEach(() => {
  broken = false;
  vi.spyOn(console, 'error').mockImplementation(() => {});
  hostAnswers.mockReset().mockImplementation(async () => new Response(null));
  vi.stubGlobal('fetch', hostAnswers);
});

test('EB-8: a staff page whose chunk fails to load is a loading error, and the layout stays', async () => {
  renderAt(() => Promise.reject(chunkError));
  expect(await screen.findByRole('heading', { name: 'Loading Error' })).toBeInTheDocument();
  expect(screen.getByRole('alert')).toHaveTextContent('Please check your connection');
  expect(screen.getByRole('link', { name: 'Home' })).toBeInTheDocument();
});

test('EB-12: "Try Again" requests the chunk again and reads "Retrying..." meanwhile', async () => {
  let arrive: (Page: typeof AboutPage) => void = () => {};
  const again = new Promise<typeof AboutPage>((resolve) => (arrive = resolve));
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockReturnValue(again);
  renderAt(load);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  expect(screen.getByRole('button', { name: 'Retrying...' })).toBeDisabled();
  expect(openNotices()).toHaveLength(1);
  await act(async () => arrive(AboutPage));
  expect(screen.getByRole('heading', { name: 'About' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(2);
  expect(openNotices()).toEqual([]);
});

test('a retry that succeeds renders nothing of the failure again', async () => {
  const recovered = vi.fn((event: ErrorEvent) => event.preventDefault());
  window.addEventListener('error', recovered);
  onTestFinished(() => window.removeEventListener('error', recovered));
  // React has ten lanes for transitions, and renders the update in the lowest first.
  for (let lane = 0; lane < 10; lane += 1) {
    renderAt(vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage));
    await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
    expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
    cleanup();
  }
  expect(recovered).not.toHaveBeenCalled();
});

test('EB-5: a restored connection requests the chunk again, also below an address with a hash', async () => {
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage);
  renderAt(load, '/about?page=2#end');
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
  renderAt(load);
  await screen.findByRole('heading', { name: 'Loading Error' });
  hostAnswers.mockResolvedValue(new Response(null));
  await act(() => vi.advanceTimersByTimeAsync(4000));
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
});

test('EB-11, R-35: while the host is down, a failure that repeats still says to check the connection', async () => {
  hostAnswers.mockRejectedValue(new TypeError('Failed to fetch'));
  const load = vi.fn().mockRejectedValue(chunkError);
  renderAt(load);
  await userEvent.click(await screen.findByRole('button', { name: 'Try Again' }));
  await waitFor(() => expect(load).toHaveBeenCalledTimes(2));
  expect(await screen.findByText(/Please check your connection/)).toBeInTheDocument();
});

test('R-35: leaving and returning loads the page normally', async () => {
  const load = vi.fn().mockRejectedValueOnce(chunkError).mockResolvedValue(AboutPage);
  renderAt(load);
  await screen.findByRole('heading', { name: 'Loading Error' });
  await userEvent.click(screen.getByRole('link', { name: 'Home' }));
  expect(await screen.findByRole('heading', { name: 'Home' })).toBeInTheDocument();
  expect(openNotices()).toEqual([]);
  await userEvent.click(screen.getByRole('link', { name: 'About us' }));
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
});

test('EB-7: a page that fails to render is a page error until a retry or another page', async () => {
  broken = true;
  const load = vi.fn().mockResolvedValue(AboutPage);
  renderAt(load);
  expect(await screen.findByRole('heading', { name: 'Page Error' })).toBeInTheDocument();
  broken = false;
  await userEvent.click(screen.getByRole('button', { name: 'Try Again' }));
  expect(await screen.findByRole('heading', { name: 'About' })).toBeInTheDocument();
  expect(load).toHaveBeenCalledOnce();
});

test('a change of the query keeps the page and loads nothing', async () => {
  const load = vi.fn().mockResolvedValue(AboutPage);
  renderAt(load);
  const title = await screen.findByRole('heading', { name: 'About' });
  await userEvent.click(screen.getByRole('link', { name: 'Page 2' }));
  await waitFor(() => expect(load).toHaveBeenCalledOnce());
  expect(title).toBeInTheDocument();
});
