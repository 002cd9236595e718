import { beforeEach, expect, test, vi } from 'vitest';
import { readUnfitSave } from '@/documents/kept-saves';
import { discardUnfit, readUnfit, wordsOf } from '@/documents/unfit';
import { discardQueued } from '@/lib/offline-queue';
import { noteKind } from './note-kind';

vi.mock('@/documents/kept-saves', () => ({ readUnfitSave: vi.fn() }));
vi.mock('@/lib/offline-queue', () => ({ discardQueued: vi.fn() }));

function kindWith(entries: { id: string; json: string }[]) {
  const kind = noteKind();
  const readUnfitEntries = vi.fn(async () => entries);
  const discard = vi.fn(async () => {});
  return { ...kind, journal: { ...kind.journal, readUnfit: readUnfitEntries, discard } };
}

beforeEach(() => {
  vi.resetAllMocks();
  vi.mocked(readUnfitSave).mockResolvedValue(null);
});

test('unfit text of a document is what the journal and the queue have of it', async () => {
  const kind = kindWith([{ id: 'entry', json: '1' }]);
  vi.mocked(readUnfitSave).mockResolvedValue('2');
  expect(await readUnfit(kind, 'a', 'ada')).toEqual([
    { id: 'a', from: 'queue', json: '2' },
    { id: 'entry', from: 'journal', json: '1' },
  ]);
  expect(kind.journal.readUnfit).toHaveBeenCalledExactlyOnceWith('a', 'ada');
  expect(readUnfitSave).toHaveBeenCalledExactlyOnceWith(kind, 'a');
});

test('a new document has none in the queue, and a visitor none in the journal', async () => {
  const kind = kindWith([{ id: 'entry', json: '1' }]);
  vi.mocked(readUnfitSave).mockResolvedValue('2');
  expect(await readUnfit(kind, undefined, 'ada')).toEqual([
    { id: 'entry', from: 'journal', json: '1' },
  ]);
  expect(kind.journal.readUnfit).toHaveBeenCalledExactlyOnceWith('new', 'ada');
  expect(readUnfitSave).not.toHaveBeenCalled();
  expect(await readUnfit(kind, 'a', null)).toEqual([{ id: 'a', from: 'queue', json: '2' }]);
  expect(kind.journal.readUnfit).toHaveBeenCalledOnce();
  vi.mocked(readUnfitSave).mockResolvedValue(null);
  expect(await readUnfit(kind, 'a', null)).toEqual([]);
});

test('it is discarded where it is', async () => {
  const kind = kindWith([]);
  await discardUnfit(kind, { id: 'a', from: 'queue', json: '' });
  expect(discardQueued).toHaveBeenCalledExactlyOnceWith('note', 'a');
  expect(kind.journal.discard).not.toHaveBeenCalled();
  await discardUnfit(kind, { id: 'entry', from: 'journal', json: '' });
  expect(kind.journal.discard).toHaveBeenCalledExactlyOnceWith('entry');
  expect(discardQueued).toHaveBeenCalledOnce();
});

test.for<[unknown, string]>([
  [{ values: { title: 'Old', text: ' ' }, stored: { title: 'x' } }, 'title: Old'],
  [{ input: { title: 'Kept' } }, 'title: Kept'],
  [{ title: 'Bare', count: 3, none: null }, 'title: Bare'],
  [
    { values: { tags: ['a', 'b'], stops: [{ url: '/a.png', caption: 'By boat' }] } },
    'tags 1: a\n\ntags 2: b\n\nurl: /a.png\n\ncaption: By boat',
  ],
  [null, ''],
])('the words of %j are read out of it', ([kept, words]) => {
  expect(wordsOf(JSON.stringify(kept))).toBe(words);
});
