import { beforeEach, expect, test, vi } from 'vitest';
import type { CaseStudyInput } from '@contracts/case-study';
import { changedFields, describeChanges } from '@/documents/fields';
import type { Revision } from '@/documents/kind';
import { toListedRevisions } from '@/documents/queries';
import { caseStudyKind, toCopy } from '@/features/case-studies/kind';
import { toCaseStudyInput } from '@/features/case-studies/staff-api';
import { fullStudy } from '../../components/case-studies/public-study';

const { fields } = caseStudyKind;
const input = toCaseStudyInput(fullStudy());

beforeEach(() => {
  vi.stubEnv('VITE_SUPABASE_URL', 'https://backend.example');
  vi.stubEnv('VITE_SUPABASE_ANON_KEY', 'sb_publishable_test');
});

test('versions that would be stored identically have no changes', () => {
  const alike = {
    ...input,
    headline: `${input.headline} `,
    metrics: [...input.metrics, { value: '', label: 'half' }],
  };
  expect(changedFields(fields, input, alike)).toEqual([]);
  expect(describeChanges(fields, input, alike)).toBe('No changes');
});

test.for<[string, Partial<CaseStudyInput>]>([
  ['Title', { title: 'Other' }],
  ['Published', { status: 'published' }],
  ['Title, 2 metrics', { title: 'Other', metrics: [] }],
  ['1 metric', { metrics: input.metrics.slice(1) }],
  ['1 picture', { gallery: input.gallery.toReversed().slice(1).toReversed() }],
  ['Title, Headline, Role, Outcome', { title: 'a', headline: 'b', role: 'c', outcome: 'd' }],
  [
    'Title, Headline, Subhead and 2 more',
    { title: 'a', headline: 'b', subhead: 'c', role: 'd', outcome: 'e' },
  ],
])('short description of a version: %s', ([words, change]) => {
  const before = { ...input, status: 'draft' as const };
  expect(describeChanges(fields, before, { ...before, ...change })).toBe(words);
});

test('a study set back to draft is shown as such', () => {
  expect(describeChanges(fields, input, { ...input, status: 'draft' })).toBe('Back to draft');
});

function revisions(newest: number, oldest: number): Revision<CaseStudyInput>[] {
  return Array.from({ length: newest - oldest + 1 }, (_, place) => ({
    version: newest - place,
    savedAt: '2026-11-21T10:00:00.000Z',
    savedBy: null,
    restoredFrom: null,
    isWorkingCopy: false,
    input,
  }));
}

test('pages overlap by one version, which is listed once and used as the version before', () => {
  const listed = toListedRevisions([revisions(30, 5), revisions(5, 1)]);
  expect(listed.map(({ revision }) => revision.version)).toEqual(
    revisions(30, 1).map(({ version }) => version),
  );
  expect(listed.map(({ before }) => before?.version ?? null)).toEqual([
    ...revisions(29, 1).map(({ version }) => version),
    null,
  ]);
});

test('a copy is a draft with everything in it but the address and the date, named after the study', () => {
  expect(toCopy(input)).toEqual({
    ...input,
    title: 'Copy of Larder & Lane',
    slug: '',
    status: 'draft',
    publishedAt: '',
  });
});

test('the title of a copy fits, without cutting an emoji in half', () => {
  const { title } = toCopy({ ...input, title: '🥐'.repeat(120) });
  expect([...title]).toHaveLength(120);
  expect(title.endsWith('🥐')).toBe(true);
});
