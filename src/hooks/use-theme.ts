import { useSyncExternalStore } from 'react';
import { DEFAULT_THEME, getTheme, subscribeToTheme, type Theme } from '@/lib/theme';

/** The current theme. Prerendered pages have the default theme until they are hydrated. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribeToTheme, getTheme, () => DEFAULT_THEME);
}
