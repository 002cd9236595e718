import { useEffect, useRef } from 'react';

/** Brings the reader to the top of a list when another page of it was asked for. */
export function useFocusOnChange(page: number) {
  const element = useRef<HTMLElement>(null);
  const shown = useRef(page);
  useEffect(() => {
    if (shown.current === page) return;
    shown.current = page;
    element.current?.focus();
  }, [page]);
  return element;
}
