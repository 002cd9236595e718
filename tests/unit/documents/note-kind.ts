import type { Fields } from '@/documents/fields';

/** The smallest kind there can be, for tests of the kernel alone. */
export type NoteInput = { title: string; place: string };

export const fields: Fields<NoteInput> = {
  title: { type: 'text', label: 'Title', limit: 80 },
  place: { type: 'line', label: 'Place', limit: 80, isFilledIn: true },
};
