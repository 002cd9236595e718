import { render, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { getErrorHistory, installGlobalErrorHandlers } from '@/lib/error-reporting';
import { getSnapshot } from '@/lib/notifications';

vi.stubGlobal('PerformanceObserver', { supportedEntryTypes: [] });

let uninstall = () => {};

beforeEach(() => {
  uninstall = installGlobalErrorHandlers();
});

afterEach(() => uninstall());

test('a picture that fails to load is not reported as a script error', () => {
  render(<img alt="Brooklyn" src="/missing.webp" />);
  screen.getByRole('img').dispatchEvent(new Event('error'));
  expect(getErrorHistory()).toEqual([]);
  expect(getSnapshot()).toEqual([]);
});

test('GERR-1: a script error is reported and shown', () => {
  window.dispatchEvent(new ErrorEvent('error', { message: 'boom', error: new Error('boom') }));
  expect(getErrorHistory()).toMatchObject([{ message: 'boom', severity: 'high' }]);
  expect(getSnapshot()).toMatchObject([{ title: 'Something went wrong' }]);
});
