import { FIRST_VIEW_END_ID } from '@/boot/protocol';

/**
 * Marks the end of the first view. index.html blocks the first paint until the parser reaches it, because
 * elements placed from the right or bottom would shift if the section were painted half parsed.
 */
export const FirstViewEnd = () => <span id={FIRST_VIEW_END_ID} hidden />;
