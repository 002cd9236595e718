import { afterEach, beforeEach, expect, test, vi } from 'vitest';

type Store = Pick<Storage, 'getItem' | 'setItem'>;

function stubBrowser(storage: Store) {
  const classes = new Set<string>();
  const root = {
    classList: {
      contains: (name: string) => classes.has(name),
      toggle: (name: string, isOn: boolean) => (isOn ? classes.add(name) : classes.delete(name)),
    },
  };
  const target = new EventTarget();
  vi.stubGlobal('localStorage', storage);
  vi.stubGlobal('document', { documentElement: root });
  vi.stubGlobal('window', target);
  vi.stubGlobal('CSS', {});
  vi.stubGlobal('matchMedia', () => ({ matches: true }));
  return { classes, target };
}

function memory(entries: Record<string, string> = {}): Store & { entries: Record<string, string> } {
  return {
    entries,
    getItem: (key) => entries[key] ?? null,
    setItem: (key, value) => {
      entries[key] = value;
    },
  };
}

// The module remembers the choice of its tab: every test is a new tab.
beforeEach(() => vi.resetModules());
afterEach(() => vi.unstubAllGlobals());

test('THEME-1: the theme is light when nothing was chosen', async () => {
  stubBrowser(memory());
  const { getTheme } = await import('@/lib/theme');
  expect(getTheme()).toBe('light');
});

test.each(['', 'DARK', 'blue', 'null', '{"theme":"dark"}'])(
  'THEME-4: a stored %j counts as light',
  async (value) => {
    stubBrowser(memory({ theme: value }));
    const { getTheme } = await import('@/lib/theme');
    expect(getTheme()).toBe('light');
  },
);

test('THEME-3, THEME-6: the choice is stored under the key theme and read in a new tab', async () => {
  const storage = memory();
  stubBrowser(storage);
  const first = await import('@/lib/theme');
  first.setTheme('dark');
  expect(storage.entries).toEqual({ theme: 'dark' });

  vi.resetModules();
  const second = await import('@/lib/theme');
  expect(second).not.toBe(first);
  expect(second.getTheme()).toBe('dark');
});

test('THEME-5: the dark theme is the class dark on the root, the light one its absence', async () => {
  const { classes } = stubBrowser(memory());
  const { setTheme } = await import('@/lib/theme');
  setTheme('dark');
  expect([...classes]).toEqual(['dark']);
  setTheme('light');
  expect([...classes]).toEqual([]);
});

test('THEME-2: without storage switching works for the page', async () => {
  const refuse = () => {
    throw new DOMException('denied', 'SecurityError');
  };
  const { classes } = stubBrowser({ getItem: refuse, setItem: refuse });
  const { getTheme, setTheme } = await import('@/lib/theme');
  expect(getTheme()).toBe('light');
  setTheme('dark');
  expect(getTheme()).toBe('dark');
  expect([...classes]).toEqual(['dark']);
});

test('a choice made in another tab is applied', async () => {
  const { classes, target } = stubBrowser(memory());
  const { getTheme, subscribeToTheme } = await import('@/lib/theme');
  const listener = vi.fn();
  const unsubscribe = subscribeToTheme(listener);
  const event = Object.assign(new Event('storage'), { key: 'theme', newValue: 'dark' });
  target.dispatchEvent(event);
  expect(getTheme()).toBe('dark');
  expect([...classes]).toEqual(['dark']);
  expect(listener).toHaveBeenCalledOnce();

  unsubscribe();
  target.dispatchEvent(Object.assign(new Event('storage'), { key: 'theme', newValue: null }));
  expect(listener).toHaveBeenCalledOnce();
});

const stored = (key: string | null, newValue: string | null) =>
  Object.assign(new Event('storage'), { key, newValue });

test('other storage keys do not change the theme', async () => {
  const { target } = stubBrowser(memory({ theme: 'dark' }));
  const { getTheme, subscribeToTheme } = await import('@/lib/theme');
  const listener = vi.fn();
  subscribeToTheme(listener);
  target.dispatchEvent(stored('queued-work', 'light'));
  expect(getTheme()).toBe('dark');
  expect(listener).not.toHaveBeenCalled();
});

test('storage cleared by another tab restores the default theme', async () => {
  const { classes, target } = stubBrowser(memory());
  const { getTheme, setTheme, subscribeToTheme } = await import('@/lib/theme');
  subscribeToTheme(() => {});
  setTheme('dark');
  target.dispatchEvent(stored(null, null));
  expect(getTheme()).toBe('light');
  expect([...classes]).toEqual([]);
});

test('listeners of the same tab are called, until they unsubscribe', async () => {
  stubBrowser(memory());
  const { setTheme, subscribeToTheme } = await import('@/lib/theme');
  const listener = vi.fn();
  const unsubscribe = subscribeToTheme(listener);
  setTheme('dark');
  expect(listener).toHaveBeenCalledOnce();
  unsubscribe();
  setTheme('light');
  expect(listener).toHaveBeenCalledOnce();
});
