import { useSyncExternalStore } from 'react';
import { DEFAULT_THEME, getTheme, setTheme, subscribeToTheme, type Theme } from '@/lib/theme';

/** The current theme. Prerendered pages have the default theme until they are hydrated. */
export function useTheme(): { theme: Theme; toggle: () => void } {
  const theme = useSyncExternalStore(subscribeToTheme, getTheme, () => DEFAULT_THEME);
  return { theme, toggle };
}

function toggle() {
  setTheme(getTheme() === 'dark' ? 'light' : 'dark');
}
