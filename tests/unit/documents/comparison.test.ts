import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseStudyInput } from '@contracts/case-study';
import {
  chooseEverywhere,
  compareVersions,
  countOpen,
  mergeVersions,
  noChoices,
  type Choices,
} from '@/documents/comparison';
import { hasSameContent, hasSameText } from '@/documents/fields';
import { caseStudyFields as fields, emptyCaseStudyInput } from '@/features/case-studies/fields';

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.example');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

const base: CaseStudyInput = {
  ...emptyCaseStudyInput,
  title: 'Larder Lane',
  headline: 'A corner shop',
  metrics: [{ value: '+52 %', label: 'orders' }],
};

test('R-04: fields are grouped by the side that changed them', () => {
  const mine = { ...base, title: 'Mine', headline: 'Same news', role: 'Design' };
  const theirs = { ...base, title: 'Theirs', headline: 'Same news', timeline: '9 weeks' };
  expect(compareVersions(fields, base, mine, theirs)).toEqual({
    onlyMine: ['role'],
    onlyTheirs: ['timeline'],
    both: ['title'],
    lists: [],
  });
});

test('R-04: without a common base version every difference is a question', () => {
  const mine = { ...base, role: 'Design' };
  expect(compareVersions(fields, null, mine, base)).toEqual({
    onlyMine: [],
    onlyTheirs: [],
    both: ['role'],
    lists: [],
  });
});

test('R-04: lists changed on both sides are merged row by row; without a base version one is chosen whole', () => {
  const mine = { ...base, metrics: [...base.metrics, { value: '3', label: 'shops' }] };
  const theirs = { ...base, metrics: [] };
  const comparison = compareVersions(fields, base, mine, theirs);
  expect(comparison.both).toEqual([]);
  expect(mergeVersions(fields, mine, theirs, comparison, noChoices).metrics).toEqual([
    { value: '3', label: 'shops' },
  ]);
  expect(compareVersions(fields, null, mine, theirs)).toMatchObject({ both: ['metrics'] });
});

test('incomplete rows and surrounding blanks are no difference', () => {
  const mine = {
    ...base,
    title: ' Larder Lane ',
    metrics: [...base.metrics, { value: '7', label: '' }],
    gallery: [{ url: ' ', caption: 'c', altText: '' }],
  };
  expect(compareVersions(fields, base, mine, base)).toEqual({
    onlyMine: [],
    onlyTheirs: [],
    both: [],
    lists: [],
  });
  expect(hasSameContent(fields, mine, base)).toBe(true);
  expect(hasSameText(fields, mine, base)).toBe(false);
});

test('a picture of our bucket is equal with and without the origin', () => {
  const path = '/storage/v1/object/public/images/cover.png';
  const mine = { ...base, heroImageUrl: `https://backend.example${path}` };
  expect(hasSameContent(fields, mine, { ...base, heroImageUrl: path })).toBe(true);
});

test('R-04: a merge takes their value where only they changed it or theirs was chosen', () => {
  const mine = { ...base, title: 'Mine', headline: 'My headline', role: 'Design' };
  const theirs = { ...base, title: 'Theirs', headline: 'Their headline', timeline: '9 weeks' };
  const merged = mergeVersions(fields, mine, theirs, compareVersions(fields, base, mine, theirs), {
    ...noChoices,
    sides: { title: 'mine', headline: 'theirs' },
  });
  expect(merged).toEqual({
    ...base,
    title: 'Mine',
    headline: 'Their headline',
    role: 'Design',
    timeline: '9 weeks',
  });
  expect(mine.headline).toBe('My headline');
});

test('R-04: each field changed on both sides is one open choice, and so is each row and the order of a list', () => {
  const row = (value: string) => ({ value, label: `label ${value}` });
  const start = { ...base, metrics: [row('1'), row('2'), row('3')] };
  const change = (title: string, first: string) => ({
    ...{ ...start, title },
    metrics: [{ value: first, label: 'label 1' }, row('2'), row('3')],
  });
  const mine = { ...change('Mine', '7') };
  const theirs = { ...change('Theirs', '8') };
  const moved = { ...mine, metrics: [row('2'), row('1'), row('3')] };
  const movedElsewhere = { ...theirs, metrics: [row('1'), row('3'), row('2')] };
  const open = (comparison: ReturnType<typeof compareVersions<CaseStudyInput>>, choices: Choices) =>
    countOpen(comparison, choices);

  const changed = compareVersions(fields, start, mine, theirs);
  const [list] = changed.lists;
  const rowId = list?.merge.rows.find(({ side }) => side === null)?.id ?? '';
  expect(open(changed, noChoices)).toBe(2);
  expect(open(changed, { ...noChoices, sides: { title: 'mine' } })).toBe(1);
  expect(open(changed, { sides: {}, rows: { metrics: { rows: { [rowId]: 'theirs' } } } })).toBe(1);
  expect(open(changed, chooseEverywhere(changed, 'mine'))).toBe(0);

  const ordered = compareVersions(fields, start, moved, movedElsewhere);
  expect(ordered.lists[0]?.merge.orderSide).toBeNull();
  expect(open(ordered, noChoices)).toBe(2);
  expect(open(ordered, { sides: {}, rows: { metrics: { rows: {}, order: 'mine' } } })).toBe(1);
  expect(open(ordered, chooseEverywhere(ordered, 'theirs'))).toBe(0);
});

test('R-04: one side chosen everywhere is taken in fields, rows and order', () => {
  const row = (value: string) => ({ value, label: `label ${value}` });
  const start = { ...base, metrics: [row('1'), row('2'), row('3')] };
  const mine = { ...start, title: 'Mine', metrics: [row('2'), row('1'), row('3')] };
  const theirs = { ...start, title: 'Theirs', metrics: [row('1'), row('3'), row('2')] };
  const comparison = compareVersions(fields, start, mine, theirs);
  for (const [side, version] of [['mine', mine] as const, ['theirs', theirs] as const]) {
    const choices = chooseEverywhere(comparison, side);
    expect(mergeVersions(fields, mine, theirs, comparison, choices)).toEqual(version);
  }
});

test('R-04: rows whose telling parts are equal, or that may be alike, are one row', () => {
  const start = { ...base, metrics: [{ value: '1', label: 'shop' }] };
  const mine = { ...start, metrics: [{ value: '2', label: 'shop' }] };
  const theirs = {
    ...start,
    metrics: [
      { value: '1', label: 'shops' },
      { value: '9', label: 'x' },
    ],
  };
  const [list] = compareVersions(fields, start, mine, theirs).lists;
  expect(list?.merge.rows.map(({ side }) => side)).toEqual([null, 'theirs']);
});
