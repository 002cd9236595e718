import { expect, test } from 'vitest';
import {
  DIVIDER,
  describeMove,
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
  ['right below the divider', 0, 2, ['b', 'a']],
  ['from below to the place of the divider', 3, 2, ['a', 'b', 'd']],
  // It can only stay there if those above it do.
  ['from above to below the divider', 0, 3, ['b', 'd', 'a']],
  ['up below the divider', 4, 3, ['a', 'b', 'c']],
  ['down below the divider', 3, 4, ['a', 'b', 'c', 'd']],
] as const)('moved %s', ([, from, to, arranged]) => {
  const list = listOf(studies, { ...none, arranged: ['a', 'b'] });
  expect(withMoved(list, from, to)).toEqual(arranged);
});

test('the first one that is moved stays where it is dropped, and no more than needed is fixed', () => {
  const list = listOf(studies, none);
  expect(list).toEqual([DIVIDER, 'd', 'c', 'b', 'a']);
  expect(withMoved(list, 3, 2)).toEqual(['d', 'b']);
  expect(withMoved(list, 2, 1)).toEqual(['c']);
  expect(withMoved(list, 4, 0)).toEqual(['a']);
});

test.for([
  ['alone', [], ['a'], '“A” has place 1.'],
  ['among the fixed ones', ['b'], ['a', 'b'], '“A” has place 1.'],
  [
    'below one that was not',
    [],
    ['d', 'a'],
    '“A” has place 2, and the one above it that followed by its last change stays there too.',
  ],
  [
    'below two that were not',
    ['b'],
    ['b', 'd', 'c', 'a'],
    '“A” has place 4, and the 2 above it that followed by their last change stay there too.',
  ],
  [
    'out',
    ['a', 'b'],
    ['b'],
    '“A” has no place of its own any more: it follows by its last change.',
  ],
] as const)('what is fixed is said: %s', ([, before, after, words]) => {
  expect(describeMove({ id: 'a', title: 'A' }, before, after)).toBe(words);
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
