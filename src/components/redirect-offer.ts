import type { ReactNode } from 'react';

/** Lets a dialog offer to redirect an address. */
export type RedirectOffer = {
  /** Renders the choice of a target for this path. */
  render: (path: string) => ReactNode;
  /** Saves the choice. Returns false if it failed; the rendered choice then shows the error. */
  apply: (path: string) => Promise<boolean>;
  isPending: boolean;
};
