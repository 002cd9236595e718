import { StrictMode, Suspense, use, useEffect, useState } from 'react';
import { act, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LastResort } from '@/app/last-resort';
import { ErrorBoundary } from '@/components/error-boundary';
import { getErrorHistory, reportError } from '@/lib/error-reporting';
import { dismiss, getSnapshot } from '@/lib/notifications';
import { logSecurityEvent } from '@/lib/security-log';

vi.mock('@/lib/security-log');

const levels = ['app', 'page', 'async', 'component'] as const;
type Level = (typeof levels)[number];

/** What the child throws; null lets it render. */
let broken: unknown = null;
const attempts = vi.fn();

function Child() {
  attempts();
  if (broken !== null) throw broken;
  return <p>all is well</p>;
}

function renderBroken(level: Level, error: unknown = new Error('boom'), resetKey?: unknown) {
  broken = error;
  return render(
    <ErrorBoundary level={level} resetKey={resetKey}>
      <Child />
    </ErrorBoundary>,
  );
}

function pass(milliseconds: number) {
  act(() => {
    vi.advanceTimersByTime(milliseconds);
  });
}

function setOnline(isOnline: boolean) {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline);
  act(() => {
    window.dispatchEvent(new Event(isOnline ? 'online' : 'offline'));
  });
}

const openNotices = () => getSnapshot().filter(({ open }) => open);
const tryAgain = () => fireEvent.click(screen.getByRole('button', { name: 'Try Again' }));

beforeEach(() => {
  vi.useFakeTimers();
  // React logs every caught error.
  vi.spyOn(console, 'error').mockImplementation(() => {});
  broken = null;
});

afterEach(() => {
  getSnapshot().forEach(({ id }) => dismiss(id));
  vi.runAllTimers();
  vi.useRealTimers();
});

test.for([
  ['EB-6', 'app', 'Application Error'],
  ['EB-7', 'page', 'Page Error'],
  ['EB-8', 'async', 'Loading Error'],
] as const)(
  '%s, EB-10, EB-13: the level %s is titled "%s" and has its links',
  ([, level, title]) => {
    renderBroken(level);
    const alert = screen.getByRole('alert');
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeInTheDocument();
    expect(alert).toHaveTextContent('This page encountered an error while loading.');
    expect(screen.getByRole('link', { name: 'Go Home' })).toHaveAttribute('href', '/');
    expect(screen.getByRole('button', { name: 'Try Again' })).toBeInTheDocument();
  },
);

