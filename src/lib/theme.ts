import { createStore } from './create-store';
import { easeNextTheme } from './ease-theme';

export const THEME_STORAGE_KEY = 'theme';
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DEFAULT_THEME: Theme = 'light';

// The choice of this tab: storage may be unavailable (private mode, blocked cookies).
const chosen = createStore<Theme | null>(null, followOtherTabs);

/** Returns the default for anything but a known theme. */
export function parseTheme(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? DEFAULT_THEME;
}

function readStoredTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(THEME_STORAGE_KEY));
  } catch {
    // The choice of this page, which boot/live-parts.ts may have applied before the app runs.
    return document.documentElement.classList.contains('dark') ? 'dark' : DEFAULT_THEME;
  }
}

export function getTheme(): Theme {
  return chosen.get() ?? readStoredTheme();
}

/** index.html does the same before the first paint, with the same class and key. */
export function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark');
}

export function setTheme(theme: Theme) {
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // The choice then lasts until the page is closed.
  }
  easeNextTheme();
  applyTheme(theme);
  chosen.set(theme);
}

export function toggleTheme() {
  setTheme(getTheme() === 'dark' ? 'light' : 'dark');
}

/** Notifies of changes in this tab and in other tabs. */
export const subscribeToTheme = chosen.subscribe;

function followOtherTabs() {
  function handleStorage(event: StorageEvent) {
    if (event.key !== THEME_STORAGE_KEY && event.key !== null) return;
    const theme = parseTheme(event.newValue);
    applyTheme(theme);
    chosen.set(theme);
  }
  window.addEventListener('storage', handleStorage);
  return () => window.removeEventListener('storage', handleStorage);
}
