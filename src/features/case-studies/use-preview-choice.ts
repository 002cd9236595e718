import { useState, useSyncExternalStore } from 'react';

const STORAGE_KEY = 'case-study-preview';
/** The `wide` breakpoint: from this width the preview fits beside the form. */
const WIDE = '(min-width: 1280px)';

/** Whether the preview stands beside the form; remembered on this device. */
export function usePreviewChoice() {
  const isWide = useSyncExternalStore(subscribeToWidth, () => window.matchMedia(WIDE).matches);
  const [isChosen, setIsChosen] = useState(readChoice);
  const [isFullScreen, setIsFullScreen] = useState(false);
  return {
    isWide,
    isBeside: isWide && isChosen,
    isFullScreen,
    setIsFullScreen,
    toggle: () => {
      if (!isWide) {
        setIsFullScreen(true);
        return;
      }
      setIsChosen(!isChosen);
      writeChoice(!isChosen);
    },
  };
}

function subscribeToWidth(listener: () => void): () => void {
  const query = window.matchMedia(WIDE);
  query.addEventListener('change', listener);
  return () => query.removeEventListener('change', listener);
}

function readChoice(): boolean {
  try {
    return localStorage.getItem(STORAGE_KEY) !== null;
  } catch {
    return false;
  }
}

function writeChoice(isShown: boolean) {
  try {
    if (isShown) localStorage.setItem(STORAGE_KEY, 'shown');
    else localStorage.removeItem(STORAGE_KEY);
  } catch {
    // Storage is blocked: the choice lasts until the page is closed.
  }
}
