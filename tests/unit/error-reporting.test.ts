import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { LONG_TASK_MS } from '@/lib/constants';
import { logSecurityEvent } from '@/lib/security-log';

vi.mock('@/lib/security-log');

type Entries = { getEntries: () => { duration: number }[] };
let reportLongTasks: ((entries: Entries) => void) | undefined;

class FakeObserver {
  static supportedEntryTypes = ['longtask'];
  constructor(callback: (entries: Entries) => void) {
    reportLongTasks = callback;
  }
  observe() {}
}

/** A page that has just been opened, with an empty history and no notification. */
async function openPage() {
  vi.resetModules();
  const reporting = await import('@/lib/error-reporting');
  const { AppError } = await import('@/lib/errors');
  const { getSnapshot } = await import('@/lib/notifications');
  const uninstall = reporting.installGlobalErrorHandlers();
  (await import('@/lib/long-tasks')).watchLongTasks();
  const last = () => reporting.getErrorHistory().at(-1);
  return { ...reporting, AppError, getSnapshot, uninstall, last };
}

function raise(type: 'error' | 'unhandledrejection', details: object) {
  window.dispatchEvent(Object.assign(new Event(type), details));
}

const raiseError = (message: string, filename = 'https://www.example.com/assets/index.js') =>
  raise('error', { message, filename, error: new Error(message) });
const raiseRejection = (reason: unknown) => raise('unhandledrejection', { reason });

