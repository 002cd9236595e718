import { lazy, Suspense, useEffect } from 'react';
import { act, render, screen } from '@testing-library/react';
import {
  BrowserRouter,
  MemoryRouter,
  Route,
  Routes,
  useNavigate,
  type NavigateFunction,
} from 'react-router-dom';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { NavigationEffects } from '@/app/navigation-effects';
import { getAppState, setAppState } from '@/lib/app-state';

let navigate: NavigateFunction;
function Probe() {
  const go = useNavigate();
  useEffect(() => {
    navigate = go;
  }, [go]);
  return <div id="web-development">target</div>;
}

beforeEach(() => {
  vi.useFakeTimers();
  return () => vi.useRealTimers();
});

function open(path: string) {
  const scrollTo = vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  const scrollIntoView = vi.fn();
  Element.prototype.scrollIntoView = scrollIntoView;
  render(
    <MemoryRouter initialEntries={[path]}>
      <NavigationEffects />
      <Probe />
    </MemoryRouter>,
  );
  return { scrollTo, scrollIntoView };
}

const go = (to: string | number) =>
  act(async () => {
    await (typeof to === 'number' ? navigate(to) : navigate(to));
  });

test('SHELL-18, SHELL-19, SHELL-20: a navigation scrolls up, is remembered and closes the menu', async () => {
  const { scrollTo } = open('/');
  setAppState({ isMenuOpen: true });
  await go('/projects');
  expect(scrollTo).toHaveBeenCalledWith(0, 0);
  expect(getAppState()).toMatchObject({ isMenuOpen: false, lastVisitedPage: '/projects' });
});

test('titles rise after a navigation, not on the first page', async () => {
  delete document.documentElement.dataset.navigated;
  open('/');
  expect(document.documentElement).not.toHaveAttribute('data-navigated');
  await go('/#part');
  expect(document.documentElement).not.toHaveAttribute('data-navigated');
  await go('/projects');
  expect(document.documentElement).toHaveAttribute('data-navigated');
});

test('SHELL-20: a page that loads late does not close a menu opened again meanwhile', async () => {
  let arrive: (page: { default: () => string }) => void = () => undefined;
  const LatePage = lazy(
    () => new Promise<{ default: () => string }>((resolve) => (arrive = resolve)),
  );
  vi.spyOn(window, 'scrollTo').mockImplementation(() => {});
  window.history.replaceState(null, '', '/');
  onTestFinished(() => window.history.replaceState(null, '', '/'));
  render(
    <BrowserRouter>
      <NavigationEffects />
      <Probe />
      <Suspense fallback="Loading">
        <Routes>
          <Route path="/" element="Home" />
          <Route path="/about" element={<LatePage />} />
          <Route path="/projects" element="Projects" />
        </Routes>
      </Suspense>
    </BrowserRouter>,
  );
  await go('/about');
  expect(screen.getByText(/Home/)).toBeInTheDocument();
  act(() => setAppState({ isMenuOpen: true }));
  await act(async () => arrive({ default: () => 'About' }));
  expect(screen.getByText(/About/)).toBeInTheDocument();
  expect(getAppState()).toMatchObject({ isMenuOpen: true, lastVisitedPage: '/about' });

  await go('/projects');
  expect(getAppState()).toMatchObject({ isMenuOpen: false, lastVisitedPage: '/projects' });
});

test('going back keeps the scroll position of the browser', async () => {
  const { scrollTo } = open('/');
  await go('/projects');
  scrollTo.mockClear();
  await go(-1);
  expect(getAppState().lastVisitedPage).toBe('/');
  expect(scrollTo).not.toHaveBeenCalled();
});

test('ROUTE-9, CONST-10: a hash is scrolled to smoothly after 100 ms', async () => {
  const { scrollIntoView } = open('/');
  await go('/services#web-development');
  vi.advanceTimersByTime(99);
  expect(scrollIntoView).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(scrollIntoView).toHaveBeenCalledWith({ behavior: 'smooth' });
});

test.for(['#access_token=abc&type=signup', '#a:b[c]', '#%E0%A4%A'])(
  'R-25: a hash like %s throws no error',
  async (hash) => {
    const { scrollIntoView } = open('/');
    await go(`/${hash}`);
    vi.advanceTimersByTime(200);
    expect(scrollIntoView).not.toHaveBeenCalled();
  },
);

test('ROUTE-9: a target on a page that loads late is scrolled to when it exists', async () => {
  const { scrollIntoView } = open('/');
  await go('/services#late');
  vi.advanceTimersByTime(100);
  expect(scrollIntoView).not.toHaveBeenCalled();
  const target = document.createElement('section');
  target.id = 'late';
  document.body.append(target);
  await vi.waitFor(() => expect(scrollIntoView).toHaveBeenCalledOnce());
  target.remove();
});

test.for(['keydown', 'wheel', 'pointerdown'])(
  'ROUTE-9: a visitor who scrolls by %s within the 100 ms is not scrolled back',
  async (event) => {
    const { scrollIntoView } = open('/services');
    await go('/services#web-development');
    await act(() => vi.advanceTimersByTimeAsync(60));
    window.dispatchEvent(new Event(event));
    await act(() => vi.advanceTimersByTimeAsync(10_000));
    expect(scrollIntoView).not.toHaveBeenCalled();
  },
);
