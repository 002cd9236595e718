import { useLayoutEffect, useRef } from 'react';

/**
 * Tells the styles the height of a bar at the bottom of the window, so that it covers neither the end of the page, nor
 * other bars, nor what has the focus (styles/index.css).
 */
export function useBarHeight(property: '--connection-bar' | '--page-bar', isShown = true) {
  const bar = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!isShown || !bar.current) return;
    const { style } = document.documentElement;
    const measured = bar.current;
    const tellHeight = () => style.setProperty(property, `${measured.offsetHeight}px`);
    const observer = new ResizeObserver(tellHeight);
    observer.observe(measured);
    tellHeight();
    return () => {
      observer.disconnect();
      style.removeProperty(property);
    };
  }, [property, isShown]);
  return bar;
}
