import { expect, test } from 'vitest';
import { NOT_APPROVED } from '@contracts/sign-off';
import { capital, defineKind, isDeletable, type DocumentApi } from '@/documents/kind';
import { checklistItem } from '@/documents/checklist';
import { AppError } from '@/lib/errors';
import { fields, noteKind, type NoteInput } from './note-kind';

const note = { title: 'Kerning', text: '', place: '' };
const save = {
  id: 'a',
  version: 3,
  input: note,
  before: note,
  changed: [],
  goesLive: true,
  saveIds: ['save'],
};
const revision = {
  version: 3,
  savedAt: '',
  savedBy: null,
  restoredFrom: null,
  isWorkingCopy: false,
  input: note,
};

test('a kind needs to say only what is its own', () => {
  const kind = noteKind();
  expect(kind).toMatchObject({ empty: { title: '', text: '', place: '' }, formWidth: 'form' });
  expect(kind.isPublished(note)).toBe(false);
  expect(kind.paths.page('a', note)).toBe('/notes');
  expect(kind.messages.saved(null, note)).toBe('"Kerning" saved');
  expect(kind.messages.deleteQuestion).toBe('Are you sure you want to delete this note?');
  expect(kind.messages.deleted('Kerning')).toBe('"Kerning" deleted');
  expect(kind.messages.restored('Kerning')).toBe('"Kerning" restored');
});

test('what it does say replaces the defaults', () => {
  const { api, paths } = noteKind();
  const kind = defineKind<NoteInput, DocumentApi<NoteInput>>({
    ...{ id: 'note', noun: 'note', plural: 'notes', fields, key: ['notes'], api },
    titleOf: ({ title }) => title,
    empty: { ...note, place: 'Skopje' },
    formWidth: 'full',
    isPublished: () => true,
    paths: { ...paths, page: (id) => `/notes/${id}/page` },
    messages: { saved: (before) => (before ? 'updated' : 'created') },
  });
  expect(kind).toMatchObject({ empty: { place: 'Skopje' }, formWidth: 'full' });
  expect(kind.isPublished(note)).toBe(true);
  expect(kind.paths.page('a', note)).toBe('/notes/a/page');
  expect([kind.messages.saved(null, note), kind.messages.saved(note, note)]).toEqual([
    ...['created', 'updated'],
  ]);
  expect(kind.messages.deleted('Kerning')).toBe('"Kerning" deleted');
});

test('a missing approval is refused as invalid, not compared like a conflict', async () => {
  const refusal = new AppError('conflict', `Failed to save: ${NOT_APPROVED}`);
  const kind = noteKind({
    save: () => Promise.reject(refusal),
    restoreVersion: () => Promise.reject(refusal),
  });
  const wanted = {
    kind: 'invalid',
    message: `${NOT_APPROVED}: ask them, or save without publishing`,
    cause: refusal,
  };
  await expect(kind.api.save(save)).rejects.toMatchObject(wanted);
  const restore = { id: 'a', chosen: revision, current: revision };
  await expect(kind.api.restoreVersion(restore)).rejects.toMatchObject(wanted);
});

test('any other refusal is passed on, and so is a success', async () => {
  const conflict = new AppError('conflict', 'It was changed');
  await expect(noteKind({ save: () => Promise.reject(conflict) }).api.save(save)).rejects.toBe(
    conflict,
  );
  const lost = new TypeError(NOT_APPROVED);
  await expect(noteKind({ save: () => Promise.reject(lost) }).api.save(save)).rejects.toBe(lost);
  const stored = { id: 'a', version: 4, input: note, createdAt: null, savedAt: '' };
  expect(await noteKind({ save: async () => stored }).api.save(save)).toBe(stored);
});

test('a kind without a request to delete has no trash', () => {
  expect(isDeletable(noteKind())).toBe(false);
  const kind = noteKind();
  expect(isDeletable({ ...kind, api: Object.assign(kind.api, { remove: async () => {} }) })).toBe(
    true,
  );
});

test('a noun begins a sentence with a capital letter', () => {
  expect(capital('case study')).toBe('Case study');
});

test('an item of a checklist is done or to do', () => {
  expect(checklistItem('Cover', true, 'Choose one.', 'heroImageUrl')).toEqual({
    label: 'Cover',
    state: 'done',
    advice: 'Choose one.',
    field: 'heroImageUrl',
  });
  expect(checklistItem('Cover', false, 'Choose one.', 'heroImageUrl').state).toBe('todo');
});
