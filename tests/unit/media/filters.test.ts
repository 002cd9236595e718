import { expect, test, vi } from 'vitest';
import { definedImages } from '@/features/media/defined-images';
import { applyFilters, imageFilters, shownCount } from '@/features/media/filters';
import {
  groupUses,
  toStorageImage,
  type ImageRecord,
  type ImageUses,
} from '@/features/media/model';
import { readFilters } from '@/hooks/use-search-filters';
import * as latin from '@contracts/words/latin';

vi.mock('@/lib/env', () => ({
  getEnv: () => ({ supabaseUrl: 'https://db.example', supabaseAnonKey: 'key' }),
}));

function image(path: string, { day = 1, size = 1, altText = '', originalName = path } = {}) {
  const record: ImageRecord = {
    sha256: 'x',
    width: 10,
    height: 10,
    altText,
    focus: { x: 50, y: 50 },
    variants: [],
    revision: 1,
    originalName,
    isDeleting: false,
  };
  const entry = {
    id: path,
    name: path,
    created_at: `2026-11-0${day}T10:00:00Z`,
    metadata: { size },
  };
  const found = toStorageImage(entry, '', new Map([[path, record]]));
  if (!found) throw new Error(`${path} is no image`);
  return found;
}

const filters = (query = '') => readFilters(imageFilters, query);
const images = [
  image('b.png', { day: 2, size: 5, altText: 'Pears' }),
  image('c.png', { day: 3, size: 1 }),
  image('a (1).png', { day: 1, size: 9, originalName: 'Ähre.png' }),
];
const paths = (query: string, uses: ImageUses = new Map()) =>
  applyFilters(images, filters(query), uses, latin).map(({ path }) => path);

test('DASH-13: an address without parameters, or with unknown ones, opens Storage Images', () => {
  const standard = { tab: 'storage', search: '', sort: 'newest', page: 1 };
  expect(filters()).toEqual(standard);
  expect(filters('tab=else&sort=up&page=-3&show=all&search=')).toEqual(standard);
});

test.each([
  ['', ['c.png', 'b.png', 'a (1).png']],
  ['sort=oldest', ['a (1).png', 'b.png', 'c.png']],
  ['sort=name', ['a (1).png', 'b.png', 'c.png']],
  ['sort=size', ['a (1).png', 'b.png', 'c.png']],
  ['show=no-text', ['c.png', 'a (1).png']],
  ['search=pears', ['b.png']],
  ['search=ähre', ['a (1).png']],
  ['search=AHRE', ['a (1).png']],
])('%j shows %j', (query, expected) => {
  expect(paths(query)).toEqual(expected);
});

test('images without a place are unused; until places are known, none is', () => {
  const use = { kind: 'post', id: '1', title: 'x', part: 'text', state: 'draft' } as const;
  const uses = groupUses([
    { ...use, path: 'b.png' },
    { ...use, path: 'a%20%281%29.png' },
  ]);
  expect(paths('show=unused', uses)).toEqual(['c.png']);
  expect(applyFilters(images, filters('show=unused'), undefined, latin)).toEqual([]);
});

test.each([
  [1, 12],
  [2, 48],
  [3, 96],
])('page %i shows the first %i pictures', (page, count) => {
  expect(shownCount(page)).toBe(count);
});

test('DASH-20: the catalogue has each key and each path once', () => {
  const keys = definedImages.map(({ key }) => key);
  expect(new Set(keys).size).toBe(keys.length);
  expect(new Set(definedImages.map(({ path }) => path)).size).toBe(keys.length);
  expect(keys).toEqual(expect.arrayContaining(['hero.home', 'about.team', 'placeholder.5']));
});
