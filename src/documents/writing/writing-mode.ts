import { useSyncExternalStore } from 'react';
import { createStore } from '@/lib/create-store';

/** Rich text, or its Markdown. */
export type WritingMode = 'page' | 'markdown';

const STORAGE_KEY = 'writing-mode';

const store = createStore<WritingMode>('page');

/** As it was chosen last on this device. */
export function useWritingMode(): WritingMode {
  return useSyncExternalStore(store.subscribe, readMode);
}

function readMode(): WritingMode {
  try {
    return localStorage.getItem(STORAGE_KEY) === 'markdown' ? 'markdown' : 'page';
  } catch {
    return store.get();
  }
}

export function chooseWritingMode(mode: WritingMode) {
  try {
    localStorage.setItem(STORAGE_KEY, mode);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
  store.set(mode);
}