test('EB-9: a failed component is replaced by a note, and the rest stays', () => {
  broken = new Error('boom');
  render(
    <>
      <h1>Projects</h1>
      <ErrorBoundary level="component">
        <Child />
      </ErrorBoundary>
    </>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Component Error');
  expect(screen.getByRole('heading', { name: 'Projects' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Go Home' })).not.toBeInTheDocument();
});

test.for([
  ['app', 'critical'],
  ['page', 'high'],
  ['async', 'medium'],
  ['component', 'low'],
] as const)('EB-1: an error at the level %s is %s', ([level, severity]) => {
  renderBroken(level);
  expect(getErrorHistory().at(-1)).toMatchObject({
    message: 'boom',
    severity,
    context: `${level} boundary`,
  });
});

test('EB-1: an application error is sent to the security log', () => {
  vi.setSystemTime(new Date('2100-01-01'));
  renderBroken('app');
  expect(vi.mocked(logSecurityEvent).mock.lastCall?.[0]).toMatchObject({
    type: 'application_error',
    description: 'boom',
  });
});

test('EB-2: a component error raises no notification', () => {
  renderBroken('component');
  expect(openNotices()).toEqual([]);
});

test.for(['app', 'page', 'async'] as const)(
  'EB-2: the level %s raises one notification for any number of retries, and removes it on success',
  (level) => {
    renderBroken(level);
    const [notice] = openNotices();
    expect(notice).toMatchObject({
      type: 'error',
      description: 'This page encountered an error while loading.',
    });
    tryAgain();
    expect(openNotices()).toEqual([notice]);
    broken = null;
    tryAgain();
    expect(screen.getByText('all is well')).toBeInTheDocument();
    expect(openNotices()).toEqual([]);
  },
);

test('EB-3, EB-4: a component tries again after 2, 4 and 8 s, and then no more', () => {
  renderBroken('component', new Error('error 0'));
  attempts.mockClear();
  [2000, 4000, 8000].forEach((delay, index) => {
    broken = new Error(`error ${index + 1}`);
    pass(delay - 1);
    expect(attempts).not.toHaveBeenCalled();
    pass(1);
    expect(attempts).toHaveBeenCalled();
    attempts.mockClear();
  });
  broken = null;
  pass(600_000);
  expect(attempts).not.toHaveBeenCalled();
  tryAgain();
  expect(screen.getByText('all is well')).toBeInTheDocument();
});

test('EB-3: the first successful automatic try is the last', () => {
  renderBroken('component');
  broken = null;
  pass(2000);
  expect(screen.getByText('all is well')).toBeInTheDocument();
  attempts.mockClear();
  pass(600_000);
  expect(attempts).not.toHaveBeenCalled();
});

test.for(['app', 'page', 'async'] as const)(
  'EB-3: the level %s is not retried automatically',
  (level) => {
    renderBroken(level);
    attempts.mockClear();
    pass(600_000);
    expect(attempts).not.toHaveBeenCalled();
  },
);

test('R-35: the same error at once ends the automatic tries', () => {
  renderBroken('component');
  pass(2000);
  attempts.mockClear();
  pass(600_000);
  expect(attempts).not.toHaveBeenCalled();
});

test('R-35, EB-3: the same error later on does not', () => {
  function FailsAfterAWhile() {
    const [hasFailed, setFailed] = useState(false);
    attempts();
    useEffect(() => {
      const timer = setTimeout(() => setFailed(true), 1500);
      return () => clearTimeout(timer);
    }, []);
    if (hasFailed) throw new Error('boom');
    return <p>not yet</p>;
  }
  render(
    <ErrorBoundary level="component">
      <FailsAfterAWhile />
    </ErrorBoundary>,
  );
  for (const delay of [2000, 4000, 8000]) {
    pass(1500);
    expect(screen.getByRole('alert')).toHaveTextContent('Component Error');
    pass(delay);
    expect(screen.getByText('not yet')).toBeInTheDocument();
  }
  pass(1500);
  pass(600_000);
  expect(screen.getByRole('alert')).toHaveTextContent('Component Error');
});

test('R-35: another page clears the error, and the automatic tries start again', () => {
  const { rerender } = renderBroken('component', new Error('boom'), '/projects/1');
  pass(2000);
  attempts.mockClear();
  rerender(
    <ErrorBoundary level="component" resetKey="/projects/2">
      <Child />
    </ErrorBoundary>,
  );
  expect(attempts).toHaveBeenCalled();
  broken = null;
  pass(2000);
  expect(screen.getByText('all is well')).toBeInTheDocument();
});

test('R-35: a successful navigation removes the notification', () => {
  const { rerender } = renderBroken('page', new Error('boom'), '/about');
  expect(openNotices()).toHaveLength(1);
  broken = null;
  rerender(
    <ErrorBoundary level="page" resetKey="/contact">
      <Child />
    </ErrorBoundary>,
  );
  expect(screen.getByText('all is well')).toBeInTheDocument();
  expect(openNotices()).toEqual([]);
});

test('EB-2, R-35: another page that fails raises its own notification', () => {
  const { rerender } = renderBroken('page', new Error('boom'), '/about');
  const [first] = openNotices();
  rerender(
    <ErrorBoundary level="page" resetKey="/contact">
      <Child />
    </ErrorBoundary>,
  );
  expect(openNotices()).toHaveLength(1);
  expect(openNotices()[0]?.id).not.toBe(first?.id);
});

test('EB-4: two children that fail together are tried again together, once', () => {
  broken = new Error('boom');
  render(
    <ErrorBoundary level="component">
      <Child />
      <Child />
    </ErrorBoundary>,
  );
  broken = null;
  attempts.mockClear();
  pass(2000);
  expect(screen.getAllByText('all is well')).toHaveLength(2);
  expect(attempts).toHaveBeenCalledTimes(2);
});

test('an unmounted boundary has no retry', () => {
  const { unmount } = renderBroken('component');
  attempts.mockClear();
  unmount();
  pass(600_000);
  setOnline(true);
  expect(attempts).not.toHaveBeenCalled();
});

test.for(levels)('EB-5, EB-14: the level %s retries when the connection is back', (level) => {
  renderBroken(level, new Error('boom'));
  expect(screen.queryByText('Waiting for connection...')).not.toBeInTheDocument();
  setOnline(false);
  expect(screen.getByText('Waiting for connection...')).toBeInTheDocument();
  broken = null;
  setOnline(true);
  expect(screen.getByText('all is well')).toBeInTheDocument();
});

test('EB-5: offline, the automatic tries are postponed', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderBroken('component');
  attempts.mockClear();
  pass(600_000);
  expect(attempts).not.toHaveBeenCalled();
});

const CONNECTION_TEXT = 'Unable to load data. Please check your connection and try again.';

test.for(levels)('EB-11: at the level %s a failed fetch is a connection error', (level) => {
  renderBroken(level, new TypeError('Failed to fetch'));
  expect(screen.getByRole('alert')).toHaveTextContent(CONNECTION_TEXT);
});

test.for(['Network request failed', 'The network changed'])(
  'EB-11: so is an error that says %j',
  (message) => {
    renderBroken('page', new Error(message));
    expect(screen.getByRole('alert')).toHaveTextContent(CONNECTION_TEXT);
    expect(screen.queryByText(/encountered an error/)).not.toBeInTheDocument();
  },
);

test('EB-11: so is every error of a browser that is offline', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  renderBroken('page');
  expect(screen.getByRole('alert')).toHaveTextContent(CONNECTION_TEXT);
});

test.for(levels)('EB-11: so is a failed fetch that repeats at once, at the level %s', (level) => {
  renderBroken(level, new TypeError('Failed to fetch'));
  tryAgain();
  expect(screen.getByRole('alert')).toHaveTextContent(CONNECTION_TEXT);
});

test.for(levels)(
  'EB-12: at the level %s "Try Again" reads "Retrying..." during the retry',
  async (level) => {
    let arrive: (text: string) => void = () => {};
    const data = new Promise<string>((resolve) => {
      arrive = resolve;
    });
    function Slow() {
      if (broken !== null) throw broken;
      return <p>{use(data)}</p>;
    }
    broken = new Error('boom');
    render(
      <Suspense fallback="loading">
        <ErrorBoundary level={level}>
          <Slow />
        </ErrorBoundary>
      </Suspense>,
    );
    broken = null;
    await act(async () => tryAgain());
    expect(screen.getByRole('button', { name: 'Retrying...' })).toBeDisabled();
    expect(screen.queryByText('loading')).not.toBeInTheDocument();
    await act(async () => arrive('here it is'));
    expect(screen.getByText('here it is')).toBeInTheDocument();
  },
);

test('a callback runs before the retry', () => {
  const onRetry = vi.fn(() => {
    broken = null;
  });
  broken = new Error('boom');
  render(
    <ErrorBoundary level="async" onRetry={onRetry}>
      <Child />
    </ErrorBoundary>,
  );
  tryAgain();
  expect(onRetry).toHaveBeenCalledOnce();
  expect(screen.getByText('all is well')).toBeInTheDocument();
});

test.for(levels)(
  'EB-16: at the level %s an error that repeats at once shows the general advice',
  (level) => {
    renderBroken(level);
    tryAgain();
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Something went wrong. Please refresh the page or try again later.',
    );
    expect(screen.getByRole('alert')).toHaveClass('bg-danger-soft');
    broken = null;
    tryAgain();
    expect(screen.getByText('all is well')).toBeInTheDocument();
  },
);

test('GERR-13: many errors within a minute show the recommendation', () => {
  vi.setSystemTime(new Date('2200-01-01'));
  for (let count = 0; count < 9; count += 1) reportError('again');
  const { unmount } = renderBroken('page');
  expect(screen.queryByText(/High error rate/)).not.toBeInTheDocument();
  unmount();
  renderBroken('page');
  expect(screen.getByText(/High error rate/)).toBeInTheDocument();
});

test.for([[null], [undefined], ['words'], [0]])('any thrown value is caught: %o', ([thrown]) => {
  function Throws(): never {
    throw thrown;
  }
  render(
    <ErrorBoundary level="page">
      <Throws />
    </ErrorBoundary>,
  );
  expect(screen.getByRole('heading', { name: 'Page Error' })).toBeInTheDocument();
});

test('EB-5: in strict mode the connection is observed', () => {
  broken = new Error('boom');
  render(
    <StrictMode>
      <ErrorBoundary level="page">
        <Child />
      </ErrorBoundary>
    </StrictMode>,
  );
  broken = null;
  setOnline(true);
  expect(screen.getByText('all is well')).toBeInTheDocument();
});

test('EB-15: the outermost boundary shows "Something went wrong" with "Try again"', () => {
  broken = new Error('not even the error could be drawn');
  render(
    <LastResort>
      <Child />
    </LastResort>,
  );
  expect(screen.getByRole('alert')).toHaveTextContent('Something went wrong');
  expect(getErrorHistory().at(-1)).toMatchObject({ severity: 'critical', context: 'last resort' });
  broken = null;
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(screen.getByText('all is well')).toBeInTheDocument();
});
