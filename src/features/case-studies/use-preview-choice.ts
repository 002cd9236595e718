import { useState } from 'react';
import { useIsWide } from '@/hooks/use-is-wide';

const STORAGE_KEY = 'case-study-preview';

/** Whether the preview stands beside the form; remembered on this device. */
export function usePreviewChoice() {
  const isWide = useIsWide();
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
