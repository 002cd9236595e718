import type { ChosenFile } from '@/components/file-field';
import { createStore } from '@/lib/create-store';

const chosen = createStore<readonly ChosenFile[]>([]);

/** The files that the visitor has chosen in this tab; a reload forgets them. */
export const {
  get: getAttachments,
  set: setAttachments,
  subscribe: subscribeToAttachments,
} = chosen;
