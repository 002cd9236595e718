import { useEffect, useRef } from 'react';

/** Moves the focus to an element when the value changes, not on the first render: to the top of a list with its page. */
export function useFocusOnChange<Target extends HTMLElement = HTMLElement>(value: unknown) {
  const element = useRef<Target>(null);
  const shown = useRef(value);
  useEffect(() => {
    if (shown.current === value) return;
    shown.current = value;
    element.current?.focus();
  }, [value]);
  return element;
}
