import { FIRST_VIEW_END_ID } from '@/boot/protocol.mjs';

/**
 * Stands behind what a page begins with. index.html has the browser paint no earlier: half read, what is
 * placed from the right or from below would move when the rest arrives.
 */
export const FirstViewEnd = () => <span id={FIRST_VIEW_END_ID} hidden />;
