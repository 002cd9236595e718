import { columnOf, namesOf, type DocumentInput, type Field, type Fields } from '@/documents/fields';
import type { NotePlace } from '@/features/sign-off/model';

/** The texts and pictures of a document in the order of its form, as its saved content names them. */
export function notePlaces(kind: { id: string; fields: Fields<DocumentInput> }): NotePlace[] {
  const row = kind.id === 'post' ? 'post' : 'study';
  return namesOf(kind.fields).flatMap((name) => {
    const field: Field | undefined = kind.fields[name];
    if (!field) return [];
    if (field.type === 'rows') return [{ label: field.label, anchor: [name] }];
    const isText = ['text', 'line', 'picture'].includes(field.type);
    return isText ? [{ label: field.label, anchor: [row, columnOf(name, field)] }] : [];
  });
}
