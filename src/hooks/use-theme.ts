import { useCallback, useSyncExternalStore } from 'react';
import { DEFAULT_THEME, getTheme, setTheme, subscribeToTheme, type Theme } from '@/lib/theme';

/** The current theme. Prerendered pages have the default theme until they are hydrated. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribeToTheme, getTheme, () => DEFAULT_THEME);
  const toggle = useCallback(() => setTheme(theme === 'dark' ? 'light' : 'dark'), [theme]);
  return { theme, toggle };
}
