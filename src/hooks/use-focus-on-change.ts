import { useEffect, useRef } from 'react';

/** Moves the focus to the top of a list when its page number changes. */
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
