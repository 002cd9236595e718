export const THEME_STORAGE_KEY = 'theme';
export const THEMES = ['light', 'dark'] as const;
export type Theme = (typeof THEMES)[number];
export const DEFAULT_THEME: Theme = 'light';

const listeners = new Set<() => void>();
// What was chosen in this tab: storage may refuse (private mode, blocked cookies).
let chosen: Theme | null = null;

/** Anything but a known theme is the default one. */
export function parseTheme(value: unknown): Theme {
  return THEMES.find((theme) => theme === value) ?? DEFAULT_THEME;
}

function readStoredTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(THEME_STORAGE_KEY));
  } catch {
    return DEFAULT_THEME;
  }
}

export function getTheme(): Theme {
  return chosen ?? readStoredTheme();
}

/** index.html has done this once before the first paint; the same class, the same key. */
export function applyTheme(theme: Theme) {
  document.documentElement.classList.toggle('dark', theme === 'dark');
}

export function setTheme(theme: Theme) {
  chosen = theme;
  try {
    localStorage.setItem(THEME_STORAGE_KEY, theme);
  } catch {
    // The choice then lasts as long as the page.
  }
  applyTheme(theme);
  listeners.forEach((listener) => listener());
}

/** Hears choices made here and, through the storage event, in other tabs. */
export function subscribeToTheme(listener: () => void): () => void {
  function handleStorage(event: StorageEvent) {
    if (event.key !== THEME_STORAGE_KEY && event.key !== null) return;
    chosen = parseTheme(event.newValue);
    applyTheme(chosen);
    listener();
  }
  listeners.add(listener);
  window.addEventListener('storage', handleStorage);
  return () => {
    listeners.delete(listener);
    window.removeEventListener('storage', handleStorage);
  };
}
