import type { ReactNode } from 'react';

/** What a dialog needs to offer that visitors of an address are sent elsewhere. */
export type RedirectOffer = {
  /** The choice, for visitors of this path. */
  render: (path: string) => ReactNode;
  /** Saves what was chosen. False when it could not be saved, which the choice then says. */
  apply: (path: string) => Promise<boolean>;
  isPending: boolean;
};
