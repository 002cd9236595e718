import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/create-store';

/** Rich text, or its Markdown. */
export type WritingMode = 'page' | 'markdown';

const STORAGE_KEY = 'writing-mode';

const store = createStore<WritingMode | null>(null);

/** As it was chosen last on this device. */
export function useWritingMode(): WritingMode {
  return useSyncExternalStore(store.subscribe, readMode);
}

function readMode(): WritingMode {
  return store.get() ?? storedMode();
}

function storedMode(): WritingMode {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'markdown' ? 'markdown' : 'page';
  } catch {
    return 'page';
  }
}

export function chooseWritingMode(mode: WritingMode) {
  store.set(mode);
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Without storage the choice lasts until the page is closed.
  }
}
