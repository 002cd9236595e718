import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseStudyInput } from '@contracts/case-study';
import { compareVersions, mergeVersions, noChoices } from '@/documents/comparison';
import { hasSameContent, hasSameText } from '@/documents/fields';
import { emptyCaseStudyInput } from '@/features/case-studies/fields';
import { caseStudyKind } from '@/features/case-studies/kind';

const { fields } = caseStudyKind;

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
