import { expect, test, vi } from 'vitest';
import { filterImages, sortByAge, toStorageImage, type StorageEntry } from '@/features/media/model';
import { formatFileSize } from '@/lib/file-size';
import * as latin from '@contracts/words/latin';

vi.mock('@/lib/env', () => ({
  getEnv: () => ({ supabaseUrl: 'https://db.example', supabaseAnonKey: 'key' }),
}));

function entry(overrides: Partial<StorageEntry> = {}): StorageEntry {
  return {
    id: '0f4c1f0e-1111-4c4c-8a8a-000000000001',
    name: 'cover.png',
    created_at: '2026-11-21T10:26:09.460Z',
    metadata: { size: 2048, mimetype: 'image/png' },
    ...overrides,
  };
}

function image(name: string, createdAt: string | null = null) {
  const found = toStorageImage(entry({ name, created_at: createdAt }), '');
  if (!found) throw new Error(`${name} is no image`);
  return found;
}

test('DASH-30: a stored image has name, id, public address, size and date', () => {
  expect(toStorageImage(entry(), '')).toEqual({
    id: '0f4c1f0e-1111-4c4c-8a8a-000000000001',
    name: 'cover.png',
    path: 'cover.png',
    url: 'https://db.example/storage/v1/object/public/images/cover.png',
    size: 2048,
    createdAt: new Date('2026-11-21T10:26:09.460Z'),
    record: null,
  });
});

test.each([
  ['hosted storage names it inside its folder', 'logo.png'],
  ['the embedded one by its whole path', 'seed/logo.png'],
])('DASH-30: an image of a folder has its path and its own name: %s', (_, name) => {
  expect(toStorageImage(entry({ name }), 'seed')).toMatchObject({
    name: 'logo.png',
    path: 'seed/logo.png',
    url: 'https://db.example/storage/v1/object/public/images/seed/logo.png',
  });
});

test('DASH-30: a listing of the root may name a folder in the path', () => {
  expect(toStorageImage(entry({ name: 'seed/logo.png' }), '')).toMatchObject({
    name: 'logo.png',
    path: 'seed/logo.png',
  });
});

test('folders and the marker of an empty folder are no images', () => {
  expect(toStorageImage(entry({ id: null, name: 'seed' }), '')).toBeNull();
  expect(toStorageImage(entry({ name: '.emptyFolderPlaceholder' }), 'seed')).toBeNull();
});

test('the date of the embedded backend is read as UTC', () => {
  const found = toStorageImage(entry({ created_at: '2026-11-21 10:26:09.46+00' }), '');
  expect(found?.createdAt?.toISOString()).toBe('2026-11-21T10:26:09.460Z');
});

test('a size or a date storage does not know is null', () => {
  const found = toStorageImage(entry({ metadata: null, created_at: 'soon' }), '');
  expect(found).toMatchObject({ size: null, createdAt: null });
});

test('the newest image comes first, those without a date last, by name', () => {
  const sorted = sortByAge([
    image('b.png'),
    image('old.png', '2026-01-01T00:00:00Z'),
    image('a.png'),
    image('new.png', '2026-11-01T00:00:00Z'),
  ]);
  expect(sorted.map(({ name }) => name)).toEqual(['new.png', 'old.png', 'a.png', 'b.png']);
});

test('a search finds every word anywhere in the name, in any case and spelling', () => {
  const images = [image('Larder-Lane-Cover.png'), image('larder-logo.png'), image('Käserei.png')];
  const names = (search: string) => filterImages(images, search, latin).map(({ name }) => name);
  expect(names('cover LARDER')).toEqual(['Larder-Lane-Cover.png']);
  expect(names('kaser')).toEqual(['Käserei.png']);
  expect(names('ASEREI')).toEqual(['Käserei.png']);
  expect(names('  ')).toHaveLength(3);
  expect(filterImages(images, 'until it is loaded', null)).toHaveLength(3);
  expect(names('(')).toEqual([]);
});

test.each([
  [0, '0 B'],
  [1023, '1023 B'],
  [1024, '1 KB'],
  [4 * 1024 * 1024 + 200_000, '4.2 MB'],
  [5 * 1024 * 1024, '5.0 MB'],
])('DASH-15: %i bytes read %s', (bytes, text) => {
  expect(formatFileSize(bytes)).toBe(text);
});
