import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { createStore, keys, set } from 'idb-keyval';
import { beforeEach, expect, test, vi } from 'vitest';
import type * as StoredCopies from '@/lib/stored-copies';

let copies: typeof StoredCopies;

beforeEach(async () => {
  vi.stubGlobal('indexedDB', new IDBFactory());
  vi.resetModules();
  copies = await import('@/lib/stored-copies');
});

test('the last successful response is kept with its time, and replaced by the next', async () => {
  vi.spyOn(Date, 'now').mockReturnValue(1000);
  await copies.keepCopy('posts', [{ id: 1 }]);
  expect(await copies.readCopy('posts')).toEqual({ data: [{ id: 1 }], savedAt: 1000 });
  vi.spyOn(Date, 'now').mockReturnValue(2000);
  await copies.keepCopy('posts', []);
  expect(await copies.readCopy('posts')).toEqual({ data: [], savedAt: 2000 });
  expect(await copies.readCopy('others')).toBeNull();
});

test('a removed copy cannot be read', async () => {
  await copies.keepCopy('posts', ['a']);
  await copies.removeCopy('posts');
  expect(await copies.readCopy('posts')).toBeNull();
});

test('60 copies are kept, the oldest go first', async () => {
  for (let number = 1; number <= copies.COPIES_LIMIT + 1; number += 1) {
    await copies.keepCopy(`study ${number}`, number);
  }
  expect(copies.COPIES_LIMIT).toBe(60);
  expect(await copies.readCopy('study 1')).toBeNull();
  expect(await copies.readCopy('study 2')).toMatchObject({ data: 2 });
  expect(await copies.readCopy('study 61')).toMatchObject({ data: 61 });
});

test('2 MB are kept: older ones make room, and what is larger by itself is left out', async () => {
  const text = 'x'.repeat(copies.COPIES_SIZE_LIMIT / 2 - 10);
  await copies.keepCopy('first', text);
  await copies.keepCopy('second', text);
  await copies.keepCopy('third', text);
  expect(await copies.readCopy('first')).toBeNull();
  expect(await copies.readCopy('second')).not.toBeNull();
  await copies.keepCopy('third', 'x'.repeat(copies.COPIES_SIZE_LIMIT));
  expect(await copies.readCopy('third')).toBeNull();
});

test.for([
  ['no JSON', { shape: 1, json: '{', savedAt: 1 }],
  ['another shape', { shape: 0, json: '1', savedAt: 1 }],
  ['no record', 'text'],
  ['nothing', null],
  ['without JSON', { shape: 1, savedAt: 1 }],
  ['a number for JSON', { shape: 1, json: 1, savedAt: 1 }],
  ['without a time', { shape: 1, json: '1' }],
  ['a text for a time', { shape: 1, json: '1', savedAt: '1' }],
] as const)('a stored copy that is %s is ignored', async ([, record]) => {
  await set('copy:posts', record, createStore('stored-copies', 'copies'));
  expect(await copies.readCopy('posts')).toBeNull();
});

test('without IndexedDB there are no copies and no error', async () => {
  vi.stubGlobal('indexedDB', {
    open: () => {
      throw new DOMException('blocked', 'SecurityError');
    },
  });
  await expect(copies.keepCopy('posts', [])).resolves.toBeUndefined();
  await expect(copies.readCopy('posts')).resolves.toBeNull();
  await expect(copies.removeCopy('posts')).resolves.toBeUndefined();
});

const onDevice = () => keys<string>(createStore('stored-copies', 'copies'));

test('exactly 2 MB are kept, alone or together', async () => {
  // The JSON of a text has two quotes.
  const half = 'x'.repeat(copies.COPIES_SIZE_LIMIT / 2 - 2);
  await copies.keepCopy('first', half);
  await copies.keepCopy('second', half);
  expect(await copies.readCopy('first')).toMatchObject({ data: half });
  const whole = 'x'.repeat(copies.COPIES_SIZE_LIMIT - 2);
  await copies.keepCopy('whole', whole);
  expect(await copies.readCopy('whole')).toMatchObject({ data: whole });
});

test('a copy larger than the limit leaves the other copies', async () => {
  await copies.keepCopy('small', 1);
  await copies.keepCopy('large', 'x'.repeat(copies.COPIES_SIZE_LIMIT));
  expect(await copies.readCopy('small')).toMatchObject({ data: 1 });
  expect(await onDevice()).toEqual(['copy:small', 'index']);
});

test.for<[string, unknown]>([
  ['null', null],
  ['a text', 'index'],
  ['without entries', { shape: 1 }],
  ['with entries that are no list', { shape: 1, entries: 'all' }],
])('an index that is %s is created again', async ([, index]) => {
  await set('index', index, createStore('stored-copies', 'copies'));
  await copies.keepCopy('posts', ['a']);
  expect(await copies.readCopy('posts')).toMatchObject({ data: ['a'] });
  await copies.removeCopy('posts');
  expect(await onDevice()).toEqual(['index']);
});
