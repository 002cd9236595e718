import { useRef } from 'react';

/**
 * Radix gives the focus back to a trigger it holds itself; a dialog opened by state has none. These two
 * handlers for its Content remember what had the focus and return there.
 */
export function useReturnFocus() {
  const cameFrom = useRef<HTMLElement | null>(null);
  return {
    onOpenAutoFocus: () => {
      if (document.activeElement instanceof HTMLElement) cameFrom.current = document.activeElement;
    },
    onCloseAutoFocus: (event: Event) => {
      event.preventDefault();
      // What opened it may be gone (a deleted card): then the page itself is the place to go on from.
      if (cameFrom.current?.isConnected) cameFrom.current.focus();
      else document.querySelector<HTMLElement>('main')?.focus();
    },
  };
}
