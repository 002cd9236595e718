import { useRef } from 'react';

/**
 * Handlers for the Content of a Radix dialog that is opened by state. Radix returns the focus only to its
 * own trigger; these return it to the element that had it before.
 */
export function useReturnFocus() {
  const cameFrom = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      if (document.activeElement instanceof HTMLElement) cameFrom.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // The page that was opened in the dialog has taken it.
      if (document.activeElement !== document.body) return;
      // The element may have been removed (a deleted card): then focus the main content.
      if (cameFrom.current?.isConnected) cameFrom.current.focus();
      else document.querySelector<HTMLElement>('main')?.focus();
    },
  };
}