beforeEach(() => {
  vi.useFakeTimers();
  vi.stubGlobal(
    'window',
    Object.assign(new EventTarget(), { location: { pathname: '/projects' } }),
  );
  vi.stubGlobal('PerformanceObserver', FakeObserver);
  vi.mocked(logSecurityEvent).mockReset();
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('an entry has time, message, severity, category and the place where it was caught', async () => {
  const { reportError, last } = await openPage();
  vi.setSystemTime(1_000_000);
  reportError(new Error('boom'), { severity: 'high', category: 'image', context: 'gallery' });
  expect(last()).toEqual({
    id: 'error-1',
    at: 1_000_000,
    message: 'boom',
    severity: 'high',
    category: 'image',
    context: 'gallery',
  });
});

test('GERR-1: an AppError has its own severity and category, which the caller may override', async () => {
  const { AppError, reportError, last } = await openPage();
  const error = new AppError('forbidden', 'no');
  reportError(error);
  expect(last()).toMatchObject({ severity: 'medium', category: 'permission' });
  reportError(error, { severity: 'high', category: 'auth' });
  expect(last()).toMatchObject({ severity: 'high', category: 'auth' });
});

test.for([
  ['text', 'text'],
  [{ message: 'from elsewhere' }, 'from elsewhere'],
  [new Error(''), 'An unexpected error occurred'],
  [undefined, 'An unexpected error occurred'],
  [null, 'An unexpected error occurred'],
  [42, 'An unexpected error occurred'],
] as const)('any thrown value gets a message: %o', async ([thrown, words]) => {
  const { reportError, last } = await openPage();
  reportError(thrown);
  expect(last()?.message).toBe(words);
});

test('GERR-11: the history keeps the last 100', async () => {
  const { reportError, getErrorHistory } = await openPage();
  for (let number = 1; number <= 101; number += 1) reportError(`error ${number}`);
  expect(getErrorHistory()).toHaveLength(100);
  expect(getErrorHistory()[0]?.message).toBe('error 2');
  expect(getErrorHistory()[99]?.message).toBe('error 101');
});

test('GERR-12: the rate counts the last 60 s', async () => {
  const { reportError, errorRate } = await openPage();
  reportError('first');
  vi.advanceTimersByTime(30_000);
  reportError('second');
  vi.advanceTimersByTime(29_999);
  expect(errorRate()).toBe(2);
  vi.advanceTimersByTime(1);
  expect(errorRate()).toBe(1);
});

test('GERR-13: ten errors in a minute are accepted, the eleventh shows a recommendation', async () => {
  const { reportError, recommendation } = await openPage();
  for (let count = 1; count <= 10; count += 1) reportError('again');
  expect(recommendation()).toBeNull();
  reportError('again');
  expect(recommendation()).toMatch(/^High error rate: .*Reload the page/);
  vi.advanceTimersByTime(60_000);
  expect(recommendation()).toBeNull();
});

test('an uncaught error has severity high and is shown once', async () => {
  const { last, getSnapshot } = await openPage();
  raiseError('x is not a function');
  expect(last()).toMatchObject({
    message: 'x is not a function',
    severity: 'high',
    context: 'uncaught',
  });
  expect(getSnapshot()).toMatchObject([{ type: 'error', title: 'Something went wrong' }]);
});

test('a burst of uncaught errors is shown once, a later one again', async () => {
  const { getErrorHistory, getSnapshot } = await openPage();
  for (let count = 0; count < 5; count += 1) {
    raiseError('x is not a function');
    raiseRejection(new Error('y is not a function'));
    vi.advanceTimersByTime(9_000);
  }
  expect(getErrorHistory()).toHaveLength(10);
  expect(getSnapshot()).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  raiseError('x is not a function');
  expect(getSnapshot()).toHaveLength(2);
});

test('a thrown value that is no Error is shown as well', async () => {
  const { last, getSnapshot } = await openPage();
  raiseRejection('no idea');
  expect(last()).toMatchObject({ message: 'no idea', severity: 'high' });
  expect(getSnapshot()).toHaveLength(1);
});

const ownScript = 'https://www.example.com/assets/index.js';

test.for([
  ['GERR-2', 'x is undefined', 'chrome-extension://abcdef/content.js'],
  ['GERR-2', 'x is undefined', 'moz-extension://abcdef/content.js'],
  ['GERR-2', 'x is undefined', 'safari-web-extension://abcdef/content.js'],
  ['GERR-2', 'Denying load of chrome-extension://abcdef/a.js', ownScript],
  ['GERR-3', 'ga is not defined', 'https://www.google-analytics.com/analytics.js'],
  ['GERR-3', 'x is undefined', 'https://www.googletagmanager.com/gtag/js?id=G-1'],
  ['GERR-3', 'x is undefined', 'https://plausible.io/js/script.js'],
  [
    'GERR-4',
    'Refused to load the script: it violates the following Content Security Policy directive',
    ownScript,
  ],
  ['GERR-4', 'blocked by content-security-policy', ownScript],
  ['GERR-5', 'Script error.', ''],
  ['GERR-5', 'Script error', ''],
  ['GERR-6', 'Failed to fetch', ownScript],
  ['GERR-6', 'Load failed', ownScript],
  ['GERR-6', 'NetworkError when attempting to fetch resource.', ownScript],
  ['GERR-7', 'GET https://www.example.com/favicon.ico 404', ownScript],
  ['GERR-7', 'could not be decoded', 'https://www.example.com/favicon.svg'],
] as const)('%s, R-18: "%s" from %s is kept in the history as low and not shown', async (noise) => {
  const [, message, filename] = noise;
  const { last, getSnapshot } = await openPage();
  raiseError(message, filename);
  expect(last()).toMatchObject({ message, severity: 'low' });
  expect(getSnapshot()).toEqual([]);
});

test('GERR-2: an extension at the top of the stack of a rejection is noise, one further down is not', async () => {
  const { last, getSnapshot } = await openPage();
  const theirs = new Error('not ours');
  theirs.stack = 'Error: not ours\n    at a (chrome-extension://abc/a.js:1:1)';
  raiseRejection(theirs);
  expect(last()).toMatchObject({ severity: 'low' });
  expect(getSnapshot()).toEqual([]);
  const ours = new Error('ours');
  ours.stack = `Error: ours\n    at save (${ownScript}:1:1)\n    at w (chrome-extension://abc/a.js:1:1)`;
  raiseRejection(ours);
  expect(last()).toMatchObject({ severity: 'high' });
  expect(getSnapshot()).toHaveLength(1);
});

test('GERR-6: our own message for a lost connection is noise as well', async () => {
  const { AppError, last, getSnapshot } = await openPage();
  raiseRejection(new AppError('offline', 'Failed to save: the server cannot be reached right now'));
  expect(last()).toMatchObject({ severity: 'low', category: 'network' });
  expect(getSnapshot()).toEqual([]);
});

test.for([
  [new Error('422: refresh token not found'), 'low'],
  [{ status: 422, message: 'Invalid Refresh Token' }, 'low'],
  [new Error('422: title too long'), 'high'],
  [new Error('token missing'), 'high'],
] as const)('GERR-8: the rejection %o is %s', async ([reason, severity]) => {
  const { last, getSnapshot } = await openPage();
  raiseRejection(reason);
  expect(last()?.severity).toBe(severity);
  expect(getSnapshot()).toHaveLength(severity === 'low' ? 0 : 1);
});

test('GERR-8: a script error mentioning both is none of these', async () => {
  const { last } = await openPage();
  raiseError('422 token');
  expect(last()?.severity).toBe('high');
});

test('an aborted request is not shown', async () => {
  const { getSnapshot } = await openPage();
  raiseRejection(new DOMException('The user aborted a request.', 'AbortError'));
  expect(getSnapshot()).toEqual([]);
});

test('GERR-9, R-18: critical errors are sent to the security log once in 30 s, with the number left out', async () => {
  const { reportError } = await openPage();
  reportError(new Error('first'), { severity: 'critical', context: 'app boundary' });
  reportError(new Error('second'), { severity: 'critical' });
  vi.advanceTimersByTime(29_999);
  reportError(new Error('third'), { severity: 'critical' });
  await vi.dynamicImportSettled();
  expect(vi.mocked(logSecurityEvent).mock.calls).toEqual([
    [
      {
        type: 'application_error',
        severity: 'critical',
        description: 'first',
        metadata: {
          category: 'ui',
          context: 'app boundary',
          path: '/projects',
          suppressed_count: 0,
        },
      },
    ],
  ]);
  vi.advanceTimersByTime(1);
  reportError(new Error('fourth'), { severity: 'critical' });
  await vi.dynamicImportSettled();
  expect(logSecurityEvent).toHaveBeenCalledTimes(2);
  expect(vi.mocked(logSecurityEvent).mock.lastCall?.[0]).toMatchObject({
    description: 'fourth',
    metadata: { suppressed_count: 2 },
  });
});

test('GERR-9: after a failed log entry the next one is sent at once and counts the failed one', async () => {
  const { reportError } = await openPage();
  vi.mocked(logSecurityEvent).mockImplementationOnce(() => {
    throw new Error('out of reach');
  });
  reportError(new Error('first'), { severity: 'critical' });
  await vi.dynamicImportSettled();
  reportError(new Error('second'), { severity: 'critical' });
  await vi.dynamicImportSettled();
  expect(vi.mocked(logSecurityEvent).mock.lastCall?.[0]).toMatchObject({
    description: 'second',
    metadata: { suppressed_count: 1 },
  });
});

test('GERR-9: errors below critical are not sent to the server', async () => {
  const { reportError } = await openPage();
  for (const severity of ['low', 'medium', 'high'] as const) reportError('x', { severity });
  raiseError('x is not a function');
  await vi.dynamicImportSettled();
  expect(logSecurityEvent).not.toHaveBeenCalled();
});

test('GERR-10: a task longer than 2000 ms is logged as low, one of 2000 ms is not', async () => {
  expect(LONG_TASK_MS).toBe(2000);
  const { getErrorHistory, getSnapshot } = await openPage();
  reportLongTasks?.({ getEntries: () => [{ duration: 2000 }, { duration: 2000.6 }] });
  expect(getErrorHistory()).toMatchObject([
    { message: 'The page did not answer for 2001 ms', severity: 'low', category: 'ui' },
  ]);
  expect(getSnapshot()).toEqual([]);
});

test('GERR-10: a browser without long-task entries is not observed', async () => {
  vi.spyOn(FakeObserver, 'supportedEntryTypes', 'get').mockReturnValue([]);
  reportLongTasks = undefined;
  await openPage();
  expect(reportLongTasks).toBeUndefined();
});

test('after uninstalling no error is recorded', async () => {
  const { uninstall, getErrorHistory } = await openPage();
  uninstall();
  raiseError('x');
  raiseRejection('y');
  expect(getErrorHistory()).toEqual([]);
});

test.for(['Our script error counter is wrong', 'That resizeobserver loop of ours is broken'])(
  '"%s" resembles noise but is shown',
  async (message) => {
    const { last } = await openPage();
    raiseError(message);
    expect(last()?.severity).toBe('high');
  },
);

test.for([
  ['a text', '422 token'],
  ['null', null],
  ['nothing', undefined],
] as const)('a rejection with %s is shown like any other', async ([, reason]) => {
  const { getErrorHistory } = await openPage();
  raiseRejection(reason);
  expect(getErrorHistory()).toHaveLength(1);
});

test('a thrown empty string gets a message', async () => {
  const { reportError, last } = await openPage();
  reportError('');
  expect(last()?.message).toBe('An unexpected error occurred');
});

test('the message comes from the error, or from the event if there is no error', async () => {
  const { AppError, last } = await openPage();
  raise('error', {
    message: 'Uncaught AppError: no',
    filename: ownScript,
    error: new AppError('forbidden', 'no'),
  });
  expect(last()).toMatchObject({ message: 'no', category: 'permission' });
  raise('error', { message: 'Uncaught words', filename: ownScript, error: null });
  expect(last()).toMatchObject({ message: 'Uncaught words' });
});

test('the path of a script at the top of the stack counts, not only its host', async () => {
  const { last } = await openPage();
  const theirs = new Error('x');
  theirs.stack = 'Error: x\n    at a (https://cdn.example/matomo.js:1:1)';
  raiseRejection(theirs);
  expect(last()?.severity).toBe('low');
});

test('GERR-13: many uncaught errors show a recommendation', async () => {
  const { reportError, getSnapshot } = await openPage();
  raiseError('x is not a function');
  expect(getSnapshot().at(-1)?.description).toMatch(/^Part of this page may not work/);
  for (let count = 1; count <= 10; count += 1) reportError('again');
  vi.advanceTimersByTime(10_000);
  raiseError('x is not a function');
  expect(getSnapshot().at(-1)?.description).toMatch(/^High error rate/);
});
