import { createContext, use } from 'react';

/** True on the sign-off page: parts of a document get `data-anchor`, their path in the content, to which comments refer. */
export const AnchorsShown = createContext(false);

/** Returns a function that makes `data-anchor` from a path; on other pages it makes no attribute. */
export function useAnchor(): (...path: string[]) => { 'data-anchor'?: string } {
  const isShown = use(AnchorsShown);
  return (...path) => (isShown ? { 'data-anchor': path.join(' ') } : {});
}
