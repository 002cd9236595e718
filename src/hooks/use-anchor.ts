import { createContext, use } from 'react';

/** True on pages where clients comment: there, parts of a document say where their words stand in its content. */
export const AnchorsShown = createContext(false);

/** Makes the attribute of a part from its path in the content; on other pages none. */
export function useAnchor(): (...path: string[]) => { 'data-anchor'?: string } {
  const isShown = use(AnchorsShown);
  return (...path) => (isShown ? { 'data-anchor': path.join(' ') } : {});
}
