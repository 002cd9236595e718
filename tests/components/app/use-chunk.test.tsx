import { act, render, screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { Link, MemoryRouter } from 'react-router-dom';
import { beforeEach, expect, test, vi } from 'vitest';
import { useChunk } from '@/hooks/use-chunk';

const lost = new TypeError('Failed to fetch dynamically imported module: /assets/menu.js');
const menu = { Menu: () => <p>Menu</p> };
const load = vi.fn<() => Promise<typeof menu>>();
const hostAnswers = vi.fn<() => Promise<Response>>();

function Bar({ isWanted = true }) {
  const chunk = useChunk(load, isWanted);
  return (
    <>
      <p>Bar</p>
      {chunk && <chunk.Menu />}
      <Link to="/blog">Blog</Link>
    </>
  );
}

const renderBar = (isWanted?: boolean) =>
  render(<Bar {...(isWanted !== undefined && { isWanted })} />, { wrapper: MemoryRouter });

beforeEach(() => {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  vi.spyOn(console, 'error').mockImplementation(() => {});
  load.mockReset().mockResolvedValue(menu);
  hostAnswers.mockReset().mockImplementation(async () => new Response(null));
  vi.stubGlobal('fetch', hostAnswers);
  return () => vi.useRealTimers();
});

test('a chunk is requested once and returned when loaded', async () => {
  renderBar();
  expect(await screen.findByText('Menu')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
});

test('an unwanted chunk is not requested', async () => {
  renderBar(false);
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(load).not.toHaveBeenCalled();
});

test('a failed chunk leaves the rest of the page, and the next page requests it again', async () => {
  load.mockRejectedValueOnce(lost);
  renderBar();
  await act(() => vi.advanceTimersByTimeAsync(60_000));
  expect(screen.getByText('Bar')).toBeInTheDocument();
  expect(load).toHaveBeenCalledTimes(1);
  const user = userEvent.setup({ advanceTimers: vi.advanceTimersByTime });
  await user.click(screen.getByRole('link', { name: 'Blog' }));
  expect(await screen.findByText('Menu')).toBeInTheDocument();
});

test('a chunk that failed with the host is loaded when the host is back', async () => {
  load.mockRejectedValueOnce(lost);
  hostAnswers.mockRejectedValueOnce(new TypeError('Failed to fetch'));
  renderBar();
  await act(() => vi.advanceTimersByTimeAsync(1000));
  expect(screen.queryByText('Menu')).not.toBeInTheDocument();
  await act(() => vi.advanceTimersByTimeAsync(2000));
  expect(screen.getByText('Menu')).toBeInTheDocument();
});
