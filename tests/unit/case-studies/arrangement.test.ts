import { expect, test } from 'vitest';
import {
  DIVIDER,
  isSameArrangement,
  listOf,
  onHomePage,
  withMoved,
  type ArrangedStudy,
} from '@/features/case-studies/arrangement';

const study = (
  id: string,
  day: number,
  state: ArrangedStudy['state'] = 'published',
): ArrangedStudy => ({
  ...{ id, title: id.toUpperCase(), category: 'Retail', heroImageUrl: null, state },
  updatedAt: `2026-03-0${day}T00:00:00.000Z`,
});
const studies = [study('a', 1), study('b', 2), study('c', 3), study('d', 4)];
const none = { arranged: [], featured: [] };

test('R-36: arranged studies first, then the last changed', () => {
  expect(listOf(studies, { ...none, arranged: ['b', 'a'] })).toEqual(['b', 'a', DIVIDER, 'd', 'c']);
});

test.for([
  ['up', 1, 0, ['b', 'a']],
  ['down', 0, 1, ['b', 'a']],
  ['from below above the divider', 4, 1, ['a', 'c', 'b']],
  ['below the divider', 0, 3, ['b']],
  ['from below to the place of the divider', 3, 2, ['a', 'b', 'd']],
] as const)('moved %s', ([, from, to, arranged]) => {
  const list = listOf(studies, { ...none, arranged: ['a', 'b'] });
  expect(withMoved(list, from, to)).toEqual(arranged);
});

test.for([
  ['the first two without a choice', none, ['d', 'c']],
  ['the arranged ones', { ...none, arranged: ['a', 'b'] }, ['a', 'b']],
  ['the chosen ones first', { arranged: ['a', 'b'], featured: ['c', 'b'] }, ['b', 'c']],
  ['one chosen and the next in order', { arranged: ['a', 'b'], featured: ['d'] }, ['d', 'a']],
] as const)('the home page shows %s', ([, arrangement, ids]) => {
  expect(onHomePage(studies, arrangement).map(({ id }) => id)).toEqual(ids);
});

test('a draft keeps its place but is not on the home page', () => {
  const all = [...studies, study('e', 5, 'draft')];
  const arrangement = { arranged: ['e', 'a'], featured: ['e'] };
  expect(listOf(all, arrangement)[0]).toBe('e');
  expect(onHomePage(all, arrangement).map(({ id }) => id)).toEqual(['a', 'd']);
});

test('the order of the chosen ones does not matter, that of the arranged does', () => {
  const one = { arranged: ['a', 'b'], featured: ['a', 'b'] };
  expect(isSameArrangement(one, { ...one, featured: ['b', 'a'] })).toBe(true);
  expect(isSameArrangement(one, { ...one, arranged: ['b', 'a'] })).toBe(false);
});
