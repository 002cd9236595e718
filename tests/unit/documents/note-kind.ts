import type { Fields } from '@/documents/fields';
import { defineKind, type DocumentApi, type DocumentKind } from '@/documents/kind';

/** The smallest kind there can be, for tests of the kernel alone. */
export type NoteInput = { title: string; text: string; place: string };

export const fields: Fields<NoteInput> = {
  title: { type: 'line', label: 'Title', limit: 80 },
  text: { type: 'text', label: 'Text', limit: 80 },
  place: { type: 'line', label: 'Place', limit: 80 },
};

export function noteKind(api: Partial<DocumentApi<NoteInput>> = {}): DocumentKind<NoteInput> {
  const unused = () => Promise.reject(new Error('Not part of this test'));
  return defineKind<NoteInput, DocumentApi<NoteInput>>({
    id: 'note',
    noun: 'note',
    plural: 'notes',
    fields,
    titleOf: ({ title }) => title,
    key: ['notes'],
    paths: {
      list: '/notes',
      edit: (id) => `/notes/${id}`,
      history: (id) => `/notes/${id}/history`,
    },
    api: {
      get: unused,
      save: unused,
      listRevisions: unused,
      getRevisions: unused,
      findSave: async () => null,
      restoreVersion: unused,
      problemsOf: () => ({}),
      ...api,
    },
  });
}
