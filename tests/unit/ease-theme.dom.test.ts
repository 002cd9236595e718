// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const root = document.documentElement;
const registerProperty = vi.fn<typeof CSS.registerProperty>();

async function easeNextTheme(isMotionReduced = false) {
  vi.stubGlobal('CSS', { registerProperty });
  vi.stubGlobal('matchMedia', () => ({ matches: isMotionReduced }));
  (await import('@/lib/ease-theme')).easeNextTheme();
}

beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  registerProperty.mockClear();
  delete root.dataset.sunset;
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('eases colours that both themes define, for 600 ms', async () => {
  await easeNextTheme();
  const css = readFileSync('brand/tokens.css', 'utf8');
  const names = registerProperty.mock.calls.map(([{ name }]) => name);
  expect(names).toContain('--surface');
  for (const name of names) expect(css.split(`${name}: #`), name).toHaveLength(3);
  expect(root.style.transition).toContain('--surface 600ms');
  expect(root.dataset.sunset).toBe('');
  vi.advanceTimersByTime(600);
  expect(root.style.transition).toBe('');
  expect(root.dataset.sunset).toBeUndefined();
});

test('registers each colour once', async () => {
  await easeNextTheme();
  const { length } = registerProperty.mock.calls;
  await easeNextTheme();
  expect(registerProperty).toHaveBeenCalledTimes(length);
});

test('is instant with reduced motion', async () => {
  await easeNextTheme(true);
  expect(registerProperty).not.toHaveBeenCalled();
  expect(root.dataset.sunset).toBeUndefined();
});
